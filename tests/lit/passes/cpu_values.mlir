// What stores a value on the CPU target: one call, whatever the strategy and the granularity; the tag contains the width.
// RUN: proton-opt %s --convert-proton-gpu-to-llvm | FileCheck %s

// Declared once for all kernels, with no body.
// CHECK-COUNT-1: llvm.func @pstudio.cpu.record.store(i1, i32, i64, i64){{$}}
// CHECK-NOT: llvm.func @pstudio.cpu.record.store

// Kind 5, operation 3.
// CHECK-LABEL: gpu.func @lanes
// CHECK-SAME: (%[[V:.*]]: i32,
// CHECK: %[[TAG:.*]] = llvm.mlir.constant(1342373888 : i32) : i32
// CHECK: %[[WIDE:.*]] = llvm.zext %[[V]] : i32 to i64
// CHECK: llvm.call @pstudio.cpu.record.store(%{{.*}}, %[[TAG]], %[[WIDE]], %{{.*}})
// CHECK-LABEL: gpu.func @circular
// CHECK-SAME: (%[[V:.*]]: i32,
// CHECK: %[[WIDE:.*]] = llvm.zext %[[V]] : i32 to i64
// CHECK: llvm.call @pstudio.cpu.record.store(%{{.*}}, %{{.*}}, %[[WIDE]], %{{.*}})
// Strategy first (1) with granularity warp (1 << 4); the key of a value of 64 bits is 2.
// CHECK-LABEL: gpu.func @first
// CHECK-SAME: (%[[V:.*]]: i64,
// CHECK: %[[FLAGS:.*]] = llvm.mlir.constant(17 : i32) : i32
// CHECK: llvm.call @pstudio.cpu.record.begin(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[FLAGS]],
// CHECK: %[[TAG:.*]] = llvm.mlir.constant(1342373890 : i32) : i32
// CHECK: llvm.call @pstudio.cpu.record.store(%{{.*}}, %[[TAG]], %[[V]], %{{.*}})
gpu.module @m {
  gpu.func @lanes(%v: i32, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 64 in %buffer : !llvm.ptr -> !proton_gpu.segment<16, global, thread>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store value 3 with %v : i32, %t to %s : !proton_gpu.segment<16, global, thread>
    proton_gpu.finalize %s : !proton_gpu.segment<16, global, thread>
    gpu.return
  }
  gpu.func @circular(%v: i32, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 2 in %buffer : !llvm.ptr -> !proton_gpu.segment<16, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store value 3 with %v : i32, %t to %s : !proton_gpu.segment<16, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<16, global, warp>
    gpu.return
  }
  gpu.func @first(%v: i64, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc strategy first units 2 in %buffer : !llvm.ptr -> !proton_gpu.segment<16, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store value 3 with %v : i64, %t to %s : !proton_gpu.segment<16, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<16, global, warp>
    gpu.return
  }
}
