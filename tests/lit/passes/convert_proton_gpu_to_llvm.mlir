// Segments and records become calls; the kernel itself gains nothing else.
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm | FileCheck %s --implicit-check-not="proton_gpu.store "

// --- The kernel ---------------------------------------------------------------------------------------------
// 4 units of 1024 slots, in the block: strategy circular (0), granularity warp (1 << 4). Each CTA and warp records.
// CHECK-LABEL: gpu.func @global
// CHECK-SAME: (%[[N:.*]]: index, %[[BUFFER:.*]]: !llvm.ptr {proton_gpu.profile_buffer}) kernel
// CHECK-NEXT: %[[GLOBAL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: %[[CTA:.*]] = llvm.call @pstudio.cpu.rank.cta(%{{.*}}) : (i32, i32, i32, i32, i32) -> i32
// CHECK: %[[NONE:.*]] = llvm.mlir.constant(-1 : i32) : i32
// CHECK: %[[FIRST:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK: %[[LAST:.*]] = llvm.mlir.constant(-2 : i32) : i32
// CHECK: %[[WARP:.*]] = llvm.call @pstudio.cpu.rank.warp(%[[NONE]], %[[FIRST]], %[[LAST]], %{{.*}}) : (i32, i32, i32, i32, i32) -> i32
// CHECK: %[[UNITS:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK: %[[SLOTS:.*]] = llvm.mlir.constant(1024 : i32) : i32
// CHECK: %[[KEPT:.*]] = llvm.mlir.constant(1024 : i32) : i32
// CHECK: %[[FLAGS:.*]] = llvm.mlir.constant(16 : i32) : i32
// CHECK: %[[CHUNKS:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK: llvm.call @pstudio.cpu.record.begin(%[[BUFFER]], %[[GLOBAL]], %[[CTA]], %[[WARP]], %[[UNITS]], %[[SLOTS]], %[[KEPT]], %[[FLAGS]], %[[CHUNKS]], %{{.*}})
// CHECK-NEXT: llvm.call @pstudio.cpu.record.header()
// A scope record: kind 1, operation 5.
// CHECK: %[[SITE0:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK: %[[T0:.*]] = llvm.call @pstudio.cpu.record.clock(%[[SITE0]]) : (i32) -> i64
// CHECK: %[[TRUE:.*]] = llvm.mlir.constant(true) : i1
// CHECK: %[[TAG0:.*]] = llvm.mlir.constant(268763136 : i32) : i32
// CHECK: llvm.call @pstudio.cpu.record.store(%[[TRUE]], %[[TAG0]], %{{.*}}, %[[T0]]) : (i1, i32, i64, i64) -> ()
// An event record: kind 3, operation 6, with its key in 64 bits: the runtime keeps the low 16.
// CHECK: %[[SITE1:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK: %[[T1:.*]] = llvm.call @pstudio.cpu.record.clock(%[[SITE1]]) : (i32) -> i64
// CHECK: %[[TAG1:.*]] = llvm.mlir.constant(805699584 : i32) : i32
// CHECK: %[[KEY:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK: llvm.call @pstudio.cpu.record.store(%{{.*}}, %[[TAG1]], %[[KEY]], %[[T1]])
// An event without a key has key 0.
// CHECK: %[[T2:.*]] = llvm.call @pstudio.cpu.record.clock
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK: llvm.call @pstudio.cpu.record.store(%{{.*}}, %{{.*}}, %[[ZERO]], %[[T2]])
// CHECK-NEXT: llvm.call @pstudio.cpu.record.end()
// CHECK-NEXT: gpu.return
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

// Shared segments: the runtime writes records there, and copies them to the block at the end.
// CHECK-LABEL: gpu.func @shared
// CHECK-SAME: (%[[BUFFER:.*]]: !llvm.ptr {proton_gpu.profile_buffer}) workgroup(%[[M:.*]] : memref<64xi64, #gpu.address_space<workgroup>>)
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[M]]
// CHECK: %[[NUMBER:.*]] = arith.index_cast %[[ADDRESS]] : index to i64
// CHECK: %[[POINTER:.*]] = llvm.inttoptr %[[NUMBER]] : i64 to !llvm.ptr
// CHECK: %[[UNITS:.*]] = llvm.mlir.constant(2 : i32) : i32
// CHECK: %[[SLOTS:.*]] = llvm.mlir.constant(32 : i32) : i32
// CHECK: llvm.call @pstudio.cpu.record.begin(%[[BUFFER]], %[[POINTER]], %{{.*}}, %{{.*}}, %[[UNITS]], %[[SLOTS]],
// CHECK: llvm.call @pstudio.cpu.record.store(
// CHECK: llvm.call @pstudio.cpu.record.end()
!shared = memref<64xi64, #gpu.address_space<workgroup>>
gpu.module @m {
  gpu.func @shared(%buffer: !llvm.ptr {proton_gpu.profile_buffer}) workgroup(%m: !shared) kernel {
    %s = proton_gpu.segment_alloc units 2 in %buffer : !llvm.ptr staged %m : !shared -> !proton_gpu.segment<32, shared, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_end 0, %t to %s : !proton_gpu.segment<32, shared, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<32, shared, warp>
    gpu.return
  }
}

// -----

// Counters that something else uses, and counters from elsewhere, keep their values.
// CHECK-LABEL: gpu.func @counter_values
// CHECK-SAME: (%[[OUT:.*]]: memref<2xi32>, %[[MINE:.*]]: i32,
// CHECK: %[[T:.*]] = llvm.call @pstudio.cpu.record.clock
// CHECK: %[[LOW:.*]] = llvm.trunc %[[T]] : i64 to i32
// CHECK: memref.store %[[LOW]], %[[OUT]]
// CHECK: %[[WIDE:.*]] = llvm.zext %[[MINE]] : i32 to i64
// CHECK: llvm.call @pstudio.cpu.record.store({{.*}}, %[[WIDE]])
gpu.module @m {
  gpu.func @counter_values(%out: memref<2xi32>, %mine: i32, %buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel {
    %c0 = arith.constant 0 : index
    %s = proton_gpu.segment_alloc units 1 in %buffer : !llvm.ptr -> !proton_gpu.segment<4, global, warp>
    %t = proton_gpu.read_counter : i32
    memref.store %t, %out[%c0] : memref<2xi32>
    proton_gpu.store scope_start 0, %mine to %s : !proton_gpu.segment<4, global, warp>
    gpu.return
  }
}
