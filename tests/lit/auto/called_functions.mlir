// Auto modes mark what kernels reach over calls by name, and say which functions they leave alone.
// RUN: proton-opt %s --proton-mark-functions | FileCheck %s
// RUN: proton-opt %s --proton-mark-functions=exclude=inner | FileCheck %s --check-prefix=OUTER
// RUN: proton-opt %s --proton-mark-functions --proton-mark-access-runs --convert-proton-to-proton-gpu | FileCheck %s --check-prefix=IDS
// RUN: proton-opt %s --proton-report-unmarked --verify-diagnostics -o /dev/null
// RUN: proton-opt %s --proton-report-unmarked=include=k 2>&1 | FileCheck %s --check-prefix=NONE

// NONE-NOT: warning

// The ids of functions that are called from two places.
// IDS-LABEL: func.func private @inner
// IDS: scope_start 0
// IDS: scope_start 1
// IDS: scope_end 1
// IDS: scope_end 0
// IDS-LABEL: func.func private @outer
// IDS: save_context {{.*}} offset 1
// IDS-LABEL: gpu.func @k
// IDS-SAME: name = "function k", location
// IDS-SAME: name = "function inner", parent = 0
// IDS-SAME: name = "load global called_functions.mlir:{{[0-9]+}}", parent = 1
// IDS-SAME: name = "function outer", parent = 0
// IDS-SAME: name = "function inner", parent = 3

// Kernels and what they reach; not what no kernel reaches.
// CHECK-LABEL: func.func private @inner
// CHECK-NEXT: proton.record start "function inner"
// CHECK: proton.record end "function inner"
// CHECK-LABEL: func.func private @outer
// CHECK-NEXT: proton.record start "function outer"
// CHECK-LABEL: func.func private @notCalled
// CHECK-NOT: proton.record
// CHECK-LABEL: func.func private @below
// CHECK-NOT: proton.record
// CHECK-LABEL: gpu.func @k
// CHECK-NEXT: proton.record start "function k"
// CHECK-LABEL: gpu.func @viaValues
// CHECK: proton.record start "function viaValues"

// Steps are recorded where they are done, whoever closes the group or waits for it.
// RUN: proton-opt %s --proton-mark-async | FileCheck %s --check-prefix=ASYNC
// ASYNC-LABEL: func.func private @copyAndWait
// ASYNC: scf.for
// ASYNC: proton.async start <queue = copy_group, step = issue_and_commit>
// ASYNC-NEXT: nvgpu.device_async_copy
// ASYNC: proton.async at <queue = copy_group, step = commit>
// ASYNC: nvgpu.device_async_wait
// ASYNC-NEXT: proton.async end <queue = copy_group, step = wait>
// ASYNC-LABEL: func.func private @leavesOne
// ASYNC: nvgpu.device_async_wait
// ASYNC-NEXT: proton.async end <queue = copy_group, step = wait, pending = 1>
// ASYNC-LABEL: func.func private @issuesOnly
// ASYNC: proton.async start <queue = copy_group, step = issue>
// ASYNC-NEXT: nvgpu.device_async_copy
// ASYNC-NEXT: proton.async end <queue = copy_group, step = issue>
// ASYNC-LABEL: gpu.func @copies
// ASYNC: func.call @issuesOnly
// ASYNC-NEXT: proton.async at <queue = copy_group, step = commit>
// ASYNC: proton.async end <queue = copy_group, step = wait>

// OUTER-LABEL: func.func private @inner
// OUTER-NOT: proton.record
// OUTER-LABEL: func.func private @outer
// OUTER-NEXT: proton.record start "function outer"
gpu.module @m {
  func.func private @inner(%A: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %x = memref.load %A[%c0] : memref<8xf32>
    return
  }
  func.func private @outer(%A: memref<8xf32>) {
    func.call @inner(%A) : (memref<8xf32>) -> ()
    return
  }
  func.func private @notCalled() {
    return
  }
  // Recursion: what the function calls could be reached over any number of calls, too.
  func.func private @below() {
    return
  }
  func.func private @again() {
    // expected-warning @+1 {{auto modes do not record the function 'below': it is called by 'again', which calls itself (again -> again)}}
    func.call @below() : () -> ()
    // expected-warning @+1 {{auto modes do not record the function 'again': it calls itself (again -> again)}}
    func.call @again() : () -> ()
    return
  }
  func.func private @ping() {
    // expected-warning @+1 {{auto modes do not record the function 'pong': it calls itself (pong -> ping -> pong)}}
    func.call @pong() : () -> ()
    return
  }
  func.func private @pong() {
    // expected-warning @+1 {{auto modes do not record the function 'ping': it calls itself (ping -> pong -> ping)}}
    func.call @ping() : () -> ()
    return
  }
  llvm.func @byValue() {
    llvm.return
  }
  gpu.func @k(%A: memref<8xf32>) kernel {
    func.call @inner(%A) : (memref<8xf32>) -> ()
    func.call @outer(%A) : (memref<8xf32>) -> ()
    gpu.return
  }
  gpu.func @viaValues() kernel {
    func.call @again() : () -> ()
    func.call @ping() : () -> ()
    llvm.call @byValue() : () -> ()
    // expected-warning @+1 {{auto modes do not record the function 'byValue': it has its address taken}}
    %f = llvm.mlir.addressof @byValue : !llvm.ptr
    llvm.call %f() : !llvm.ptr, () -> ()
    gpu.return
  }
}

!global = memref<64x64xf16>
!shared = memref<64x64xf16, #gpu.address_space<workgroup>>
gpu.module @queues {
  func.func private @copyAndWait(%A: !global, %t: !shared, %i: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %k = %c0 to %c8 step %c1 {
      %a = nvgpu.device_async_copy %A[%i, %k], %t[%i, %k], 8 : !global to !shared
      %g = nvgpu.device_async_create_group %a
    }
    %none = nvgpu.device_async_create_group
    nvgpu.device_async_wait %none {numGroups = 0 : i32}
    return
  }
  func.func private @leavesOne(%A: !global, %t: !shared, %i: index) {
    %a = nvgpu.device_async_copy %A[%i, %i], %t[%i, %i], 8 : !global to !shared
    %g = nvgpu.device_async_create_group %a
    nvgpu.device_async_wait %g {numGroups = 1 : i32}
    return
  }
  func.func private @issuesOnly(%A: !global, %t: !shared, %i: index) {
    %a = nvgpu.device_async_copy %A[%i, %i], %t[%i, %i], 8 : !global to !shared
    return
  }
  gpu.func @callers(%A: !global, %t: !shared, %i: index) kernel {
    func.call @copyAndWait(%A, %t, %i) : (!global, !shared, index) -> ()
    func.call @leavesOne(%A, %t, %i) : (!global, !shared, index) -> ()
    gpu.return
  }
  gpu.func @copies(%A: !global, %t: !shared, %i: index) kernel {
    func.call @issuesOnly(%A, %t, %i) : (!global, !shared, index) -> ()
    %g = nvgpu.device_async_create_group
    nvgpu.device_async_wait %g {numGroups = 0 : i32}
    gpu.return
  }
}
