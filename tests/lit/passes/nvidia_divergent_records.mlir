// Where any record of a kernel may run with part of a warp, all its records take their slots from a shared counter.
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=nvidia block=80,1,1" | FileCheck %s --implicit-check-not=llvm.alloca

// Three warps, each with two words; the last warp has 16 lanes.
// CHECK-LABEL: gpu.func @global
// CHECK-SAME: (%[[N:.*]]: index, %[[BUFFER:.*]]: !llvm.ptr) workgroup(%[[COUNTERS:.*]] : memref<3xi64, #gpu.address_space<workgroup>>)
// CHECK: %[[WARP:.*]] = llvm.lshr
// CHECK: %[[ALL:.*]] = llvm.mlir.constant(32 : i32)
// CHECK: %[[LAST:.*]] = llvm.mlir.constant(2 : i32)
// CHECK: %[[IS_LAST:.*]] = llvm.icmp "eq" %[[WARP]], %[[LAST]]
// CHECK: %[[SIXTEEN:.*]] = llvm.mlir.constant(16 : i32)
// CHECK: %[[COUNT:.*]] = llvm.select %[[IS_LAST]], %[[SIXTEEN]], %[[ALL]]
// CHECK: %[[START:.*]] = llvm.mlir.constant(104 : i64)
// CHECK: %[[FIRST:.*]] = llvm.getelementptr %{{.*}}[%[[START]]]
// CHECK: %[[SLOTS:.*]] = llvm.getelementptr %[[FIRST]]
// CHECK: memref.extract_aligned_pointer_as_index %[[COUNTERS]]
// CHECK: %[[EIGHT:.*]] = llvm.mlir.constant(8 : i32)
// CHECK: %[[OFFSET:.*]] = llvm.mul %[[WARP]], %[[EIGHT]]
// CHECK: %[[MINE:.*]] = llvm.add %{{.*}}, %[[OFFSET]]
// CHECK: %[[MISSING:.*]] = llvm.sub %{{.*}}, %[[COUNT]]
// CHECK: %[[ONES:.*]] = llvm.mlir.constant(-1 : i32)
// CHECK: %[[LANES:.*]] = llvm.lshr %[[ONES]], %[[MISSING]]
// CHECK: llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0], {$1, $1};", "r,r,~{memory}" %[[MINE]],
// CHECK: nvvm.bar.warp.sync
// CHECK: scf.if
// A scope record of operation 5: one or two slots at once, the mask in a continuation (kind 8, operation 5, key 1).
// CHECK: scf.if
// CHECK: %[[TAG:.*]] = llvm.mlir.constant(268763136 : i32)
// CHECK-NEXT: llvm.inline_asm has_side_effects "{{.*}}mov.u32 %clk, %clock;{{.*}}activemask.b32 %active;
// CHECK-SAME: mov.u32 %below, %lanemask_lt;{{.*}}setp.eq.u32 %elected, %below, 0;
// CHECK-SAME: ld.volatile.shared.b32 %live, [$0+4];{{.*}}not.b32 %live, %live;{{.*}}and.b32 %live, %live, $2;
// CHECK-SAME: setp.ne.u32 %partial, %active, %live;{{.*}}selp.b32 %size, 2, 1, %partial;{{.*}}selp.b32 %tag, 1, 0, %partial;
// CHECK-SAME: add.u32 %counter, $0, %below;{{.*}}@%elected atom.shared.add.u32 %slot, [%counter], %size;
// CHECK-SAME: and.b32 %slot, %slot, 63;{{.*}}mad.wide.u32 %at, %slot, 8, $1;{{.*}}@%stored st.global.v2.b32 [%at], {%tag, %clk};
// CHECK-SAME: and.b32 %slot, %slot, 63;{{.*}}mad.wide.u32 %at, %slot, 8, $1;{{.*}}@%more st.global.v2.b32 [%at], {2147811329, %active};
// CHECK-SAME: "r,l,r,r,~{memory}" %[[MINE]], %[[SLOTS]], %[[LANES]], %[[TAG]]
// An event keeps no mask: its key field is taken.
// CHECK: llvm.inline_asm has_side_effects
// CHECK-SAME: mov.b32 %size, 1;
// CHECK-NOT: %more st
// CHECK-SAME: "r,l,r,r,~{memory}" %[[MINE]], %[[SLOTS]], %[[LANES]], %{{.*}} :
// The lanes that return last mark the unit as final.
// CHECK: %[[RESULTS:.*]] = llvm.inline_asm has_side_effects "{{.*}}activemask.b32 %active;
// CHECK-SAME: @%elected atom.acq_rel.cta.shared.or.b32 %returned, [%counter+4], %active;
// CHECK-SAME: shfl.sync.idx.b32 %returned, %returned, %leader, 31, %active;
// CHECK-SAME: setp.eq.u32 %last, %returned, $5;{{.*}}ld.volatile.shared.b32 $1, [$4];
// CHECK-SAME: %[[MINE]], %[[LANES]] : (i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
// CHECK: %[[FLAG:.*]] = llvm.extractvalue %[[RESULTS]][0]
// CHECK: %[[IS_LAST:.*]] = llvm.icmp "ne" %[[FLAG]],
// CHECK: %[[WRITTEN:.*]] = llvm.extractvalue %[[RESULTS]][1]
// CHECK: scf.if %[[IS_LAST]] {
// CHECK: %[[FINAL:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: llvm.inline_asm has_side_effects "st.global.v2.b32 [$0+0], {$1, $2};", "l,r,r,~{memory}" %{{.*}}, %[[WRITTEN]], %[[FINAL]]
// CHECK: scf.if
// CHECK: st.global.b64 [$0+56]
gpu.module @m {
  gpu.func @global(%n: index, %buffer: !llvm.ptr) kernel {
    %c8 = arith.constant 8 : index
    %s = proton_gpu.segment_alloc units 3 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    proton_gpu.initialize %s : !proton_gpu.segment<64, global, warp>
    %x = gpu.thread_id x
    %few = arith.cmpi ult, %x, %c8 : index
    scf.if %few {
      %t0 = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 5, %t0 to %s : !proton_gpu.segment<64, global, warp>
    }
    %t1 = proton_gpu.read_counter : i32
    proton_gpu.store event_start 6 key %n, %t1 to %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}

// -----

// Strategy first: what does not fit whole is only counted; a slot in front of the end is marked as empty.
// CHECK-LABEL: gpu.func @keeps_oldest
// CHECK: llvm.inline_asm has_side_effects "{{.*}}add.u32 %counter, $0, %below;{{.*}}@%elected atom.shared.add.u32 %slot, [%counter], %size;
// CHECK-SAME: add.u32 %end, %slot, %size;{{.*}}setp.le.u32 %fits, %end, 32;{{.*}}setp.lt.and.u32 %stored, %slot, 32, %elected;
// CHECK-SAME: selp.b32 %tag, %tag, 0, %fits;{{.*}}and.pred %more, %more, %fits;
// CHECK-SAME: mad.lo.u32 %at, %slot, 8, $1;{{.*}}@%stored st.shared.v2.b32 [%at], {%tag, $4};
// CHECK-SAME: "r,r,r,r,r,~{memory}"
// The lanes that return last copy the slots together: from their rank on, by their number.
// CHECK: %[[RANK:.*]] = llvm.extractvalue %{{.*}}[2]
// CHECK: %[[COUNT:.*]] = llvm.extractvalue %{{.*}}[3]
// CHECK: scf.if
// CHECK: %[[FROM:.*]] = llvm.shl %[[RANK]],
// CHECK: %[[STEP:.*]] = llvm.shl %[[COUNT]],
// CHECK: scf.for %{{.*}} = %[[FROM]] to %{{.*}} step %[[STEP]]
!shared = memref<96xi64, #gpu.address_space<workgroup>>
gpu.module @m {
  gpu.func @keeps_oldest(%mine: i32, %buffer: !llvm.ptr) workgroup(%m: !shared) kernel {
    %c8 = arith.constant 8 : index
    %s = proton_gpu.segment_alloc strategy first units 3 in %buffer : !llvm.ptr staged %m : !shared -> !proton_gpu.segment<32, shared, warp>
    %x = gpu.thread_id x
    %few = arith.cmpi ult, %x, %c8 : index
    scf.if %few {
      proton_gpu.store scope_start 5, %mine to %s : !proton_gpu.segment<32, shared, warp>
    }
    proton_gpu.finalize %s : !proton_gpu.segment<32, shared, warp>
    gpu.return
  }
}

// -----

// A warp that returns in parts records in parts, too, even where all its lanes record.
// CHECK-LABEL: gpu.func @early_return
// CHECK-COUNT-2: atom.acq_rel.cta.shared.or.b32
gpu.module @m {
  gpu.func @early_return(%n: index, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 3 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<64, global, warp>
    %x = gpu.thread_id x
    %few = arith.cmpi ult, %x, %n : index
    cf.cond_br %few, ^more, ^done
  ^more:
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  ^done:
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}
