// Records of called functions depend on the iteration of the loop around the call.
// RUN: proton-opt %s --convert-proton-to-proton-gpu --proton-sample-iterations=every=4 | FileCheck %s
// RUN: proton-opt %s --convert-proton-to-proton-gpu --proton-sample-iterations=every=4 --proton-gpu-allocate-scratch --convert-proton-gpu-to-llvm | FileCheck %s --check-prefix=CPU
// RUN: proton-opt %s --convert-proton-to-proton-gpu --proton-sample-iterations=every=4 --proton-gpu-allocate-scratch --convert-proton-gpu-to-llvm="target=nvidia block=32,1,1" | FileCheck %s --check-prefix=NVIDIA

// What is in no loop of its function asks the caller, here for accesses and for scopes each; what a caller asks its own
// caller for it passes on.
// CHECK-LABEL: func.func private @load
// CHECK-DAG: %[[SCOPES:.*]] = proton_gpu.caller_is_sampled 0 -> i1
// CHECK-DAG: %[[ACCESSES:.*]] = proton_gpu.caller_is_sampled 1 -> i1
// CHECK: proton_gpu.store scope_start 0, %{{.*}} to %{{.*}} if %[[SCOPES]] :
// CHECK: proton_gpu.store memory_access 1 {{.*}} if %[[ACCESSES]] :
// CHECK: proton_gpu.store scope_end 0, %{{.*}} to %{{.*}} if %[[SCOPES]] :
// CHECK-LABEL: func.func private @load_two
// CHECK-DAG: %[[SCOPES:.*]] = proton_gpu.caller_is_sampled 0 -> i1
// CHECK-DAG: %[[ACCESSES:.*]] = proton_gpu.caller_is_sampled 1 -> i1
// CHECK: proton_gpu.save_context %{{.*}} if %[[SCOPES]], %[[ACCESSES]] :
// CHECK-NEXT: call @load(
// A loop of the function itself is nearer. Accesses are counted over all calls.
// CHECK-LABEL: func.func private @own_loop
// CHECK-NOT: caller_is_sampled
// CHECK: %[[OWN:.*]] = proton_gpu.loop_counter every 4 kept : !proton_gpu.iterations
// CHECK-NOT: enter_loop
// CHECK: scf.for
// CHECK-NEXT: proton_gpu.next_iteration %[[OWN]]
// CHECK: proton_gpu.store memory_access {{.*}} if
// Not called in any loop: nothing to ask for.
// CHECK-LABEL: func.func private @store
// CHECK-NOT: caller_is_sampled
// CHECK: proton_gpu.store memory_access 0 with %{{.*}} : i64 stride 4, %{{.*}} to %{{[^ ]*}} :
// The call in front of the loop records always.
// CHECK-LABEL: gpu.func @kernel
// CHECK: %[[TRUE:.*]] = llvm.mlir.constant(true) : i1
// CHECK: proton_gpu.save_context %{{.*}} if %{{.*}}, %{{.*}} :
// CHECK-NEXT: call @load_two(
// CHECK: proton_gpu.enter_loop
// CHECK-NEXT: scf.for
// CHECK: %[[P:.*]] = proton_gpu.is_sampled
// CHECK: %[[Q:.*]] = proton_gpu.is_sampled
// CHECK: proton_gpu.save_context %{{.*}} if %[[P]], %[[Q]] :
// CHECK-NEXT: call @load_two(
// CHECK: proton_gpu.save_context %{{[^ ]*}} offset {{[0-9]+}} :
// CHECK-NEXT: call @own_loop(
// CHECK: proton_gpu.save_context %{{[^ ]*}} offset {{[0-9]+}} :
// CHECK-NEXT: call @store(

// Conditions are arguments; a counter is known by its address.
// CPU-LABEL: func.func private @load(
// CPU-SAME: %{{[^:]*}}: i32, %[[SCOPES:[^:]*]]: i1, %[[ACCESSES:[^:]*]]: i1
// CPU: llvm.call @pstudio.cpu.record.store(%[[SCOPES]],
// CPU: llvm.call @pstudio.cpu.store.access(%[[ACCESSES]],
// CPU-LABEL: func.func private @own_loop(
// CPU-SAME: index, %{{[^:]*}}: i32, %[[COUNTER:[^:]*]]: !llvm.ptr)
// CPU: llvm.call @pstudio.cpu.loop.next(%[[COUNTER]],
// CPU-LABEL: gpu.func @kernel
// CPU: llvm.call @pstudio.cpu.loop.enter(
// CPU: %[[COUNTER:.*]] = llvm.call @pstudio.cpu.loop.enter(
// CPU: call @own_loop({{.*}}, %[[COUNTER]])

// On a GPU the count is handed over in a register and comes back. Iterations that do not record take a body without
// records; what records nothing else is a function without records there.
// NVIDIA-LABEL: func.func private @own_loop(
// NVIDIA-SAME: %[[COUNT:[^:]*]]: i32{{.*}} -> {{.*}}i32
// NVIDIA: scf.for
// NVIDIA: scf.if
// NVIDIA: %clock
// NVIDIA: } else {
// NVIDIA-NOT: %clock
// NVIDIA: }
// NVIDIA-LABEL: gpu.func @two_bodies
// NVIDIA: scf.for
// NVIDIA: %[[SUM:.*]] = scf.if %{{.*}} -> (f32) {
// NVIDIA: call @plus_one(%{{.*}}, %{{.*}}, %{{.*}}
// NVIDIA: } else {
// NVIDIA: call @plus_one.plain(%{{[^,]*}}, %{{[^,]*}}) : (memref<64xf32>, f32) -> f32
// NVIDIA: }
// NVIDIA: scf.yield %[[SUM]]
gpu.module @m {
  func.func private @load(%address: i64) {
    proton.record start "load"
    proton.access <kind = load, space = global, bytes = 4, stride = 4> "load A" at %address
    proton.record end "load"
    return
  }
  func.func private @load_two(%address: i64) {
    func.call @load(%address) : (i64) -> ()
    return
  }
  func.func private @own_loop(%address: i64, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      proton.access <kind = load, space = global, bytes = 4, stride = 4> "load A" at %address
    }
    return
  }
  func.func private @store(%address: i64) {
    proton.access <kind = load, space = global, bytes = 4, stride = 4> "load A" at %address
    return
  }
  gpu.func @kernel(%address: i64, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    func.call @load_two(%address) : (i64) -> ()
    scf.for %i = %c0 to %n step %c1 {
      func.call @load_two(%address) : (i64) -> ()
      func.call @own_loop(%address, %n) : (i64, index) -> ()
    }
    func.call @store(%address) : (i64) -> ()
    gpu.return
  }
  func.func private @plus_one(%A: memref<64xf32>, %sum: f32) -> f32 {
    %t = gpu.thread_id x
    %address = memref.extract_aligned_pointer_as_index %A : memref<64xf32> -> index
    %bits = arith.index_cast %address : index to i64
    proton.access <kind = load, space = global, bytes = 4, stride = 4> "load A" at %bits
    %x = memref.load %A[%t] : memref<64xf32>
    %more = arith.addf %sum, %x : f32
    return %more : f32
  }
  gpu.func @two_bodies(%A: memref<64xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %all = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f32) {
      %more = func.call @plus_one(%A, %sum) : (memref<64xf32>, f32) -> f32
      scf.yield %more : f32
    }
    memref.store %all, %A[%c0] : memref<64xf32>
    gpu.return
  }
}
