// Segments and records become calls; the kernel itself gains nothing else.
// RUN: proton-opt %s --split-input-file --convert-proton-gpu-to-llvm | FileCheck %s --implicit-check-not="proton_gpu.store "

// --- The kernel ---------------------------------------------------------------------------------------------
// Block of 4 units of 1024 slots: 80 + 4 * 8 + 4 * 1024 * 8 = 32880, rounded up to 32896 bytes. The unit table is at
// 80, the segments of 8192 bytes at 112.
// CHECK-LABEL: gpu.func @global
// CHECK-SAME: (%[[N:.*]]: index, %[[BUFFER:.*]]: !llvm.ptr {proton_gpu.profile_buffer}) kernel
// CHECK-NEXT: %[[BYTES:.*]] = llvm.mlir.constant(32896 : i64) : i64
// CHECK-NEXT: %[[BLOCK:.*]] = llvm.call @pstudio.profile.block(%[[BUFFER]], %[[BYTES]])
// CHECK-DAG: %[[TABLE:.*]] = llvm.mlir.constant(80 : i64) : i64
// CHECK-DAG: %[[ENTRY_BYTES:.*]] = llvm.mlir.constant(8 : i64) : i64
// CHECK: %[[ENTRY:.*]] = llvm.call @pstudio.profile.of_unit(%[[BLOCK]], %[[TABLE]], %[[ENTRY_BYTES]])
// CHECK-DAG: %[[SEGMENTS:.*]] = llvm.mlir.constant(112 : i64) : i64
// CHECK-DAG: %[[SEGMENT_BYTES:.*]] = llvm.mlir.constant(8192 : i64) : i64
// CHECK: %[[SLOTS:.*]] = llvm.call @pstudio.profile.of_unit(%[[BLOCK]], %[[SEGMENTS]], %[[SEGMENT_BYTES]])
// Strategy circular (0), granularity warp (1 << 4).
// CHECK-DAG: %[[UNITS:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-DAG: %[[CAPACITY:.*]] = llvm.mlir.constant(1024 : i32) : i32
// CHECK-DAG: %[[FLAGS:.*]] = llvm.mlir.constant(16 : i32) : i32
// CHECK: %[[NO_HALVES:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK: llvm.call @pstudio.profile.initialize(%[[BLOCK]], %[[UNITS]], %[[CAPACITY]], %[[FLAGS]], %[[NO_HALVES]], %{{.*}})
// A scope record: kind 1, operation 5.
// CHECK: %[[SITE0:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK: %[[T0:.*]] = llvm.call @pstudio.cpu.record.clock(%[[SITE0]]) : (i32) -> i64
// CHECK: %[[TAG0:.*]] = llvm.mlir.constant(268763136 : i32) : i32
// CHECK: llvm.call @pstudio.profile.store_scope(%[[ENTRY]], %[[SLOTS]], %{{.*}}, %[[TAG0]], %[[T0]])
// An event record: kind 3, operation 6, with its key in 64 bits: the function keeps the low 16.
// CHECK: %[[SITE1:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK: %[[T1:.*]] = llvm.call @pstudio.cpu.record.clock(%[[SITE1]]) : (i32) -> i64
// CHECK: %[[TAG1:.*]] = llvm.mlir.constant(805699584 : i32) : i32
// CHECK: %[[KEY:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK: llvm.call @pstudio.profile.store_event(%[[ENTRY]], %[[SLOTS]], %{{.*}}, %[[TAG1]], %[[KEY]], %[[T1]])
// An event without a key has key 0.
// CHECK: %[[T2:.*]] = llvm.call @pstudio.cpu.record.clock
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK: llvm.call @pstudio.profile.store_event(%[[ENTRY]], %[[SLOTS]], %{{.*}}, %{{.*}}, %[[ZERO]], %[[T2]])
// CHECK: llvm.call @pstudio.profile.finalize_unit(%[[ENTRY]])
// CHECK: llvm.call @pstudio.profile.finalize_block(%[[BLOCK]])
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

// Shared segments: records go to shared memory, finalize copies them to the block.
// CHECK-LABEL: gpu.func @shared
// CHECK-SAME: (%[[BUFFER:.*]]: !llvm.ptr {proton_gpu.profile_buffer}) workgroup(%[[M:.*]] : memref<64xi64, #gpu.address_space<workgroup>>)
// CHECK: %[[BLOCK:.*]] = llvm.call @pstudio.profile.block
// CHECK: %[[ENTRY:.*]] = llvm.call @pstudio.profile.of_unit(%[[BLOCK]]
// CHECK: %[[SLOTS:.*]] = llvm.call @pstudio.profile.of_unit(%[[BLOCK]]
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[M]]
// CHECK: %[[NUMBER:.*]] = arith.index_cast %[[ADDRESS]] : index to i64
// CHECK: %[[POINTER:.*]] = llvm.inttoptr %[[NUMBER]] : i64 to !llvm.ptr
// CHECK-DAG: %[[START:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-DAG: %[[STRIDE:.*]] = llvm.mlir.constant(256 : i64) : i64
// CHECK: %[[STAGED:.*]] = llvm.call @pstudio.profile.of_unit(%[[POINTER]], %[[START]], %[[STRIDE]])
// CHECK: llvm.call @pstudio.profile.store_scope(%[[ENTRY]], %[[STAGED]],
// CHECK: %[[CAPACITY:.*]] = llvm.mlir.constant(32 : i32) : i32
// CHECK: llvm.call @pstudio.profile.finalize_shared_unit(%[[ENTRY]], %[[STAGED]], %[[SLOTS]], %[[CAPACITY]])
// CHECK: llvm.call @pstudio.profile.finalize_block(%[[BLOCK]])
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
// CHECK: llvm.call @pstudio.profile.store_scope({{.*}}, %[[WIDE]])
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
