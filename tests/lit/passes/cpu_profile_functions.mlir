// The functions behind the calls: internal, not inlined, marked as instrumentation. Two kernels share them.
// RUN: proton-opt %s --convert-proton-gpu-to-llvm | FileCheck %s
// RUN: proton-opt %s --convert-proton-gpu-to-llvm | FileCheck %s --check-prefix=ONCE
// RUN: proton-opt %s --convert-proton-gpu-to-llvm | FileCheck %s --check-prefix=MARKERS

// ONCE-COUNT-1: llvm.func internal @pstudio.profile.store_scope(
// ONCE-NOT: llvm.func internal @pstudio.profile.store_scope(

// MARKERS-DAG: llvm.func @pstudio.cpu.record.clock(i32) -> i64
// MARKERS-DAG: llvm.func @pstudio.cpu.elected() -> i1
// MARKERS-DAG: llvm.func @pstudio.cpu.activemask() -> i32
// MARKERS-DAG: llvm.func @pstudio.cpu.livemask() -> i32
// MARKERS-DAG: llvm.func @pstudio.cpu.clock() -> i64
// MARKERS-DAG: llvm.func @pstudio.cpu.globaltimer() -> i64
// MARKERS-DAG: llvm.func @pstudio.cpu.warpid() -> i32
// MARKERS-DAG: llvm.func @pstudio.cpu.smid() -> i32

// The last lane copies min(written, capacity) slots and marks the unit (state 1 at 4).
// CHECK-LABEL: llvm.func internal @pstudio.profile.finalize_shared_unit
// CHECK-SAME: (%[[ENTRY:.*]]: !llvm.ptr, %[[FROM:.*]]: !llvm.ptr, %[[TO:.*]]: !llvm.ptr, %[[CAPACITY:.*]]: i32)
// CHECK: %[[LANE:.*]] = llvm.call @pstudio.cpu.laneid()
// CHECK: %[[SELF:.*]] = llvm.shl %{{.*}}, %[[LANE]]
// CHECK: %[[LIVE:.*]] = llvm.call @pstudio.cpu.livemask()
// CHECK: %[[LAST:.*]] = llvm.icmp "eq" %[[LIVE]], %[[SELF]]
// CHECK: llvm.cond_br %[[LAST]]
// CHECK: %[[WRITTEN:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK: %[[FITS:.*]] = llvm.icmp "ult" %[[WRITTEN]], %[[CAPACITY]]
// CHECK: %[[KEPT:.*]] = llvm.select %[[FITS]], %[[WRITTEN]], %[[CAPACITY]]
// CHECK: "llvm.intr.memcpy"(%[[TO]], %[[FROM]], %{{.*}})
// CHECK: %[[FINAL:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: %[[AT_STATE:.*]] = llvm.mlir.constant(4 : i64)
// CHECK: %[[STATE_PTR:.*]] = llvm.getelementptr %[[ENTRY]][%[[AT_STATE]]]
// CHECK: llvm.store %[[FINAL]], %[[STATE_PTR]] : i32

// Strategy first: every record is counted, and stored if it fits whole; slots in front of one that does not are marked.
// CHECK-LABEL: llvm.func internal @pstudio.profile.store_scope_first
// CHECK-SAME: (%[[ENTRY:.*]]: !llvm.ptr, %[[SLOTS:.*]]: !llvm.ptr, %[[CAPACITY:.*]]: i32, %[[TAG:.*]]: i32, %[[CLOCK:.*]]: i64)
// A unit that does not record has no entry.
// CHECK: %[[SOME:.*]] = llvm.icmp "ne" %[[ENTRY]],
// CHECK: llvm.cond_br %[[SOME]]
// CHECK: %[[PARTIAL:.*]] = llvm.icmp "ne"
// CHECK: %[[WRITTEN:.*]] = llvm.load %[[ENTRY]]
// CHECK: %[[NEXT:.*]] = llvm.add %[[WRITTEN]]
// CHECK: llvm.store %[[NEXT]], %[[ENTRY]]
// CHECK: %[[STARTS:.*]] = llvm.icmp "ult" %[[WRITTEN]], %[[CAPACITY]]
// CHECK: llvm.cond_br %[[STARTS]]
// CHECK: %[[FITS:.*]] = llvm.icmp "ule" %[[NEXT]], %[[CAPACITY]]
// CHECK: %[[KEPT:.*]] = llvm.select %[[FITS]], %{{.*}}, %{{.*}}
// CHECK: %[[MORE:.*]] = llvm.and %[[PARTIAL]], %[[FITS]]
// CHECK: llvm.store %[[KEPT]]
// CHECK: llvm.cond_br %[[MORE]]

