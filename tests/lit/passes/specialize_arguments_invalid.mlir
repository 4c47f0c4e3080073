// Facts that fit no argument are rejected.
// RUN: not proton-opt %s --proton-specialize-arguments="kernel=k facts=2:one" 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not proton-opt %s --proton-specialize-arguments="kernel=k facts=0:one" 2>&1 | FileCheck %s --check-prefix=POINTER
// RUN: not proton-opt %s --proton-specialize-arguments="kernel=k facts=1:align16" 2>&1 | FileCheck %s --check-prefix=INTEGER
// RUN: not proton-opt %s --proton-specialize-arguments="kernel=k facts=1:div12" 2>&1 | FileCheck %s --check-prefix=POWER
// RUN: not proton-opt %s --proton-specialize-arguments="kernel=other facts=1:div16" 2>&1 | FileCheck %s --check-prefix=KERNEL

// NUMBER: error: there is no argument 2 to specialise
// POINTER: error: argument 0 of type 'memref<4xf32>' cannot be specialised so
// INTEGER: error: argument 1 of type 'f32' cannot be specialised so
// POWER: error: "1:div12" is no fact; write N:align16, N:div16, N:one or N:off32 for argument N
// KERNEL: error: there is no kernel 'other' to specialise
gpu.module @m {
  gpu.func @k(%a: memref<4xf32>, %b: f32) kernel {
    gpu.return
  }
}
