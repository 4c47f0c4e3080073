// A flushed segment has two sizes: the one in shared memory, chosen by what is free, and the one in the buffer.
// RUN: proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=64 bytes-free=100000" --proton-gpu-allocate-scratch="threads-per-cta=64" | FileCheck %s
// RUN: proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=64 bytes-free=1200 counter-bytes-per-unit=8" --proton-gpu-allocate-scratch="threads-per-cta=64 slots-per-unit=128" | FileCheck %s --check-prefix=LITTLE
// RUN: proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=64 bytes-free=100000 most-slots=16" --proton-gpu-allocate-scratch="threads-per-cta=64 slots-per-unit=16" | FileCheck %s --check-prefix=LEAST
// RUN: not proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=64 bytes-free=255" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=64 bytes-free=100000" --proton-gpu-allocate-scratch="threads-per-cta=64 slots-per-unit=128" 2>&1 | FileCheck %s --check-prefix=SMALLER
// RUN: not proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=64 bytes-free=100000 most-slots=16" --proton-gpu-allocate-scratch="threads-per-cta=64 slots-per-unit=8" 2>&1 | FileCheck %s --check-prefix=TINY

// CHECK: proton_gpu.slots_per_unit = 1024 : i32
// CHECK: proton_gpu.segment_alloc strategy flush keeps 1024 units 2 in %{{.*}} staged %{{.*}} : memref<512xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<256, shared, warp>
// 1200 bytes less 16 for counters: 74 slots each.
// LITTLE: proton_gpu.slots_per_unit = 128 : i32
// LITTLE: keeps 128 units 2 {{.*}} -> !proton_gpu.segment<64, shared, warp>
// LEAST: keeps 16 units 2 {{.*}} -> !proton_gpu.segment<16, shared, warp>
// NONE: error: 'proton_gpu.segment_alloc' op needs 256 bytes of shared memory (2 warps, 16 slots each), but 255 are free: use the mode strategy=circular
// SMALLER: error: 'proton_gpu.segment_alloc' op of 256 slots cannot be flushed through 128: use at least as many slots
// TINY: error: 'proton_gpu.segment_alloc' op cannot be allocated: slots-per-unit must be a power of two of at least 16, but is 8
gpu.module @m {
  gpu.func @k() kernel {
    %s = proton_gpu.segment_alloc strategy flush -> !proton_gpu.segment<?, shared, warp>
    proton_gpu.initialize %s : !proton_gpu.segment<?, shared, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<?, shared, warp>
    gpu.return
  }
}
