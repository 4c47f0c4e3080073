// Structured loops of every dialect, named after the counter where a name was kept, else after the place.
// RUN: proton-opt %s --proton-mark-loops | FileCheck %s
// RUN: proton-opt %s --proton-mark-loops --convert-proton-to-proton-gpu | FileCheck %s --check-prefix=RECORDS

// CHECK-LABEL: gpu.func @nest
// CHECK: proton.record start "for loops_structured.mlir:[[OUTER:[0-9]+]]"
// CHECK-NEXT: scf.for
// CHECK-NEXT: proton.record start "while loops_structured.mlir:[[INNER:[0-9]+]]"
// CHECK-NEXT: scf.while
// CHECK: do {
// CHECK: }
// CHECK-NEXT: proton.record end "while loops_structured.mlir:[[INNER]]"
// CHECK-NEXT: }
// CHECK-NEXT: proton.record end "for loops_structured.mlir:[[OUTER]]"

// Loops at one place: the inner one gets a number, one behind the other does not need it.
// CHECK-LABEL: gpu.func @same_place
// CHECK: proton.record start "for k.mlir:7"
// CHECK-NEXT: scf.for
// CHECK-NEXT: proton.record start "for k.mlir:7 #2"
// CHECK-NEXT: scf.for
// CHECK: proton.record end "for k.mlir:7 #2"
// CHECK: proton.record end "for k.mlir:7"
// CHECK-NEXT: proton.record start "for k.mlir:7"
// CHECK: proton.record end "for k.mlir:7"

// CHECK-LABEL: gpu.func @others
// CHECK: proton.record start "forall
// CHECK: proton.record end "forall
// CHECK: proton.record start "for
// CHECK-NEXT: affine.for
// CHECK: proton.record end "for
// Nothing says in which order the body of affine.parallel runs, so loops inside of it are left alone.
// CHECK: proton.record start "parallel
// CHECK-NEXT: affine.parallel
// CHECK-NOT: proton.record start
// CHECK: scf.for
// CHECK: proton.record end "parallel

// RECORDS: gpu.func @nest
// RECORDS: scope_start 0
// RECORDS: scope_start 1
// RECORDS: scope_end 1
// RECORDS: scope_end 0
gpu.module @m {
  gpu.func @nest(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %r = scf.while (%x = %i) : (index) -> index {
        %more = arith.cmpi ult, %x, %n : index
        scf.condition(%more) %x : index
      } do {
      ^bb0(%x: index):
        gpu.barrier
        %next = arith.addi %x, %c1 : index
        scf.yield %next : index
      }
    }
    gpu.return
  }
  gpu.func @same_place(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        gpu.barrier
      } loc("k.mlir":7:3)
    } loc("k.mlir":7:3)
    scf.for %i = %c0 to %n step %c1 {
      gpu.barrier
    } loc("k.mlir":7:3)
    gpu.return
  }
  gpu.func @others(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.forall (%i) in (%n) {
      gpu.barrier
    }
    affine.for %i = 0 to 8 {
      gpu.barrier
    }
    affine.parallel (%i) = (0) to (8) {
      scf.for %j = %c0 to %n step %c1 {
        gpu.barrier
      }
    }
    gpu.return
  }
}
