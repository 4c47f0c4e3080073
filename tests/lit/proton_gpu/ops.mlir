// Every operation, type and attribute of the proton_gpu dialect is printed as it was written.
// RUN: proton-opt %s --split-input-file | FileCheck %s
// RUN: proton-opt %s --split-input-file | proton-opt --split-input-file | FileCheck %s

// CHECK-LABEL: gpu.func @before_allocation
// CHECK-SAME: (%[[KEY:.*]]: index)
gpu.module @kernels {
  gpu.func @before_allocation(%key: index) kernel {
    // CHECK: %[[S:.*]] = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    // CHECK: proton_gpu.initialize %[[S]] : !proton_gpu.segment<?, global, warp>
    proton_gpu.initialize %s : !proton_gpu.segment<?, global, warp>
    // CHECK: %[[T:.*]] = proton_gpu.read_counter : i32
    %t = proton_gpu.read_counter : i32
    // CHECK: proton_gpu.store scope_start 0, %[[T]] to %[[S]] : !proton_gpu.segment<?, global, warp>
    proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<?, global, warp>
    // CHECK: proton_gpu.store event_start 7 key %[[KEY]], %[[T]] to %[[S]] : !proton_gpu.segment<?, global, warp>
    proton_gpu.store event_start 7 key %key, %t to %s : !proton_gpu.segment<?, global, warp>
    // CHECK: proton_gpu.store event_end 7, %[[T]] to %[[S]]
    proton_gpu.store event_end 7, %t to %s : !proton_gpu.segment<?, global, warp>
    // The largest operation id.
    // CHECK: proton_gpu.store scope_end 4095, %[[T]] to %[[S]]
    proton_gpu.store scope_end 4095, %t to %s : !proton_gpu.segment<?, global, warp>
    // CHECK: proton_gpu.finalize %[[S]] : !proton_gpu.segment<?, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<?, global, warp>
    gpu.return
  }
}

// -----

// CHECK-LABEL: gpu.func @after_allocation
// CHECK-SAME: (%[[BUFFER:.*]]: !llvm.ptr {proton_gpu.profile_buffer}) workgroup(%[[SHARED:.*]] : memref<64xi64, #gpu.address_space<workgroup>>)
!shared = memref<64xi64, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @after_allocation(%buffer: !llvm.ptr {proton_gpu.profile_buffer}) workgroup(%shared: !shared) kernel {
    // CHECK: proton_gpu.segment_alloc units 4 in %[[BUFFER]] : !llvm.ptr -> !proton_gpu.segment<1024, global, warp>
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !proton_gpu.segment<1024, global, warp>
    // CHECK: proton_gpu.segment_alloc units 4 in %[[BUFFER]] : !llvm.ptr staged %[[SHARED]] : memref<64xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<16, shared, warp>
    %t = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr staged %shared : !shared -> !proton_gpu.segment<16, shared, warp>
    gpu.return
  }
}

// -----

// CHECK-LABEL: gpu.func @halved
!shared = memref<64xi64, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @halved(%buffer: !llvm.ptr {proton_gpu.profile_buffer}) workgroup(%shared: !shared) kernel
      attributes {proton_gpu.operations = [#proton_gpu.operation<kind = profile, name = "profile flush">]} {
    // CHECK: %[[S:.*]] = proton_gpu.segment_alloc strategy flush keeps 256 units 4 in %{{.*}} : !llvm.ptr staged %{{.*}} : memref<64xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<16, shared, warp>
    %s = proton_gpu.segment_alloc strategy flush keeps 256 units 4 in %buffer : !llvm.ptr staged %shared : !shared -> !proton_gpu.segment<16, shared, warp>
    // CHECK: %[[T:.*]] = proton_gpu.segment_alloc strategy stream ->
    %t = proton_gpu.segment_alloc strategy stream -> !proton_gpu.segment<?, global, warp>
    // CHECK: proton_gpu.flush_point 3 of %[[S]] : !proton_gpu.segment<16, shared, warp>
    proton_gpu.flush_point 3 of %s : !proton_gpu.segment<16, shared, warp>
    // CHECK: proton_gpu.flush_point 4 dropping of %[[T]] : !proton_gpu.segment<?, global, warp>
    proton_gpu.flush_point 4 dropping of %t : !proton_gpu.segment<?, global, warp>
    gpu.return
  }
}

// -----

