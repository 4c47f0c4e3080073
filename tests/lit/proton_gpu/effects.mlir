// Counter reads and stores survive clean-up passes in their places.
// RUN: proton-opt %s --canonicalize --cse | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @nothing_is_merged_or_dropped
  gpu.func @nothing_is_merged_or_dropped() kernel {
    // CHECK-NEXT: %[[S:.*]] = proton_gpu.segment_alloc
    // CHECK-NEXT: proton_gpu.initialize %[[S]]
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    proton_gpu.initialize %s : !proton_gpu.segment<?, global, warp>
    // CHECK-NEXT: %[[T0:.*]] = proton_gpu.read_counter
    // CHECK-NEXT: proton_gpu.store scope_start 0, %[[T0]]
    // CHECK-NEXT: %[[T1:.*]] = proton_gpu.read_counter
    // CHECK-NEXT: proton_gpu.store scope_end 0, %[[T1]]
    %t0 = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t0 to %s : !proton_gpu.segment<?, global, warp>
    %t1 = proton_gpu.read_counter : i32
    proton_gpu.store scope_end 0, %t1 to %s : !proton_gpu.segment<?, global, warp>
    // CHECK-NEXT: proton_gpu.read_counter
    %unused = proton_gpu.read_counter : i32
    // CHECK-NEXT: proton_gpu.finalize %[[S]]
    proton_gpu.finalize %s : !proton_gpu.segment<?, global, warp>
    // CHECK-NEXT: gpu.return
    gpu.return
  }
}
