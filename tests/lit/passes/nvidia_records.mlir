// Records of warps that stay together become a clock read and one store of 8 bytes, in PTX.
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=nvidia block=128,1,1" | FileCheck %s --implicit-check-not="proton_gpu.store "
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=nvidia block=128,1,1 record-lanes=one" | FileCheck %s --check-prefix=ONE
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=nvidia block=25,4,1" | FileCheck %s --check-prefix=PARTIAL

// Block of 4 units of 1024 slots: 80 + 4 * 8 + 4 * 1024 * 8 = 32880, rounded up to 32896 bytes. The unit table is at
// 80, the segments of 8192 bytes at 112. Warp: thread / 32, since the CTA is 128 x 1 x 1.
// CHECK-LABEL: gpu.func @global
// CHECK-SAME: (%[[N:.*]]: index, %[[BUFFER:.*]]: !llvm.ptr {proton_gpu.profile_buffer}) kernel
// CHECK: %[[THREAD:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// ptxas knows this to be uniform; of a CTA of two dimensions it would not (see PARTIAL).
// CHECK: %[[WARP:.*]] = llvm.lshr %[[THREAD]],
// CHECK-NOT: nvvm.shfl.sync
// CHECK: %[[GLOBAL:.*]] = llvm.addrspacecast %[[BUFFER]] : !llvm.ptr to !llvm.ptr<1>
// CHECK: %[[WIDE:.*]] = llvm.zext %[[WARP]]
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(32896 : i64)
// CHECK: %[[OFFSET:.*]] = llvm.mul %{{.*}}, %[[BYTES]]
// CHECK: %[[BLOCK:.*]] = llvm.getelementptr %[[GLOBAL]][%[[OFFSET]]]
// CHECK: llvm.mlir.constant(80 : i64)
// CHECK: llvm.mlir.constant(8192 : i64)
// CHECK: %[[START:.*]] = llvm.mlir.constant(112 : i64)
// CHECK: %[[FIRST:.*]] = llvm.getelementptr %[[BLOCK]][%[[START]]]
// CHECK: %[[SLOTS:.*]] = llvm.getelementptr %[[FIRST]][%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
// The bytes written so far, which LLVM keeps in a register.
// CHECK: %[[WRITTEN:.*]] = llvm.alloca
// CHECK: llvm.store %{{.*}}, %[[WRITTEN]] : i32
// Thread 0 writes the header; the two clocks are read by one piece of PTX.
// CHECK: %[[IS_FIRST:.*]] = llvm.icmp "eq" %[[THREAD]],
// CHECK: scf.if %[[IS_FIRST]] {
// CHECK: llvm.mlir.constant(1431589712 : i32)
// CHECK: llvm.mlir.constant(5242882 : i32)
// CHECK: llvm.inline_asm has_side_effects "st.global.v4.b32 [$0+0], {$1, $2, $3, $4};", "l,r,r,r,r,~{memory}" %[[BLOCK]]
// CHECK: llvm.inline_asm has_side_effects "mov.u32 $0, %smid;"
// CHECK: llvm.inline_asm has_side_effects "st.global.v4.b32 [$0+16],
// CHECK: llvm.mlir.constant(16 : i32)
// CHECK: llvm.inline_asm has_side_effects "st.global.v2.b32 [$0+32],
// CHECK: llvm.inline_asm has_side_effects "{{.*}}mov.u64 %cycle, %clock64;{{.*}}mov.u64 %time, %globaltimer;{{.*}}mov.u64 %after, %clock64;{{.*}}@%apart bra READ;{{.*}}st.global.b64 [$0+40], %cycle;{{.*}}st.global.b64 [$0+48], %time;
// CHECK: }
// A scope record: kind 1, operation 5. Three records cannot fill 1024 slots: no mask.
// CHECK: %[[TAG0:.*]] = llvm.mlir.constant(268763136 : i32)
// CHECK: %[[AT0:.*]] = llvm.load %[[WRITTEN]] : !llvm.ptr -> i32
// CHECK-NOT: llvm.and
// CHECK: %[[WIDE0:.*]] = llvm.zext %[[AT0]]
// CHECK: %[[SLOT0:.*]] = llvm.getelementptr %[[SLOTS]][%[[WIDE0]]]
// CHECK: llvm.inline_asm has_side_effects "{\0A\09.reg .b32 %clk;\0A\09mov.u32 %clk, %clock;\0A\09st.global.v2.b32 [$0], {$1, %clk};\0A\09}", "l,r,~{memory}" %[[SLOT0]], %[[TAG0]] : (!llvm.ptr<1>, i32) -> ()
// CHECK: %[[NEXT:.*]] = llvm.add %[[AT0]], %{{.*}} : i32
// CHECK: llvm.store %[[NEXT]], %[[WRITTEN]]
// An event record: kind 3, operation 6, and the low 16 bits of its key.
// CHECK: %[[TAG1:.*]] = llvm.mlir.constant(805699584 : i32)
// CHECK: %[[KEY:.*]] = arith.index_cast %[[N]] : index to i32
// CHECK: %[[MASK:.*]] = llvm.mlir.constant(65535 : i32)
// CHECK: %[[LOW:.*]] = llvm.and %[[KEY]], %[[MASK]]
// CHECK: %[[TAG:.*]] = llvm.or %[[TAG1]], %[[LOW]]
// CHECK: llvm.inline_asm has_side_effects {{.*}} %{{.*}}, %[[TAG]] :
// An event without a key has key 0.
// CHECK: %[[TAG2:.*]] = llvm.mlir.constant(1074135040 : i32)
// CHECK: llvm.inline_asm has_side_effects {{.*}} %{{.*}}, %[[TAG2]] :
// The unit is final: slots written, state 1. Then the end pair.
// CHECK: %[[END:.*]] = llvm.load %[[WRITTEN]]
// CHECK: %[[COUNT:.*]] = llvm.lshr %[[END]]
// CHECK: %[[FINAL:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: llvm.inline_asm has_side_effects "st.global.v2.b32 [$0+0], {$1, $2};", "l,r,r,~{memory}" %{{.*}}, %[[COUNT]], %[[FINAL]]
// CHECK: scf.if
// CHECK: st.global.b64 [$0+56], %cycle;{{.*}}st.global.b64 [$0+64], %time;
// CHECK: gpu.return
// Lane 0 alone: its predicate is computed once.
// ONE-LABEL: gpu.func @global
// ONE: %[[LANE:.*]] = nvvm.read.ptx.sreg.laneid
// ONE: %[[STORES:.*]] = llvm.icmp "eq" %[[LANE]]
// ONE: llvm.inline_asm has_side_effects "{{.*}}@$2 st.global.v2.b32 [$0], {$1, %clk};{{.*}}", "l,r,b,~{memory}" %{{.*}}, %{{.*}}, %[[STORES]]
gpu.module @m {
  gpu.func @global(%n: index, %buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel {
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !proton_gpu.segment<1024, global, warp>
    proton_gpu.initialize %s : !proton_gpu.segment<1024, global, warp>
    %t0 = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 5, %t0 to %s : !proton_gpu.segment<1024, global, warp>
    %t1 = proton_gpu.read_counter : i32
    proton_gpu.store event_start 6 key %n, %t1 to %s : !proton_gpu.segment<1024, global, warp>
    %t2 = proton_gpu.read_counter : i32
    proton_gpu.store event_end 6, %t2 to %s : !proton_gpu.segment<1024, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<1024, global, warp>
    gpu.return
  }
}

// -----

// In a loop the ring may wrap: the offset is masked.
// CHECK-LABEL: gpu.func @loop
// CHECK: %[[WRITTEN:.*]] = llvm.alloca
// CHECK: scf.for
// CHECK: %[[AT:.*]] = llvm.load %[[WRITTEN]]
// CHECK: %[[MASK:.*]] = llvm.mlir.constant(511 : i32)
// CHECK: %[[OFFSET:.*]] = llvm.and %[[AT]], %[[MASK]]
// CHECK: llvm.zext %[[OFFSET]]
// CHECK: st.global.v2.b32
gpu.module @m {
  gpu.func @loop(%n: index, %buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    scf.for %i = %c0 to %n step %c1 {
      %t0 = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 0, %t0 to %s : !proton_gpu.segment<64, global, warp>
      %t1 = proton_gpu.read_counter : i32
      proton_gpu.store scope_end 0, %t1 to %s : !proton_gpu.segment<64, global, warp>
    }
    gpu.return
  }
}

// -----

// With the strategy first a record is stored if it fits; the count goes on. Header flags: first (1), warp (1 << 4).
// CHECK-LABEL: gpu.func @keeps_oldest
// CHECK: llvm.mlir.constant(17 : i32)
// CHECK: scf.for
// CHECK: %[[AT:.*]] = llvm.load
// CHECK-NOT: llvm.and
// CHECK: llvm.getelementptr
// CHECK: %[[END:.*]] = llvm.mlir.constant(512 : i32)
// CHECK: %[[FITS:.*]] = llvm.icmp "ult" %[[AT]], %[[END]]
// CHECK: llvm.inline_asm has_side_effects "{{.*}}@$2 st.global.v2.b32 [$0], {$1, %clk};{{.*}}", "l,r,b,~{memory}" %{{.*}}, %{{.*}}, %[[FITS]]
// CHECK: llvm.add %[[AT]]
gpu.module @m {
  gpu.func @keeps_oldest(%n: index, %buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = proton_gpu.segment_alloc strategy first units 4 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    proton_gpu.initialize %s : !proton_gpu.segment<64, global, warp>
    scf.for %i = %c0 to %n step %c1 {
      %t0 = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 0, %t0 to %s : !proton_gpu.segment<64, global, warp>
    }
    gpu.return
  }
}

// -----

// Five records in four slots wrap, too; loops of blocks are loops.
// CHECK-LABEL: gpu.func @more_than_fit
// CHECK: llvm.mlir.constant(31 : i32)
// CHECK: llvm.and
// CHECK-LABEL: gpu.func @loop_of_blocks
// CHECK: llvm.mlir.constant(31 : i32)
// CHECK: llvm.and
!segment = !proton_gpu.segment<4, global, warp>
gpu.module @m {
  gpu.func @more_than_fit(%mine: i32, %buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel {
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !segment
    proton_gpu.store scope_start 0, %mine to %s : !segment
    proton_gpu.store scope_end 0, %mine to %s : !segment
    proton_gpu.store scope_start 0, %mine to %s : !segment
    proton_gpu.store scope_end 0, %mine to %s : !segment
    proton_gpu.store scope_start 0, %mine to %s : !segment
    gpu.return
  }
  gpu.func @loop_of_blocks(%more: i1, %mine: i32, %buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel {
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !segment
    cf.br ^body
  ^body:
    proton_gpu.store scope_start 0, %mine to %s : !segment
    cf.cond_br %more, ^body, ^done
  ^done:
    gpu.return
  }
}

// -----

// Shared segments: addresses have 32 bits; at the end each lane copies every 32nd slot.
// CHECK-LABEL: gpu.func @shared
// CHECK-SAME: workgroup(%[[M:.*]] : memref<128xi64, #gpu.address_space<workgroup>>)
// CHECK: %[[SEGMENT_BYTES:.*]] = llvm.mlir.constant(256 : i32)
// CHECK: %[[START:.*]] = llvm.mul %{{.*}}, %[[SEGMENT_BYTES]]
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[M]]
// CHECK: %[[NUMBER:.*]] = arith.index_cast %[[ADDRESS]] : index to i64
// CHECK: %[[LOW:.*]] = llvm.trunc %[[NUMBER]] : i64 to i32
// CHECK: %[[STAGED:.*]] = llvm.add %[[LOW]], %[[START]]
// CHECK: %[[SLOT:.*]] = llvm.add %[[STAGED]], %{{.*}} : i32
// CHECK: llvm.inline_asm has_side_effects "{{.*}}st.shared.v2.b32 [$0], {$1, %clk};{{.*}}", "r,r,~{memory}" %[[SLOT]]
// CHECK: %[[END:.*]] = llvm.lshr
// CHECK: nvvm.bar.warp.sync
// CHECK: %[[LANE:.*]] = nvvm.read.ptx.sreg.laneid
// CHECK: %[[CAPACITY:.*]] = llvm.mlir.constant(32 : i32)
// CHECK: %[[FITS:.*]] = llvm.icmp "ult" %[[END]], %[[CAPACITY]]
// CHECK: %[[SLOTS:.*]] = llvm.select %[[FITS]], %[[END]], %[[CAPACITY]]
// CHECK: %[[KEPT:.*]] = llvm.shl %[[SLOTS]],
// CHECK: llvm.shl %[[LANE]],
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[KEPT]] step %{{.*}} : i32 {
// CHECK: %[[FROM:.*]] = llvm.add %[[STAGED]], %[[I]]
// CHECK: %[[POINTER:.*]] = llvm.inttoptr %[[FROM]] : i32 to !llvm.ptr<3>
// CHECK: %[[COPIED:.*]] = llvm.load %[[POINTER]] : !llvm.ptr<3> -> i64
// CHECK: llvm.store %[[COPIED]], %{{.*}} : i64, !llvm.ptr<1>
!shared = memref<128xi64, #gpu.address_space<workgroup>>
gpu.module @m {
  gpu.func @shared(%buffer: !llvm.ptr {proton_gpu.profile_buffer}) workgroup(%m: !shared) kernel {
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr staged %m : !shared -> !proton_gpu.segment<32, shared, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_end 0, %t to %s : !proton_gpu.segment<32, shared, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<32, shared, warp>
    gpu.return
  }
}

// -----

// The last warp of 100 threads has four lanes: these four copy.
// PARTIAL-LABEL: gpu.func @shared
// PARTIAL: %[[WARP:.*]] = nvvm.shfl.sync
// PARTIAL: %[[ALL:.*]] = llvm.mlir.constant(32 : i32)
// PARTIAL: %[[LAST:.*]] = llvm.mlir.constant(3 : i32)
// PARTIAL: %[[IS_LAST:.*]] = llvm.icmp "eq" %[[WARP]], %[[LAST]]
// PARTIAL: %[[FOUR:.*]] = llvm.mlir.constant(4 : i32)
// PARTIAL: %[[LANES:.*]] = llvm.select %[[IS_LAST]], %[[FOUR]], %[[ALL]]
// PARTIAL: %[[STEP:.*]] = llvm.shl %[[LANES]],
// PARTIAL: scf.for {{.*}} step %[[STEP]]

// Counters that something else uses, and counters from elsewhere, keep their values.
// CHECK-LABEL: gpu.func @counter_values
// CHECK-SAME: (%[[OUT:.*]]: memref<2xi32>, %[[MINE:.*]]: i32,
// CHECK: %[[T:.*]] = llvm.inline_asm has_side_effects "mov.u32 $0, %clock;", "=r,~{memory}"
// CHECK: memref.store %[[T]], %[[OUT]]
// CHECK: llvm.inline_asm has_side_effects "st.global.v2.b32 [$0], {$1, $2};", "l,r,r,~{memory}" %{{.*}}, %{{.*}}, %[[T]]
// CHECK: llvm.inline_asm has_side_effects "st.global.v2.b32 [$0], {$1, $2};", "l,r,r,~{memory}" %{{.*}}, %{{.*}}, %[[MINE]]
gpu.module @m {
  gpu.func @counter_values(%out: memref<2xi32>, %mine: i32, %buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel {
    %c0 = arith.constant 0 : index
    %s = proton_gpu.segment_alloc units 1 in %buffer : !llvm.ptr -> !proton_gpu.segment<4, global, warp>
    %t = proton_gpu.read_counter : i32
    memref.store %t, %out[%c0] : memref<2xi32>
    proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<4, global, warp>
    proton_gpu.store scope_start 0, %mine to %s : !proton_gpu.segment<4, global, warp>
    gpu.return
  }
}

// -----

// The first instruction behind a barrier is issued before the warp waits: it must not be a read of the clock.
// CHECK-LABEL: gpu.func @barrier
// CHECK: gpu.barrier
// CHECK-NEXT: llvm.mlir.constant
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK: %clock
// CHECK-NOT: nvvm.bar.warp.sync
// CHECK: memref.load
// CHECK: %clock
gpu.module @kernels {
  gpu.func @barrier(%a: memref<4xf32>, %b: !llvm.ptr {proton_gpu.profile_buffer}) kernel {
    %c0 = arith.constant 0 : index
    %s = proton_gpu.segment_alloc units 4 in %b : !llvm.ptr -> !proton_gpu.segment<1024, global, warp>
    proton_gpu.initialize %s : !proton_gpu.segment<1024, global, warp>
    gpu.barrier
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<1024, global, warp>
    %x = memref.load %a[%c0] : memref<4xf32>
    %t1 = proton_gpu.read_counter : i32
    proton_gpu.store scope_end 0, %t1 to %s : !proton_gpu.segment<1024, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<1024, global, warp>
    gpu.return
  }
}
