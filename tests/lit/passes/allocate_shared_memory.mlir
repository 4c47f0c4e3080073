// Shared segments get a workgroup buffer for the slots of all warps of the CTA.
// RUN: proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=100 bytes-free=4096" | FileCheck %s
// RUN: proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=100 bytes-free=1000000" | FileCheck %s --check-prefix=LARGE
// RUN: proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=100 bytes-free=4096 slots-per-unit=8" | FileCheck %s --check-prefix=CHOSEN
// RUN: proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=100 lanes-per-warp=64 bytes-free=4095" | FileCheck %s --check-prefix=WIDE
// RUN: proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=100 bytes-free=4096 counter-bytes-per-unit=8" | FileCheck %s --check-prefix=COUNTERS

// 100 threads are 4 warps of 32: 4 * 128 slots of 8 bytes fill 4096 bytes exactly.
// CHECK-LABEL: gpu.func @shared
// CHECK-SAME: (%{{.*}}: index) workgroup(%[[USER:.*]] : memref<32xf32, #gpu.address_space<workgroup>>, %[[M:.*]] : memref<512xi64, #gpu.address_space<workgroup>>) kernel
// CHECK: %[[S:.*]] = proton_gpu.segment_alloc units 4 staged %[[M]] : memref<512xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<128, shared, warp>
// CHECK: proton_gpu.initialize %[[S]] : !proton_gpu.segment<128, shared, warp>
// CHECK: proton_gpu.store scope_start 0, %{{.*}} to %[[S]] : !proton_gpu.segment<128, shared, warp>

// However much is free, an automatic segment takes no more than 2 KiB per warp.
// LARGE: proton_gpu.segment_alloc units 4 staged %{{.*}} : memref<1024xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<256, shared, warp>

// 32 bytes of counters leave room for 127 slots each, 64 is the power of two.
// COUNTERS: proton_gpu.segment_alloc units 4 staged %{{.*}} -> !proton_gpu.segment<64, shared, warp>

// CHOSEN: proton_gpu.segment_alloc units 4 staged %{{.*}} : memref<32xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<8, shared, warp>

// 2 wavefronts of 64 lanes; 4095 bytes have room for 255 slots each, 128 is the power of two.
// WIDE: proton_gpu.segment_alloc units 2 staged %{{.*}} : memref<256xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<128, shared, warp>
gpu.module @m {
  gpu.func @shared(%n: index) workgroup(%user: memref<32xf32, #gpu.address_space<workgroup>>) kernel {
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, shared, warp>
    proton_gpu.initialize %s : !proton_gpu.segment<?, shared, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<?, shared, warp>
    gpu.return
  }

  // Global segments and plain kernels are left alone.
  // CHECK-LABEL: gpu.func @global() kernel {
  // CHECK-NEXT: proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
  gpu.func @global() kernel {
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @plain() kernel {
  // CHECK-NEXT: gpu.return
  gpu.func @plain() kernel {
    gpu.return
  }
}
