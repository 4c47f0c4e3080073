// The lowering of a flush point of a flushed segment on each target.
// RUN: proton-opt %s --convert-proton-gpu-to-llvm="target=cpu" | FileCheck %s --check-prefix=CPU
// RUN: proton-opt %s --convert-proton-gpu-to-llvm="target=nvidia block=64,1,1" | FileCheck %s --check-prefix=NVIDIA

// Two units of 32 slots, the capacity in the buffer, strategy 2 with granularity 1.
// CPU-LABEL: gpu.func @uniform
// CPU: %[[UNITS:.*]] = llvm.mlir.constant(2 : i32) : i32
// CPU: %[[SLOTS:.*]] = llvm.mlir.constant(32 : i32) : i32
// CPU: %[[KEPT:.*]] = llvm.mlir.constant(128 : i32) : i32
// CPU: %[[FLAGS:.*]] = llvm.mlir.constant(18 : i32) : i32
// CPU: llvm.call @pstudio.cpu.record.begin(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[UNITS]], %[[SLOTS]], %[[KEPT]], %[[FLAGS]], %{{.*}}, %{{.*}})
// CPU: scf.for
// CPU: llvm.call @pstudio.cpu.record.store(
// CPU: llvm.call @pstudio.cpu.record.flush(
// CPU: llvm.call @pstudio.cpu.record.end(

// A branch behind the store: the warp copies 16 slots, then records a scope of operation 1.
// NVIDIA-LABEL: gpu.func @uniform
// NVIDIA: st.shared.v2.b32
// NVIDIA: %[[OFFSET:.*]] = llvm.and %{{.*}}, %{{.*}} : i32
// NVIDIA: llvm.icmp "ult" %[[OFFSET]]
// NVIDIA: %[[DUE:.*]] = llvm.and %{{.*}} : i1
// NVIDIA: scf.if %[[DUE]] {
// NVIDIA: %[[START:.*]] = llvm.inline_asm has_side_effects "mov.u32 $0, %clock;"
// NVIDIA: nvvm.bar.warp.sync
// NVIDIA: scf.for
// NVIDIA: llvm.load %{{.*}} : !llvm.ptr<3> -> i64
// NVIDIA: llvm.store %{{.*}} : i64, !llvm.ptr<1>
// NVIDIA: nvvm.bar.warp.sync
// NVIDIA: %[[END:.*]] = llvm.inline_asm has_side_effects "mov.u32 $0, %clock;"
// NVIDIA: %[[STARTTAG:.*]] = llvm.mlir.constant(268500992 : i32)
// NVIDIA: llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0], {$1, $2};", {{.*}}, %[[STARTTAG]], %[[START]]
// NVIDIA: %[[ENDTAG:.*]] = llvm.mlir.constant(536936448 : i32)
// NVIDIA: llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0], {$1, $2};", {{.*}}, %[[ENDTAG]], %[[END]]

// A kernel that cannot fill a half has no branch.
// NVIDIA-LABEL: gpu.func @short
// NVIDIA-NOT: scf.if %{{.*}} {{[{][[:space:]]+}}%{{.*}} = llvm.inline_asm has_side_effects "mov.u32 $0, %clock;"
// NVIDIA: st.shared.v2.b32

// Under divergence the lanes at a record hold the count until they have copied a full half. They try once in front of the
// loop that waits: a loop makes lanes run ahead that wait for these elsewhere.
// NVIDIA-LABEL: gpu.func @divergent
// NVIDIA: %[[HELD:.*]] = llvm.inline_asm has_side_effects
// NVIDIA-SAME: @%elected atom.acquire.cta.shared.exch.b32 %slot, [$1], 4294967295;
// NVIDIA-SAME: shfl.sync.idx.b32 %slot, %slot, %leader, 31, %active;
// NVIDIA-SAME: @!%busy bra.uni HELD;
// NVIDIA-SAME: TAKE:
// NVIDIA-SAME: atom.acquire.cta.shared.exch.b32 %slot, [$1], 4294967295;
// NVIDIA-SAME: @%busy bra.uni TAKE;
// NVIDIA-SAME: HELD:
// NVIDIA-SAME: mov.b32 $0, %end;
// NVIDIA: %[[ISHOLDER:.*]] = llvm.icmp "ne" %[[HELD]]
// NVIDIA: %[[HOLDERS:.*]] = llvm.inline_asm has_side_effects "{{.*}}activemask.b32 $0;{{.*}}vote.sync.ballot.b32 $1, $4, $0;
// NVIDIA: %[[LANES:.*]] = llvm.extractvalue %[[HOLDERS]][0]
// NVIDIA: %[[MASK:.*]] = llvm.extractvalue %[[HOLDERS]][1]
// NVIDIA: %[[FIRST:.*]] = llvm.and %[[ISHOLDER]], %{{.*}} : i1
// NVIDIA: scf.if
// NVIDIA: "bar.warp.sync $0;", "r,~{memory}" %[[MASK]]
// NVIDIA: scf.for
// NVIDIA: "bar.warp.sync $0;", "r,~{memory}" %[[MASK]]
// NVIDIA: scf.if %[[FIRST]]
// NVIDIA: "@$2 st.release.cta.shared.b32 [$0], $1;"
// The lanes go on together: a record in parts would be several.
// NVIDIA: "bar.warp.sync $0;", "r,~{memory}" %[[LANES]]
!s = !proton_gpu.segment<32, shared, warp>
!m = memref<64xi64, #gpu.address_space<workgroup>>
gpu.module @m {
  gpu.func @uniform(%n: index, %buffer: !llvm.ptr) workgroup(%m: !m) kernel {
    %s = proton_gpu.segment_alloc strategy flush keeps 128 units 2 in %buffer : !llvm.ptr staged %m : !m -> !s
    proton_gpu.initialize %s : !s
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %t = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 0, %t to %s : !s
      proton_gpu.flush_point 1 of %s : !s
    }
    proton_gpu.finalize %s : !s
    gpu.return
  }
  gpu.func @short(%buffer: !llvm.ptr) workgroup(%m: !m) kernel {
    %s = proton_gpu.segment_alloc strategy flush keeps 128 units 2 in %buffer : !llvm.ptr staged %m : !m -> !s
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t to %s : !s
    proton_gpu.flush_point 1 of %s : !s
    gpu.return
  }
  gpu.func @divergent(%n: index, %buffer: !llvm.ptr) workgroup(%m: !m) kernel {
    %s = proton_gpu.segment_alloc strategy flush keeps 128 units 2 in %buffer : !llvm.ptr staged %m : !m -> !s
    %c8 = arith.constant 8 : index
    %x = gpu.thread_id x
    %few = arith.cmpi ult, %x, %c8 : index
    scf.if %few {
      %t = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 0, %t to %s : !s
      proton_gpu.flush_point 1 of %s : !s
    }
    proton_gpu.finalize %s : !s
    gpu.return
  }
}
