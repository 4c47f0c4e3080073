// Events that start in one function and end in another.
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu | FileCheck %s
// RUN: proton-opt %s --split-input-file --proton-select-functions=exclude=k --convert-proton-to-proton-gpu | FileCheck %s --check-prefix=EXCLUDED

// The kernel's event has the id 1 of the kernel, whoever records it: the value is the id.
// CHECK-LABEL: func.func private @issue(
// CHECK-SAME: %[[E:.*]]: i32, %[[KEY:.*]]: index)
// CHECK: proton_gpu.store event_start 0 of %[[E]] key %[[KEY]]
// CHECK-LABEL: func.func private @wait(
// CHECK-SAME: %[[E:.*]]: i32, %[[KEY:.*]]: index)
// CHECK: proton_gpu.store scope_start 0,
// CHECK: proton_gpu.store event_end 0 of %[[E]] key %[[KEY]]
// CHECK: proton_gpu.store scope_end 0,
// CHECK-LABEL: func.func private @through(
// CHECK: save_context %{{[0-9]+}} :
// CHECK-NEXT: call @wait
// CHECK-LABEL: gpu.func @k
// CHECK-SAME: #proton_gpu.operation<kind = scope, name = "all"
// CHECK-SAME: #proton_gpu.operation<kind = event, name = "copy", parent = 0
// CHECK-SAME: #proton_gpu.operation<kind = scope, name = "wait", parent = 0
// CHECK: %[[ID:.*]] = arith.constant 1 : i32
// CHECK: save_context %{{.*}} offset 2
// CHECK-NEXT: call @issue(%[[ID]],
// CHECK: call @through(%[[ID]],

// The kernel's scope is gone, its event is not.
// EXCLUDED-LABEL: gpu.func @k
// EXCLUDED-NOT: "all"
// EXCLUDED-SAME: #proton_gpu.operation<kind = event, name = "copy"
// EXCLUDED: arith.constant 0 : i32
gpu.module @m {
  func.func private @issue(%e: i32, %key: index) {
    proton.event start %e key %key : i32
    return
  }
  func.func private @wait(%e: i32, %key: index) {
    proton.record start "wait"
    proton.event end %e key %key : i32
    proton.record end "wait"
    return
  }
  func.func private @through(%e: i32, %key: index) {
    func.call @wait(%e, %key) : (i32, index) -> ()
    return
  }
  gpu.func @k(%key: index) kernel {
    proton.record start "all"
    %e = proton.allocate_event "copy" : i32
    func.call @issue(%e, %key) : (i32, index) -> ()
    func.call @through(%e, %key) : (i32, index) -> ()
    proton.record end "all"
    gpu.return
  }
}

// -----

// An event of a function that is called from two places is another one on each way.
// CHECK-LABEL: func.func private @copy(
// CHECK: %[[ID:.*]] = proton_gpu.operation_id 0 : i32
// CHECK: proton_gpu.store event_start 0,
// CHECK: call @wait(%[[ID]])
// CHECK-LABEL: gpu.func @k
// CHECK-SAME: name = "copy", location = "{{[^"]*}}", path = [#proton_gpu.call<function = "copy"
// CHECK-SAME: name = "copy", location = "{{[^"]*}}", path = [#proton_gpu.call<function = "copy"
// CHECK: save_context %{{[0-9]+}} :
// CHECK: save_context %{{.*}} offset 1
gpu.module @m {
  func.func private @wait(%e: i32) {
    proton.event end %e : i32
    return
  }
  func.func private @copy() {
    %e = proton.allocate_event "copy" : i32
    proton.event start %e : i32
    func.call @wait(%e) : (i32) -> ()
    return
  }
  gpu.func @k() kernel {
    func.call @copy() : () -> ()
    func.call @copy() : () -> ()
    gpu.return
  }
}

// -----

// Functions of LLVM, and different events over different calls of one function.
// CHECK-LABEL: llvm.func @wait(
// CHECK-SAME: %[[E:.*]]: i32)
// CHECK: proton_gpu.store event_end 0 of %[[E]],
// CHECK-LABEL: gpu.func @k
// CHECK-DAG: %[[FIRST:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[SECOND:.*]] = arith.constant 1 : i32
// CHECK: proton_gpu.store event_start 0,
// CHECK: proton_gpu.store event_start 1,
// CHECK: llvm.call @wait(%[[SECOND]])
// CHECK: llvm.call @wait(%[[FIRST]])
gpu.module @m {
  llvm.func @wait(%e: i32) {
    proton.event end %e : i32
    llvm.return
  }
  gpu.func @k() kernel {
    %a = proton.allocate_event "first" : i32
    %b = proton.allocate_event "second" : i32
    proton.event start %a : i32
    proton.event start %b : i32
    llvm.call @wait(%b) : (i32) -> ()
    llvm.call @wait(%a) : (i32) -> ()
    gpu.return
  }
}