// Thread 0 stores its end of the clocks at 56 and 64.
// CHECK-LABEL: llvm.func internal @pstudio.profile.finalize_block
// CHECK-SAME: (%[[BLOCK:.*]]: !llvm.ptr) attributes {passthrough = ["noinline", "pstudio-instrumentation"]}
// CHECK-DAG: llvm.call @pstudio.cpu.tid.x()
// CHECK-DAG: llvm.call @pstudio.cpu.tid.y()
// CHECK-DAG: llvm.call @pstudio.cpu.tid.z()
// CHECK: llvm.cond_br
// CHECK: %[[CYCLE:.*]] = llvm.call @pstudio.cpu.clock()
// CHECK: %[[AT_CYCLE:.*]] = llvm.mlir.constant(56 : i64)
// CHECK: %[[CYCLE_PTR:.*]] = llvm.getelementptr %[[BLOCK]][%[[AT_CYCLE]]]
// CHECK: llvm.store %[[CYCLE]], %[[CYCLE_PTR]] : i64
// CHECK: %[[TIME:.*]] = llvm.call @pstudio.cpu.globaltimer()
// CHECK: %[[AT_TIME:.*]] = llvm.mlir.constant(64 : i64)
// CHECK: %[[TIME_PTR:.*]] = llvm.getelementptr %[[BLOCK]][%[[AT_TIME]]]
// CHECK: llvm.store %[[TIME]], %[[TIME_PTR]] : i64

// CHECK-LABEL: llvm.func internal @pstudio.profile.finalize_unit
// CHECK-SAME: passthrough = ["noinline", "pstudio-instrumentation"]

// The elected lane stores tag | (key & 0xffff) and the low half of the clock, then counts one slot.
// CHECK-LABEL: llvm.func internal @pstudio.profile.store_event
// CHECK-SAME: (%[[ENTRY:.*]]: !llvm.ptr, %[[SLOTS:.*]]: !llvm.ptr, %[[CAPACITY:.*]]: i32, %[[TAG:.*]]: i32, %[[KEY64:.*]]: i64, %[[CLOCK:.*]]: i64)
// CHECK: %[[ELECTED:.*]] = llvm.call @pstudio.cpu.elected()
// CHECK: llvm.cond_br %[[ELECTED]]
// CHECK: %[[KEY32:.*]] = llvm.trunc %[[KEY64]]
// CHECK: %[[KEY_MASK:.*]] = llvm.mlir.constant(65535 : i32)
// CHECK: %[[KEY:.*]] = llvm.and %[[KEY32]], %[[KEY_MASK]]
// CHECK: %[[FULL:.*]] = llvm.or %[[TAG]], %[[KEY]]
// CHECK: %[[LOW:.*]] = llvm.trunc %[[CLOCK]]
// CHECK: %[[NEXT:.*]] = llvm.add
// CHECK: llvm.store %[[NEXT]], %[[ENTRY]]
// CHECK: llvm.store %[[FULL]]
// CHECK: llvm.store %[[LOW]]

// A scope record under divergence sets key bit 0 and takes a Continuation (kind 8, key 1) with the mask.
// CHECK-LABEL: llvm.func internal @pstudio.profile.store_scope(
// CHECK-SAME: %[[ENTRY:.*]]: !llvm.ptr, %[[SLOTS:.*]]: !llvm.ptr, %[[CAPACITY:.*]]: i32, %[[TAG:.*]]: i32, %[[CLOCK:.*]]: i64)
// CHECK: %[[ACTIVE:.*]] = llvm.call @pstudio.cpu.activemask()
// CHECK: %[[LIVE:.*]] = llvm.call @pstudio.cpu.livemask()
// CHECK: %[[PARTIAL:.*]] = llvm.icmp "ne" %[[ACTIVE]], %[[LIVE]]
// CHECK: %[[BIT:.*]] = llvm.select %[[PARTIAL]]
// CHECK: %[[FULL:.*]] = llvm.or %[[TAG]], %[[BIT]]
// CHECK: %[[TAKEN:.*]] = llvm.add %[[BIT]],
// CHECK: %[[NEXT:.*]] = llvm.add %{{.*}}, %[[TAKEN]]
// CHECK: llvm.store %[[NEXT]], %[[ENTRY]]
// CHECK: llvm.store %[[FULL]]
// CHECK: llvm.cond_br %[[PARTIAL]]
// CHECK: %[[ID_MASK:.*]] = llvm.mlir.constant(268369920 : i32)
// CHECK: %[[ID:.*]] = llvm.and %[[TAG]], %[[ID_MASK]]
// CHECK: %[[CONTINUATION:.*]] = llvm.mlir.constant(-2147483647 : i32)
// CHECK: %[[MASK_TAG:.*]] = llvm.or %[[ID]], %[[CONTINUATION]]
// CHECK: llvm.store %[[MASK_TAG]]
// CHECK: llvm.store %[[ACTIVE]]

