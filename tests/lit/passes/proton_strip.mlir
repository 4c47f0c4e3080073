// Mode "none": the kernel as if it had never been annotated.
// RUN: proton-opt %s --proton-strip | FileCheck %s --implicit-check-not=proton

// CHECK-LABEL: gpu.func @kernel
// CHECK-SAME: (%[[N:.*]]: index) kernel {
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: scf.for %{{.*}} = %[[C0]] to %[[N]] step %[[C1]] {
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: }
// CHECK-NEXT: gpu.return
gpu.module @m {
  gpu.func @kernel(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %copy = proton.allocate_event "copy" : i32
    proton.record start "loop"
    scf.for %i = %c0 to %n step %c1 {
      proton.event start %copy key %i : i32
      gpu.barrier
      proton.event end %copy key %i : i32
    }
    proton.record end "loop"
    gpu.return
  }

  // A value that is handed on stays valid.
  // CHECK-LABEL: gpu.func @handed_on
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[ZERO]])
  gpu.func @handed_on(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %copy = proton.allocate_event "copy" : i32
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%e = %copy) -> (i32) {
      proton.event start %e : i32
      scf.yield %e : i32
    }
    gpu.return
  }
}

// Functions of the host and scopes that would be rejected are stripped as well.
// CHECK-LABEL: func.func @unclosed
// CHECK-NEXT: return
func.func @unclosed() {
  proton.record start "a"
  return
}
