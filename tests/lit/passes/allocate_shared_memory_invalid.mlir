// Shared memory that is too small, or a size that cannot be, is rejected with the figures.
// RUN: not proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=128 bytes-free=511" 2>&1 | FileCheck %s --check-prefix=AUTOMATIC
// RUN: not proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=128 bytes-free=4096 slots-per-unit=256" 2>&1 | FileCheck %s --check-prefix=CHOSEN
// RUN: not proton-opt %s --proton-gpu-allocate-shared-memory="slots-per-unit=12 bytes-free=4096" 2>&1 | FileCheck %s --check-prefix=POWER
// RUN: not proton-opt %s --proton-gpu-allocate-shared-memory="lanes-per-warp=0 bytes-free=4096" 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=128 bytes-free=512" | FileCheck %s
// RUN: not proton-opt %s --proton-gpu-allocate-shared-memory="threads-per-cta=128 bytes-free=512 counter-bytes-per-unit=8" 2>&1 | FileCheck %s --check-prefix=COUNTERS

// COUNTERS: error: 'proton_gpu.segment_alloc' op needs 544 bytes of shared memory (4 warps, 16 slots each), but 512 are free
// AUTOMATIC: allocate_shared_memory_invalid.mlir:[[#@LINE+7]]:10: error: 'proton_gpu.segment_alloc' op needs 512 bytes of shared memory (4 warps, 16 slots each), but 511 are free: use fewer slots or the mode buffer_type=global
// CHOSEN: error: 'proton_gpu.segment_alloc' op needs 8192 bytes of shared memory (4 warps, 256 slots each), but 4096 are free: use fewer slots or the mode buffer_type=global
// POWER: error: 'proton_gpu.segment_alloc' op cannot be allocated: slots-per-unit must be a power of two of at least 4, but is 12
// LANES: error: 'proton_gpu.segment_alloc' op cannot be allocated: lanes-per-warp must be at least 1, but is 0
// CHECK: !proton_gpu.segment<16, shared, warp>
gpu.module @m {
  gpu.func @shared() kernel {
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, shared, warp>
    gpu.return
  }
}
