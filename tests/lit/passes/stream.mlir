// The lowering of a flush point of a streamed segment on each target.
// RUN: proton-opt %s --convert-proton-gpu-to-llvm="target=cpu" | FileCheck %s --check-prefix=CPU
// RUN: proton-opt %s --convert-proton-gpu-to-llvm="target=nvidia block=64,1,1" | FileCheck %s --check-prefix=NVIDIA

// Strategy 3 with granularity 1; segments of 32 slots, 8 chunks.
// CPU-LABEL: gpu.func @uniform
// CPU: %[[UNITS:.*]] = llvm.mlir.constant(2 : i32) : i32
// CPU: %[[SLOTS:.*]] = llvm.mlir.constant(32 : i32) : i32
// CPU: %[[KEPT:.*]] = llvm.mlir.constant(128 : i32) : i32
// CPU: %[[FLAGS:.*]] = llvm.mlir.constant(19 : i32) : i32
// CPU: %[[CHUNKS:.*]] = llvm.mlir.constant(8 : i32) : i32
// CPU: %[[WAITS:.*]] = llvm.mlir.constant(false) : i1
// CPU: llvm.call @pstudio.cpu.record.begin(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[UNITS]], %[[SLOTS]], %[[KEPT]], %[[FLAGS]], %[[CHUNKS]], %[[WAITS]])
// CPU-NEXT: llvm.call @pstudio.cpu.record.header()
// CPU: scf.for
// CPU: llvm.call @pstudio.cpu.record.store(
// CPU: %[[FLUSH:.*]] = llvm.mlir.constant(65536 : i32) : i32
// CPU-NEXT: llvm.call @pstudio.cpu.record.flush(%[[FLUSH]])
// CPU: llvm.call @pstudio.cpu.record.end()
// Segments in the block, and units that do not wait.
// CPU-LABEL: gpu.func @dropping
// CPU: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CPU: %[[DROPS:.*]] = llvm.mlir.constant(true) : i1
// CPU: llvm.call @pstudio.cpu.record.begin(%{{[^,]*}}, %[[NULL]], {{.*}}, %[[DROPS]])

