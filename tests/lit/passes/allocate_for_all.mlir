// A segment holds what a warp may write, twice for lanes that diverge, where that is known and little; with most-automatic-slots also where it is more, within the limit.
// RUN: proton-opt %s --proton-gpu-allocate-scratch="threads-per-cta=64 most-automatic-slots=8192" | FileCheck %s
// RUN: proton-opt %s --proton-gpu-allocate-scratch="threads-per-cta=64 most-automatic-slots=8192 slots-per-unit=64" | FileCheck %s --check-prefix=CHOSEN
// RUN: proton-opt %s --proton-gpu-allocate-scratch="threads-per-cta=64" | FileCheck %s --check-prefix=PLAIN

gpu.module @m {
  // CHECK-LABEL: gpu.func @few
  // CHECK-SAME: proton_gpu.slots_per_unit = 32 : i32
  // PLAIN-LABEL: gpu.func @few
  // PLAIN-SAME: proton_gpu.slots_per_unit = 32 : i32
  gpu.func @few(%address: i64) kernel {
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 0 with %address : i64, %t to %s : !proton_gpu.segment<?, global, warp>
    gpu.return
  }

  // 600 records of 2 slots.
  // CHECK-LABEL: gpu.func @known
  // CHECK-SAME: proton_gpu.slots_per_unit = 4096 : i32
  // CHOSEN-LABEL: gpu.func @known
  // CHOSEN-SAME: proton_gpu.slots_per_unit = 64 : i32
  // PLAIN-LABEL: gpu.func @known
  // PLAIN-SAME: proton_gpu.slots_per_unit = 1024 : i32
  gpu.func @known(%address: i64) kernel {
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c600 = arith.constant 600 : index
    scf.for %i = %c0 to %c600 step %c1 {
      %t = proton_gpu.read_counter : i32
      proton_gpu.store memory_access 0 with %address : i64, %t to %s : !proton_gpu.segment<?, global, warp>
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @unknown
  // CHECK-SAME: proton_gpu.slots_per_unit = 8192 : i32
  gpu.func @unknown(%address: i64, %n: index) kernel {
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %t = proton_gpu.read_counter : i32
      proton_gpu.store memory_access 0 with %address : i64, %t to %s : !proton_gpu.segment<?, global, warp>
    }
    gpu.return
  }
}