// Thread 0 stores magic 'PSTU', version 1 and the size of the header first.
// CHECK-LABEL: llvm.func internal @pstudio.profile.initialize
// CHECK: %[[MAGIC:.*]] = llvm.mlir.constant(1431589712 : i32)
// CHECK: llvm.store %[[MAGIC]]
// CHECK: %[[VERSION:.*]] = llvm.mlir.constant(2 : i16)
// CHECK: llvm.store %[[VERSION]]
// CHECK: %[[HEADER:.*]] = llvm.mlir.constant(80 : i16)
// CHECK: llvm.store %[[HEADER]]
// CHECK: llvm.call @pstudio.cpu.ctaid.x()
// CHECK: llvm.call @pstudio.cpu.ctaid.y()
// CHECK: llvm.call @pstudio.cpu.ctaid.z()
// CHECK: llvm.call @pstudio.cpu.smid()

// CHECK-LABEL: llvm.func internal @pstudio.profile.of_unit
// CHECK-SAME: (%[[BASE:.*]]: !llvm.ptr, %[[OFFSET:.*]]: i64, %[[STRIDE:.*]]: i64) -> !llvm.ptr
// CHECK: %[[WARP32:.*]] = llvm.call @pstudio.cpu.warpid()
// CHECK: %[[WARP:.*]] = llvm.zext %[[WARP32]]
// CHECK: %[[MINE:.*]] = llvm.mul %[[WARP]], %[[STRIDE]]
// CHECK: %[[SUM:.*]] = llvm.add %[[OFFSET]], %[[MINE]]
// CHECK: llvm.getelementptr %[[BASE]][%[[SUM]]]

// CHECK-LABEL: llvm.func internal @pstudio.profile.block
// CHECK-SAME: (%[[BUFFER:.*]]: !llvm.ptr, %[[BYTES:.*]]: i64) -> !llvm.ptr
// CHECK: llvm.call @pstudio.cpu.ctaid.y()
// CHECK: llvm.call @pstudio.cpu.nctaid.y()
// CHECK: llvm.call @pstudio.cpu.ctaid.z()
// CHECK: llvm.call @pstudio.cpu.ctaid.x()
// CHECK: llvm.call @pstudio.cpu.nctaid.x()
// CHECK: %[[AT:.*]] = llvm.mul %{{.*}}, %[[BYTES]]
// CHECK: llvm.getelementptr %[[BUFFER]][%[[AT]]]
!g = !proton_gpu.segment<64, global, warp>
!s = !proton_gpu.segment<32, shared, warp>
!shared = memref<32xi64, #gpu.address_space<workgroup>>
gpu.module @m {
  gpu.func @first(%n: index, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 1 in %buffer : !llvm.ptr -> !g
    proton_gpu.initialize %s : !g
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t to %s : !g
    proton_gpu.store event_start 1 key %n, %t to %s : !g
    proton_gpu.finalize %s : !g
    gpu.return
  }
  gpu.func @keeps_oldest(%buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc strategy first units 1 in %buffer : !llvm.ptr -> !g
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t to %s : !g
    gpu.return
  }
  gpu.func @second(%buffer: !llvm.ptr) workgroup(%m: !shared) kernel {
    %s = proton_gpu.segment_alloc units 1 in %buffer : !llvm.ptr staged %m : !shared -> !s
    proton_gpu.initialize %s : !s
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t to %s : !s
    proton_gpu.finalize %s : !s
    gpu.return
  }
}