// A block has 80 bytes of header, two entries of 8 in each of two tables, rings of 8 * (8 + 16 * 8) bytes, and ends at a
// multiple of 128.
// NVIDIA-LABEL: gpu.func @uniform
// NVIDIA-SAME: (%{{.*}}: index, %[[BUFFER:.*]]: !llvm.ptr) workgroup
// NVIDIA: llvm.mlir.constant(2304 : i64)
// NVIDIA: %[[BLOCK:.*]] = llvm.getelementptr
// The header says strategy 3, granularity 1, halves of 16 slots, and 8 chunks.
// NVIDIA: %[[FLAGS:.*]] = llvm.mlir.constant(19 : i32)
// NVIDIA: %[[HALF:.*]] = llvm.mlir.constant(16 : i32)
// NVIDIA: "st.global.v2.b32 [$0+32], {$1, $2};", {{.*}} %[[BLOCK]], %[[FLAGS]], %[[HALF]]
// NVIDIA: %[[CHUNKS:.*]] = llvm.mlir.constant(8 : i32)
// NVIDIA: "st.global.v2.b32 [$0+72], {$1, $2};", {{.*}} %[[BLOCK]], %[[CHUNKS]],
// NVIDIA: scf.for
// NVIDIA: st.shared.v2.b32
// A full half has the chunk of its number. The warp waits until that has room, without a look at the host in the first round.
// NVIDIA: scf.if %{{.*}} {
// NVIDIA: %[[LANE:.*]] = nvvm.read.ptx.sreg.laneid
// NVIDIA: %[[START:.*]] = llvm.inline_asm has_side_effects "mov.u32 $0, %clock;"
// NVIDIA: %[[FIRST:.*]] = llvm.sub
// NVIDIA: %[[SHIFT:.*]] = llvm.mlir.constant(4 : i32)
// NVIDIA: %[[NUMBER:.*]] = llvm.lshr %[[FIRST]], %[[SHIFT]]
// NVIDIA: llvm.mlir.constant(96 : i64)
// NVIDIA: llvm.inline_asm has_side_effects "{{.*}}setp.ge.u32 %full, $1, 8;\0A\09@!%full bra.uni ROOM;
// NVIDIA-SAME: setp.eq.u32 %first, $2, 0;
// NVIDIA-SAME: @%first ld.acquire.sys.global.b32 %used, [$0+4];\0A\09shfl.sync.idx.b32 %used, %used, %leader, 31, $3;
// NVIDIA-SAME: sub.u32 %used, $1, %used;\0A\09setp.ge.u32 %full, %used, 8;\0A\09@!%full bra.uni ROOM;
// NVIDIA-SAME: LOOK:\0A\09nanosleep.u32 %pause;
// NVIDIA-SAME: @%first ld.acquire.sys.global.b32 %used, [$0+4];
// NVIDIA-SAME: @%full bra.uni LOOK;\0A\09ROOM:{{.*}} %{{.*}}, %[[NUMBER]], %[[LANE]],
// NVIDIA: "bar.warp.sync $0;"
// All lanes copy; then one of them publishes.
// NVIDIA: %[[SEVEN:.*]] = llvm.mlir.constant(7 : i32)
// NVIDIA: llvm.and %[[NUMBER]], %[[SEVEN]]
// NVIDIA: llvm.mlir.constant(136 : i64)
// NVIDIA: llvm.mlir.constant(112 : i64)
// NVIDIA: %[[CHUNK:.*]] = llvm.getelementptr
// NVIDIA: "st.global.v2.b32 [$0+0], {$1, $2};", {{.*}}, %[[FIRST]], %{{.*}} : (!llvm.ptr<1>, i32, i32)
// NVIDIA: scf.for
// NVIDIA: llvm.load %{{.*}} : !llvm.ptr<3> -> i64
// NVIDIA: llvm.store %{{.*}} : i64, !llvm.ptr<1>
// NVIDIA: %[[NEXT:.*]] = llvm.add %[[NUMBER]],
// NVIDIA: "bar.warp.sync $0;"
// NVIDIA: %[[ISFIRST:.*]] = llvm.icmp "eq" %[[LANE]],
// NVIDIA: "@$2 st.release.sys.global.b32 [$0+0], $1;", {{.*}}, %[[NEXT]], %[[ISFIRST]]
// What that took: a scope of operation 1 with the whole clock in it.
// NVIDIA: %[[END:.*]] = llvm.inline_asm has_side_effects "mov.u64 $0, %clock64;"
// NVIDIA: %[[LOW:.*]] = llvm.trunc %[[END]]
// NVIDIA: %[[UPPER:.*]] = llvm.lshr %[[END]],
// NVIDIA: %[[HIGH:.*]] = llvm.trunc %[[UPPER]]
// NVIDIA: %[[STARTTAG:.*]] = llvm.mlir.constant(268500992 : i32)
// NVIDIA: "st.shared.v2.b32 [$0], {$1, $2};", {{.*}}, %[[STARTTAG]], %[[START]]
// NVIDIA: %[[EPOCHTAG:.*]] = llvm.mlir.constant(1879113728 : i32)
// NVIDIA: "st.shared.v2.b32 [$0], {$1, $2};", {{.*}}, %[[EPOCHTAG]], %[[LOW]]
// NVIDIA: %[[MORETAG:.*]] = llvm.mlir.constant(-2147418111 : i32)
// NVIDIA: "st.shared.v2.b32 [$0], {$1, $2};", {{.*}}, %[[MORETAG]], %[[HIGH]]
// NVIDIA: %[[ENDTAG:.*]] = llvm.mlir.constant(536936448 : i32)
// NVIDIA: "st.shared.v2.b32 [$0], {$1, $2};", {{.*}}, %[[ENDTAG]], %[[LOW]]
// The end hands over what is left, if there is any.
// NVIDIA: %[[LEFT:.*]] = llvm.sub
// NVIDIA: %[[ISANY:.*]] = llvm.icmp "ne" %[[LEFT]],
// NVIDIA: scf.if %[[ISANY]] {
// NVIDIA: ld.acquire.sys.global.b32
// NVIDIA: st.release.sys.global.b32
// NVIDIA: "st.global.v2.b32 [$0+0], {$1, $2};"

// Slots that are not in shared memory are in memory of the device, behind one more argument.
// NVIDIA-LABEL: gpu.func @dropping
// NVIDIA-SAME: (%{{.*}}: index, %{{.*}}: !llvm.ptr, %[[STAGING:.*]]: !llvm.ptr {proton_gpu.staging_buffer}) kernel
// NVIDIA: %[[DEVICE:.*]] = llvm.addrspacecast %[[STAGING]] : !llvm.ptr to !llvm.ptr<1>
// NVIDIA: llvm.mlir.constant(256 : i64)
// NVIDIA: %[[SLOTS:.*]] = llvm.getelementptr %[[DEVICE]]
// NVIDIA: scf.for
// NVIDIA: %[[SLOT:.*]] = llvm.getelementptr %[[SLOTS]]
// NVIDIA: "{{.*}}st.global.v2.b32 [$0], {$1, %clk};{{.*}}" %[[SLOT]]
// The warp takes one look, which counts for all lanes, and goes on without the half if there is no room.
// NVIDIA: scf.if
// NVIDIA: "bar.warp.sync $0;"
// NVIDIA: %[[BOTH:.*]] = llvm.inline_asm has_side_effects "ld.acquire.sys.global.v2.b32 {$0, $1}, [$2];"
// NVIDIA: %[[PUBLISHED:.*]] = llvm.extractvalue %[[BOTH]][0]
// NVIDIA: %[[OURS:.*]] = llvm.inline_asm has_side_effects "{{.*}}shfl.sync.idx.b32 $0, $1, %first, 31, $2;{{.*}}" %[[PUBLISHED]],
// NVIDIA: %[[DRAINED:.*]] = llvm.extractvalue %[[BOTH]][1]
// NVIDIA: %[[THEIRS:.*]] = llvm.inline_asm has_side_effects "{{.*}}shfl.sync.idx.b32 $0, $1, %first, 31, $2;{{.*}}" %[[DRAINED]],
// NVIDIA: "bar.warp.sync $0;"
// NVIDIA: %[[USED:.*]] = llvm.sub %[[OURS]], %[[THEIRS]]
// NVIDIA: %[[HASROOM:.*]] = llvm.icmp "ult" %[[USED]]
// NVIDIA: scf.if %[[HASROOM]] {
// NVIDIA: llvm.load %{{.*}} : !llvm.ptr<1> -> i64
// NVIDIA: %[[NEXT:.*]] = llvm.add %[[OURS]],
// NVIDIA: "@$2 st.release.sys.global.b32 [$0+0], $1;", {{.*}}, %[[NEXT]],
// NVIDIA-NOT: nanosleep

