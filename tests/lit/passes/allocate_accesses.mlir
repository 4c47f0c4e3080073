// A half that is handed over holds an access with an address of each lane, and what the handover records.
// RUN: proton-opt %s --proton-gpu-allocate-scratch="threads-per-cta=64 slots-per-unit=128" | FileCheck %s
// RUN: not proton-opt %s --proton-gpu-allocate-scratch="threads-per-cta=64 slots-per-unit=64" 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not proton-opt %s --proton-gpu-allocate-scratch="threads-per-cta=64 lanes-per-warp=64 slots-per-unit=128" 2>&1 | FileCheck %s --check-prefix=WIDE

// CHECK-LABEL: gpu.func @each_lane
// CHECK: proton_gpu.segment_alloc strategy stream keeps 128 units 2 {{.*}} -> !proton_gpu.segment<128, global, warp>
// One address for the whole warp: any size will do.
// CHECK-LABEL: gpu.func @one_address
// CHECK: -> !proton_gpu.segment<128, global, warp>
// SMALL: allocate_accesses.mlir:[[#@LINE+6]]:10: error: 'proton_gpu.segment_alloc' op cannot be allocated: slots-per-unit must be a power of two of at least 128, but is 64
// SMALL-NOT: error
// WIDE: error: 'proton_gpu.segment_alloc' op cannot be allocated: slots-per-unit must be a power of two of at least 256, but is 128
// WIDE-NOT: error
gpu.module @m {
  gpu.func @each_lane(%address: i64) kernel {
    %s = proton_gpu.segment_alloc strategy stream -> !proton_gpu.segment<?, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 0 with %address : i64 each 1, %t to %s : !proton_gpu.segment<?, global, warp>
    gpu.return
  }
  gpu.func @one_address(%address: i64) kernel {
    %s = proton_gpu.segment_alloc strategy stream -> !proton_gpu.segment<?, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 0 with %address : i64, %t to %s : !proton_gpu.segment<?, global, warp>
    gpu.return
  }
}
