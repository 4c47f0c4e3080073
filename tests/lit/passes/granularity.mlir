// Granularities: which warps record for which unit, in allocation and in both lowerings.
// RUN: proton-opt %s --convert-proton-to-proton-gpu=granularity=warp_2 --proton-gpu-allocate-scratch=threads-per-cta=160 | FileCheck %s --check-prefix=WARP2
// RUN: proton-opt %s --convert-proton-to-proton-gpu=granularity=warp_group --proton-gpu-allocate-scratch=threads-per-cta=256 | FileCheck %s --check-prefix=GROUP
// RUN: proton-opt %s --convert-proton-to-proton-gpu=granularity=cta --proton-gpu-allocate-scratch=threads-per-cta=256 | FileCheck %s --check-prefix=CTA
// RUN: proton-opt %s --convert-proton-to-proton-gpu=granularity=thread --proton-gpu-allocate-scratch=threads-per-cta=40 | FileCheck %s --check-prefix=THREAD
// RUN: proton-opt %s --convert-proton-to-proton-gpu="granularity=warp_4 buffer-type=shared" --proton-gpu-allocate-shared-memory="threads-per-cta=256 bytes-free=4096" --proton-gpu-allocate-scratch=threads-per-cta=256 | FileCheck %s --check-prefix=SHARED
// RUN: proton-opt %s --convert-proton-to-proton-gpu="granularity=warp_2" --proton-gpu-allocate-scratch="threads-per-cta=160 slots-per-unit=1024" --convert-proton-gpu-to-llvm | FileCheck %s --check-prefix=CPU
// RUN: proton-opt %s --convert-proton-to-proton-gpu="granularity=thread" --proton-gpu-allocate-scratch=threads-per-cta=40 --convert-proton-gpu-to-llvm | FileCheck %s --check-prefix=LANE
// RUN: proton-opt %s --convert-proton-to-proton-gpu="granularity=warp_2" --proton-gpu-allocate-scratch=threads-per-cta=160 --convert-proton-gpu-to-llvm="target=nvidia block=160,1,1" | FileCheck %s --check-prefix=NVIDIA
// RUN: proton-opt %s --convert-proton-to-proton-gpu="granularity=thread" --proton-gpu-allocate-scratch=threads-per-cta=40 --convert-proton-gpu-to-llvm="target=nvidia block=40,1,1" | FileCheck %s --check-prefix=NVLANE

// Five warps make three units; the last has one warp.
// WARP2: proton_gpu.unit_count = 3
// WARP2: proton_gpu.segment_alloc units 3 recorders [0, 2, 4] in %{{.*}} : !llvm.ptr -> !proton_gpu.segment<32, global, warp_2>
// GROUP: proton_gpu.segment_alloc units 2 recorders [0, 4] in
// CTA: proton_gpu.segment_alloc units 1 recorders [0] in %{{.*}} -> !proton_gpu.segment<32, global, cta>
// Every thread has a segment of its own, of 1 KiB.
// THREAD: proton_gpu.segment_alloc units 40 in %{{.*}} -> !proton_gpu.segment<32, global, thread>
// SHARED: proton_gpu.segment_alloc units 2 recorders [0, 4] in %{{.*}} staged %{{.*}} : memref<512xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<256, shared, warp_4>

// On the CPU target: the number of the warp among 0, 2, 4, or -1, which stores nothing. Flags: circular (0), warp_2
// (2 << 4).
// CPU-LABEL: gpu.func @uniform
// CPU: llvm.call @pstudio.cpu.rank.cta(
// CPU: %[[NONE:.*]] = llvm.mlir.constant(-1 : i32)
// CPU: %[[FIRST:.*]] = llvm.mlir.constant(0 : i32)
// CPU: %[[LAST:.*]] = llvm.mlir.constant(4 : i32)
// CPU: %[[SHIFT:.*]] = llvm.mlir.constant(1 : i32)
// CPU: %[[UNIT:.*]] = llvm.call @pstudio.cpu.rank.warp(%[[NONE]], %[[FIRST]], %[[LAST]], %[[SHIFT]],
// CPU: %[[UNITS:.*]] = llvm.mlir.constant(3 : i32)
// CPU: %[[FLAGS:.*]] = llvm.mlir.constant(32 : i32)
// CPU: llvm.call @pstudio.cpu.record.begin(%{{.*}}, %{{.*}}, %{{.*}}, %[[UNIT]], %[[UNITS]], %{{.*}}, %{{.*}}, %[[FLAGS]],

