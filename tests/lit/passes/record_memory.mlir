// Which kernels get shared segments that nobody asked for: those whose warps cannot fill them.
// RUN: proton-opt %s --convert-proton-to-proton-gpu=shared-if-at-most=16 | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: proton-opt %s --convert-proton-to-proton-gpu="shared-if-at-most=16 block=64,1,1" | FileCheck %s --check-prefixes=CHECK,WARP
// RUN: proton-opt %s --convert-proton-to-proton-gpu="shared-if-at-most=16 block=64,1,1 lanes-per-warp=64" | FileCheck %s --check-prefixes=CHECK,WAVE

gpu.module @kernels {
  // CHECK-LABEL: @straight
  // CHECK: segment_alloc -> !proton_gpu.segment<?, shared
  gpu.func @straight() kernel {
    proton.record start "a"
    proton.record end "a"
    gpu.return
  }

  // 8 rounds of 2 records.
  // CHECK-LABEL: @counted_loop
  // CHECK: segment_alloc -> !proton_gpu.segment<?, shared
  gpu.func @counted_loop() kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      proton.record start "a"
      proton.record end "a"
    }
    gpu.return
  }

  // 4 rounds of 2 rounds of 2 records, and 2 around them: 18.
  // CHECK-LABEL: @nested_loops
  // CHECK: segment_alloc -> !proton_gpu.segment<?, global
  gpu.func @nested_loops() kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    proton.record start "all"
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c2 step %c1 {
        proton.record start "a"
        proton.record end "a"
      }
    }
    proton.record end "all"
    gpu.return
  }

  // Only one side runs: 16, not 18.
  // CHECK-LABEL: @branches
  // CHECK: segment_alloc -> !proton_gpu.segment<?, shared
  gpu.func @branches(%condition: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.if %condition {
      scf.for %i = %c0 to %c8 step %c1 {
        proton.record start "a"
        proton.record end "a"
      }
    } else {
      proton.record start "b"
      proton.record end "b"
    }
    gpu.return
  }

  // CHECK-LABEL: @any_number_of_rounds
  // CHECK: segment_alloc -> !proton_gpu.segment<?, global
  gpu.func @any_number_of_rounds(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      proton.record start "a"
      proton.record end "a"
    }
    gpu.return
  }

  // CHECK-LABEL: @unstructured_loop
  // CHECK: segment_alloc -> !proton_gpu.segment<?, global
  gpu.func @unstructured_loop(%condition: i1) kernel {
    cf.br ^loop
  ^loop:
    proton.record start "a"
    proton.record end "a"
    cf.cond_br %condition, ^loop, ^done
  ^done:
    gpu.return
  }

  // A value of 32 bits takes 2 slots, one of 64 bits 3: 5 * 2 + 2 * 3 = 16.
  // CHECK-LABEL: @values
  // CHECK: segment_alloc -> !proton_gpu.segment<?, shared
  gpu.func @values(%v: f32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    scf.for %i = %c0 to %c5 step %c1 {
      proton.value "v", %v : f32
    }
    proton.value "n", %n : index
    proton.value "n", %n : index
    gpu.return
  }

  // One slot more.
  // CHECK-LABEL: @too_many_values
  // CHECK: segment_alloc -> !proton_gpu.segment<?, global
  gpu.func @too_many_values(%v: f32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    scf.for %i = %c0 to %c7 step %c1 {
      proton.value "v", %v : f32
    }
    proton.value "n", %n : index
    gpu.return
  }

  // Lanes that are apart need masks, and the arms of their branch run one after the other: 3 * 2 slots in one lane, 6 * 2 with
  // a mask of 32 lanes, 6 * 3 with one of 64.
  // CHECK-LABEL: @divergent_arms
  // ONE-NOT: proton_gpu.mask_slots
  // WARP-SAME: proton_gpu.mask_slots = 1
  // WAVE-SAME: proton_gpu.mask_slots = 2
  // ONE: segment_alloc -> !proton_gpu.segment<?, shared
  // WARP: segment_alloc -> !proton_gpu.segment<?, shared
  // WAVE: segment_alloc -> !proton_gpu.segment<?, global
  gpu.func @divergent_arms() kernel {
    %x = gpu.thread_id x
    %c8 = arith.constant 8 : index
    %few = arith.cmpi ult, %x, %c8 : index
    proton.record start "all"
    scf.if %few {
      proton.record start "a"
      proton.record end "a"
    } else {
      proton.record start "b"
      proton.record end "b"
    }
    proton.record end "all"
    gpu.return
  }

  // 5 rounds of 2 records, with their masks 20.
  // CHECK-LABEL: @divergent_loop
  // ONE: segment_alloc -> !proton_gpu.segment<?, shared
  // WARP: segment_alloc -> !proton_gpu.segment<?, global
  gpu.func @divergent_loop() kernel {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %few = arith.cmpi ult, %x, %c5 : index
    scf.if %few {
      scf.for %i = %c0 to %c5 step %c1 {
        proton.record start "a"
        proton.record end "a"
      }
    }
    gpu.return
  }
}