// Every granularity has a name.
// CHECK-LABEL: func.func private @granularities
// CHECK-SAME: segment<4, shared, thread>
// CHECK-SAME: segment<4, shared, warp>
// CHECK-SAME: segment<4, shared, warp_2>
// CHECK-SAME: segment<4, shared, warp_4>
// CHECK-SAME: segment<4, shared, warp_8>
// CHECK-SAME: segment<4, global, cta>
// CHECK-SAME: segment<4, global, warp_group>
// CHECK-SAME: segment<4, global, warp_group_2>
// CHECK-SAME: segment<4, global, warp_group_4>
// CHECK-SAME: segment<4, global, warp_group_8>
func.func private @granularities(
  !proton_gpu.segment<4, shared, thread>, !proton_gpu.segment<4, shared, warp>,
  !proton_gpu.segment<4, shared, warp_2>, !proton_gpu.segment<4, shared, warp_4>,
  !proton_gpu.segment<4, shared, warp_8>, !proton_gpu.segment<4, global, cta>,
  !proton_gpu.segment<4, global, warp_group>, !proton_gpu.segment<4, global, warp_group_2>,
  !proton_gpu.segment<4, global, warp_group_4>, !proton_gpu.segment<4, global, warp_group_8>)

// -----

// What is not known is not printed.
// CHECK-LABEL: func.func private @operations
// CHECK-SAME: #proton_gpu.operation<kind = scope, name = "outer">
// CHECK-SAME: #proton_gpu.operation<kind = event, name = "copy \22A\22", parent = 0, location = "k.mlir:3:5">
func.func private @operations() attributes {proton_gpu.operations = [
  #proton_gpu.operation<kind = scope, name = "outer", parent = -1>,
  #proton_gpu.operation<kind = event, name = "copy \22A\22", parent = 0, location = "k.mlir:3:5">]}

// -----

// CHECK-LABEL: gpu.func @values
// CHECK-SAME: operations = [#proton_gpu.operation<kind = value, name = "left", type = i32, unit = "rows">]
gpu.module @kernels {
  gpu.func @values(%narrow: i32, %wide: i64) kernel attributes {operations = [#proton_gpu.operation<kind = value, name = "left", type = i32, unit = "rows">]} {
    // CHECK: %[[S:.*]] = proton_gpu.segment_alloc
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    // CHECK: %[[T:.*]] = proton_gpu.read_counter
    %t = proton_gpu.read_counter : i32
    // CHECK: proton_gpu.store value 0 with %{{.*}} : i32, %[[T]] to %[[S]] : !proton_gpu.segment<?, global, warp>
    proton_gpu.store value 0 with %narrow : i32, %t to %s : !proton_gpu.segment<?, global, warp>
    // CHECK: proton_gpu.store value 1 with %{{.*}} : i64, %[[T]] to %[[S]] : !proton_gpu.segment<?, global, warp>
    proton_gpu.store value 1 with %wide : i64, %t to %s : !proton_gpu.segment<?, global, warp>
    gpu.return
  }
}

// -----

// CHECK-LABEL: gpu.func @groups
// CHECK-SAME: proton_gpu.groups = {{\[\[}}#proton_gpu.member<kind = scope_start, id = 0>, #proton_gpu.member<kind = event_end, id = 1, key = 7>], [#proton_gpu.member<kind = event_start, id = 1, keyed = true>]]
gpu.module @kernels {
  gpu.func @groups(%k: index, %p: i1) kernel attributes {proton_gpu.groups = [
      [#proton_gpu.member<kind = scope_start, id = 0>, #proton_gpu.member<kind = event_end, id = 1, key = 7>],
      [#proton_gpu.member<kind = event_start, id = 1, keyed = true>]]} {
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    %t = proton_gpu.read_counter : i32
    // CHECK: proton_gpu.store_group 0 at %[[T:.*]], %[[T]] to %{{.*}} : !proton_gpu.segment<?, global, warp>
    proton_gpu.store_group 0 at %t, %t to %s : !proton_gpu.segment<?, global, warp>
    // CHECK: proton_gpu.store_group 1 at %[[T]] keys %{{.*}} to %{{.*}} if %{{.*}} : !proton_gpu.segment<?, global, warp>
    proton_gpu.store_group 1 at %t keys %k to %s if %p : !proton_gpu.segment<?, global, warp>
    gpu.return
  }
}
