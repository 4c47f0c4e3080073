// Kernels with a segment get the profile buffer as their last argument, and the host learns the size of a block.
// RUN: proton-opt %s --proton-gpu-allocate-scratch=threads-per-cta=96 | FileCheck %s
// RUN: proton-opt %s --proton-gpu-allocate-scratch="threads-per-cta=97 slots-per-unit=64" | FileCheck %s --check-prefix=CHOSEN
// RUN: proton-opt %s --proton-gpu-allocate-scratch=threads-per-cta=96 --proton-gpu-allocate-scratch=threads-per-cta=96 | FileCheck %s
// RUN: not proton-opt %s --proton-gpu-allocate-scratch="slots-per-unit=100" 2>&1 | FileCheck %s --check-prefix=POWER

// POWER: error: 'proton_gpu.segment_alloc' op cannot be allocated: slots-per-unit must be a power of two of at least 4, but is 100
gpu.module @m {
  // CHECK-LABEL: gpu.func @global
  // CHECK-SAME: (%{{.*}}: memref<64xf32>, %[[BUFFER:.*]]: !llvm.ptr {proton_gpu.profile_buffer}) workgroup(%[[USER:.*]] : memref<32xf32, #gpu.address_space<workgroup>>) kernel
  // CHECK-SAME: proton_gpu.slots_per_unit = 32 : i32
  // CHECK-SAME: proton_gpu.unit_count = 3 : i32
  // CHECK-NEXT: proton_gpu.segment_alloc units 3 in %[[BUFFER]] : !llvm.ptr -> !proton_gpu.segment<32, global, warp>
  // CHECK: memref.load %[[USER]]
  // CHOSEN-LABEL: gpu.func @global
  // CHOSEN-SAME: proton_gpu.slots_per_unit = 64 : i32
  // CHOSEN-SAME: proton_gpu.unit_count = 4 : i32
  // CHOSEN: proton_gpu.segment_alloc units 4 in %{{.*}} : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
  gpu.func @global(%a: memref<64xf32>) workgroup(%user: memref<32xf32, #gpu.address_space<workgroup>>) kernel {
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    %c0 = arith.constant 0 : index
    %x = memref.load %user[%c0] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

  // Shared segments keep the size that they have: it is the block's too.
  // CHECK-LABEL: gpu.func @shared
  // CHECK-SAME: (%[[BUFFER:.*]]: !llvm.ptr {proton_gpu.profile_buffer}) workgroup(%[[M:.*]] : memref<48xi64, #gpu.address_space<workgroup>>)
  // CHECK-SAME: proton_gpu.slots_per_unit = 16 : i32
  // CHECK-SAME: proton_gpu.unit_count = 3 : i32
  // CHECK-NEXT: proton_gpu.segment_alloc units 3 in %[[BUFFER]] : !llvm.ptr staged %[[M]] : memref<48xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<16, shared, warp>
  gpu.func @shared() workgroup(%m: memref<48xi64, #gpu.address_space<workgroup>>) kernel {
    %s = proton_gpu.segment_alloc units 3 staged %m : memref<48xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<16, shared, warp>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @plain(%{{[^,]*}}: index) kernel {
  gpu.func @plain(%n: index) kernel {
    gpu.return
  }
}
