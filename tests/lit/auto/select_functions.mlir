// Functions that are not asked for lose their annotations too.
// RUN: proton-opt %s --proton-select-functions=exclude=quiet | FileCheck %s
// RUN: proton-opt %s --proton-select-functions="include=*t exclude=loud" | FileCheck %s --check-prefix=TWO

// CHECK-LABEL: gpu.func @loud
// CHECK: proton.record start "all"
// CHECK-LABEL: gpu.func @quiet
// CHECK-NEXT: arith.constant 0 : i32
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.if
// CHECK-NOT: proton

// TWO-LABEL: gpu.func @loud
// TWO-NOT: proton.record
// TWO-LABEL: gpu.func @quiet
// TWO: proton.record start "all"
gpu.module @m {
  gpu.func @loud() kernel {
    proton.record start "all"
    proton.record end "all"
    gpu.return
  }
  gpu.func @quiet(%c: i1) kernel {
    %e = proton.allocate_event "copy" : i32
    proton.record start "all"
    proton.event start %e : i32
    gpu.barrier
    proton.event end %e : i32
    proton.record end "all"
    %x = scf.if %c -> i32 {
      scf.yield %e : i32
    } else {
      scf.yield %e : i32
    }
    gpu.return
  }
}