// A lane stores for itself: the runtime finds the granularity in the flags, circular (0), thread (0 << 4).
// LANE-LABEL: gpu.func @uniform
// LANE: %[[WARP:.*]] = llvm.call @pstudio.cpu.rank.warp
// LANE: %[[UNITS:.*]] = llvm.mlir.constant(40 : i32)
// LANE: %[[FLAGS:.*]] = llvm.mlir.constant(0 : i32)
// LANE: llvm.call @pstudio.cpu.record.begin(%{{.*}}, %{{.*}}, %{{.*}}, %[[WARP]], %[[UNITS]], %{{.*}}, %{{.*}}, %[[FLAGS]],
// LANE: llvm.call @pstudio.cpu.record.store(
// LANE: llvm.call @pstudio.cpu.record.end(

// Flags: circular (0), warp_2 (2 << 4). On the GPU: warp 0, 2 or 4 stores, and ends its unit.
// NVIDIA-LABEL: gpu.func @uniform
// NVIDIA: %[[WARP:.*]] = llvm.lshr
// NVIDIA: %[[LAST:.*]] = llvm.mlir.constant(4 : i32)
// NVIDIA: %[[IN:.*]] = llvm.icmp "ule" %[[WARP]], %[[LAST]]
// NVIDIA: %[[REST:.*]] = llvm.and %[[WARP]],
// NVIDIA: %[[EVEN:.*]] = llvm.icmp "eq" %[[REST]],
// NVIDIA: %[[RECORDS:.*]] = llvm.and %[[IN]], %[[EVEN]]
// NVIDIA: llvm.mlir.constant(32 : i32)
// NVIDIA: llvm.inline_asm has_side_effects "{{.*}}@$2 st.global.v2.b32 [$0], {$1, %clk};{{.*}}", "l,r,b,~{memory}" %{{.*}}, %{{.*}}, %[[RECORDS]]
// NVIDIA: scf.if %[[RECORDS]]
// NVIDIA: st.global.v2.b32 [$0+0]
// Records of a warp in parts: the condition joins the election.
// NVIDIA-LABEL: gpu.func @divergent
// NVIDIA: llvm.inline_asm has_side_effects "@$2 st.shared.v2.b32 [$0], {$1, $1};", "r,r,b,~{memory}" %{{.*}}, %{{.*}}, %[[SOME:.*]] :
// NVIDIA: setp.eq.and.u32 %elected, %below, 0, $4;{{.*}}"r,l,r,r,b,~{memory}" {{.*}}, %[[SOME]] :
// NVIDIA: setp.eq.and.u32 %elected, %below, 0, $6;{{.*}}setp.eq.and.u32 %last, %returned, $5, $6;

// A thread keeps its count to itself, wherever its neighbours are: no counters in shared memory, no election.
// NVLANE-LABEL: gpu.func @divergent
// NVLANE-NOT: activemask
// NVLANE-NOT: workgroup
// NVLANE: llvm.inline_asm has_side_effects "{\0A\09.reg .b32 %clk;\0A\09mov.u32 %clk, %clock;\0A\09st.global.v2.b32 [$0], {$1, %clk};\0A\09}", "l,r,~{memory}"
gpu.module @m {
  gpu.func @uniform() kernel {
    proton.record start "a"
    proton.record end "a"
    gpu.return
  }
  gpu.func @divergent() kernel {
    %c8 = arith.constant 8 : index
    %x = gpu.thread_id x
    %few = arith.cmpi ult, %x, %c8 : index
    scf.if %few {
      proton.record start "a"
      proton.record end "a"
    }
    gpu.return
  }
}