// Under divergence the lanes that hold the count do that together.
// NVIDIA-LABEL: gpu.func @divergent
// NVIDIA: %[[HELD:.*]] = llvm.inline_asm has_side_effects "{{.*}}atom.acquire.cta.shared.exch.b32 %slot, [$1], 4294967295;
// NVIDIA: %[[HOLDERS:.*]] = llvm.inline_asm has_side_effects "{{.*}}vote.sync.ballot.b32 $1, $4, $0;
// NVIDIA: %[[MASK:.*]] = llvm.extractvalue %[[HOLDERS]][1]
// NVIDIA: scf.if
// NVIDIA: ld.acquire.sys.global.b32
// NVIDIA: "bar.warp.sync $0;", {{.*}} %[[MASK]]
// NVIDIA: scf.for
// NVIDIA: llvm.load %{{.*}} : !llvm.ptr<3> -> i64
// NVIDIA: "bar.warp.sync $0;", {{.*}} %[[MASK]]
// NVIDIA: "@$2 st.release.sys.global.b32 [$0+0], $1;"
// NVIDIA: mov.u64 $0, %clock64;
// The first of them stores four slots that say what that took.
// NVIDIA: scf.if
// NVIDIA-COUNT-4: "st.shared.v2.b32 [$0], {$1, $2};"
// NVIDIA: %[[FOUR:.*]] = llvm.mlir.constant(4 : i32)
// NVIDIA-NEXT: %[[MORE:.*]] = llvm.add %[[HELD]], %[[FOUR]]
// NVIDIA-NEXT: %[[NEXT:.*]] = llvm.select %{{.*}}, %[[MORE]], %[[HELD]]
// NVIDIA: "@$2 st.release.cta.shared.b32 [$0], $1;", {{.*}}, %[[NEXT]],
// Of the lanes that return last one hands over what is left.
// NVIDIA: scf.if
// NVIDIA: llvm.icmp "eq"
// NVIDIA: scf.if
// NVIDIA: scf.if
// NVIDIA: ld.shared.v2.b64 {%a, %b}, [%from];
// NVIDIA-SAME: st.global.b64 [%to+24], %d;
// NVIDIA: "st.release.sys.global.b32 [$0+0], $1;"

// Slots in the device's memory, under divergence.
// NVIDIA-LABEL: gpu.func @apart
// NVIDIA-SAME: {proton_gpu.staging_buffer}
// NVIDIA: @%stored st.global.v2.b32 [%at], {%tag, %clk};
// NVIDIA: ld.acquire.sys.global.v2.b32
// NVIDIA: llvm.load %{{.*}} : !llvm.ptr<1> -> i64
// NVIDIA: ld.global.v2.b64 {%a, %b}, [%from];
!s = !proton_gpu.segment<32, shared, warp>
!g = !proton_gpu.segment<32, global, warp>
!m = memref<64xi64, #gpu.address_space<workgroup>>
gpu.module @m {
  gpu.func @uniform(%n: index, %buffer: !llvm.ptr) workgroup(%m: !m) kernel {
    %s = proton_gpu.segment_alloc strategy stream keeps 128 units 2 in %buffer : !llvm.ptr staged %m : !m -> !s
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
  gpu.func @dropping(%n: index, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc strategy stream keeps 128 units 2 in %buffer : !llvm.ptr -> !g
    proton_gpu.initialize %s : !g
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %t = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 0, %t to %s : !g
      proton_gpu.flush_point 1 dropping of %s : !g
    }
    proton_gpu.finalize %s : !g
    gpu.return
  }
  gpu.func @divergent(%n: index, %buffer: !llvm.ptr) workgroup(%m: !m) kernel {
    %s = proton_gpu.segment_alloc strategy stream keeps 128 units 2 in %buffer : !llvm.ptr staged %m : !m -> !s
    proton_gpu.initialize %s : !s
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
  gpu.func @apart(%n: index, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc strategy stream keeps 128 units 2 in %buffer : !llvm.ptr -> !g
    proton_gpu.initialize %s : !g
    %c8 = arith.constant 8 : index
    %x = gpu.thread_id x
    %few = arith.cmpi ult, %x, %c8 : index
    scf.if %few {
      %t = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 0, %t to %s : !g
      proton_gpu.flush_point 1 dropping of %s : !g
    }
    proton_gpu.finalize %s : !g
    gpu.return
  }
}
