// Sampled warps and CTAs: buffers are sized for them, others store nothing.
// RUN: proton-opt %s --convert-proton-to-proton-gpu="warps=0,4-7" --proton-gpu-allocate-scratch=threads-per-cta=256 | FileCheck %s --check-prefix=WARPS
// RUN: proton-opt %s --convert-proton-to-proton-gpu="warps=1,6-7 granularity=warp_4" --proton-gpu-allocate-scratch=threads-per-cta=512 | FileCheck %s --check-prefix=GROUPS
// RUN: proton-opt %s --convert-proton-to-proton-gpu="warps=1 granularity=thread" --proton-gpu-allocate-scratch=threads-per-cta=40 | FileCheck %s --check-prefix=THREADS
// RUN: proton-opt %s --convert-proton-to-proton-gpu="ctas=3,8-11" --proton-gpu-allocate-scratch=threads-per-cta=32 --convert-proton-gpu-to-llvm="target=nvidia block=32,1,1" | FileCheck %s --check-prefix=NVIDIA
// RUN: proton-opt %s --convert-proton-to-proton-gpu="ctas=3,8-11" --proton-gpu-allocate-scratch=threads-per-cta=32 --convert-proton-gpu-to-llvm | FileCheck %s --check-prefix=CPU
// RUN: not proton-opt %s --convert-proton-to-proton-gpu="warps=0,4-9" --proton-gpu-allocate-scratch=threads-per-cta=256 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not proton-opt %s --convert-proton-to-proton-gpu="warps=1" --proton-gpu-allocate-scratch=threads-per-cta=32 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not proton-opt %s --convert-proton-to-proton-gpu="warps=7-4" 2>&1 | FileCheck %s --check-prefix=TEXT

// WARPS: proton_gpu.unit_count = 5
// WARPS: proton_gpu.segment_alloc warps "0,4-7" units 5 recorders [0, 4, 5, 6, 7] in
// The first sampled warp of a unit records for it; units without one have no segment.
// GROUPS: proton_gpu.segment_alloc warps "1,6-7" units 2 recorders [1, 6] in
// The last warp of 40 threads has 8 lanes.
// THREADS: proton_gpu.segment_alloc warps "1" units 8 recorders [1] in

// RANGE: error: 'proton_gpu.segment_alloc' op samples warps 0,4-9, but a CTA of 256 threads has warps 0-7
// ONE: error: 'proton_gpu.segment_alloc' op samples warps 1, but a CTA of 32 threads has warp 0 only
// TEXT: error: 'proton_gpu.segment_alloc' op samples warps "7-4": '7-4' is not a range of ids

// CTA 3 has block 0, CTAs 8 to 11 have blocks 1 to 4; others write neither header nor records.
// NVIDIA: %[[CTA:.*]] = llvm.trunc %{{.*}} : i64 to i32
// NVIDIA: %[[THREE:.*]] = llvm.mlir.constant(3 : i32)
// NVIDIA: %[[A:.*]] = llvm.sub %[[CTA]], %[[THREE]]
// NVIDIA: %[[IS_THREE:.*]] = llvm.icmp "ule" %[[A]],
// NVIDIA: %[[EIGHT:.*]] = llvm.mlir.constant(8 : i32)
// NVIDIA: %[[B:.*]] = llvm.sub %[[CTA]], %[[EIGHT]]
// NVIDIA: %[[IS_OTHER:.*]] = llvm.icmp "ule" %[[B]],
// NVIDIA: %[[HAS_BLOCK:.*]] = llvm.or %[[IS_THREE]], %[[IS_OTHER]]
// NVIDIA: %[[FIRST:.*]] = llvm.icmp "eq" %{{.*}}, %{{.*}} : i32
// NVIDIA: %[[WRITES:.*]] = llvm.and %[[FIRST]], %[[HAS_BLOCK]]
// NVIDIA: scf.if %[[WRITES]]
// NVIDIA: @$2 st.global.v2.b32 [$0], {$1, %clk};{{.*}}", "l,r,b,~{memory}" %{{.*}}, %{{.*}}, %[[HAS_BLOCK]]

// CPU-LABEL: gpu.func @k
// CPU: %[[THREE:.*]] = llvm.mlir.constant(3 : i32)
// CPU: %[[FOUND:.*]] = llvm.call @pstudio.cpu.rank.cta(%{{.*}}, %[[THREE]],
// CPU: %[[EIGHT:.*]] = llvm.mlir.constant(8 : i32)
// CPU: %[[LAST:.*]] = llvm.mlir.constant(11 : i32)
// CPU: %[[RANK:.*]] = llvm.mlir.constant(1 : i32)
// CPU: %[[INDEX:.*]] = llvm.call @pstudio.cpu.rank.cta(%[[FOUND]], %[[EIGHT]], %[[LAST]], %{{.*}}, %[[RANK]])
// CPU: llvm.call @pstudio.cpu.record.begin(%{{[^,]*}}, %{{[^,]*}}, %[[INDEX]],
gpu.module @m {
  gpu.func @k() kernel {
    proton.record start "a"
    proton.record end "a"
    gpu.return
  }
}
