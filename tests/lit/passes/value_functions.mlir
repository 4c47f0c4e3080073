// What stores a value on the CPU target: the elected lane, or every lane; 2 slots or 3; refused whole where it does not fit.
// RUN: proton-opt %s --convert-proton-gpu-to-llvm | FileCheck %s

// Strategy first. Tag with the lane, clock; then the words of the value behind a Continuation each (8 << 28 | number).
// CHECK-LABEL: llvm.func internal @pstudio.profile.store_value_wide_first
// CHECK-SAME: (%[[ENTRY:.*]]: !llvm.ptr, %[[SLOTS:.*]]: !llvm.ptr, %[[CAPACITY:.*]]: i32, %[[TAG:.*]]: i32, %[[VALUE:.*]]: i64, %[[CLOCK:.*]]: i64)
// CHECK: llvm.call @pstudio.cpu.elected() : () -> i1
// CHECK: %[[LANE:.*]] = llvm.call @pstudio.cpu.laneid() : () -> i32
// CHECK: %[[KEY:.*]] = llvm.shl %[[LANE]], %{{.*}}
// CHECK: %[[FIRST:.*]] = llvm.or %[[TAG]], %[[KEY]]
// CHECK: llvm.trunc %[[CLOCK]]
// CHECK: llvm.mlir.constant(-2147483647 : i32)
// CHECK: llvm.mlir.constant(-2147483646 : i32)
// CHECK: %[[WRITTEN:.*]] = llvm.load %[[ENTRY]]
// CHECK: %[[NEXT:.*]] = llvm.add %[[WRITTEN]], %{{.*}}
// CHECK: llvm.store %[[NEXT]], %[[ENTRY]]
// CHECK: %[[FITS:.*]] = llvm.icmp "ule" %[[NEXT]], %[[CAPACITY]]
// CHECK: llvm.select %[[FITS]], %[[FIRST]], %{{.*}}
// CHECK-COUNT-2: llvm.select %[[FITS]]
// Strategy circular: nothing is compared.
// CHECK-LABEL: llvm.func internal @pstudio.profile.store_value(
// CHECK: llvm.call @pstudio.cpu.elected()
// CHECK-NOT: llvm.select
// Every lane of its own.
// CHECK-LABEL: llvm.func internal @pstudio.profile.store_value_lane(
// CHECK-NOT: llvm.call @pstudio.cpu.elected()
// CHECK: llvm.return

// CHECK-LABEL: gpu.func @lanes
// CHECK: llvm.call @pstudio.profile.store_value_lane(
// CHECK-LABEL: gpu.func @circular
// CHECK-SAME: (%[[V:.*]]: i32,
// CHECK: %[[WIDE:.*]] = llvm.zext %[[V]] : i32 to i64
// CHECK: llvm.call @pstudio.profile.store_value(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[WIDE]], %{{.*}})
// CHECK-LABEL: gpu.func @first
// CHECK-SAME: (%[[V:.*]]: i64,
// CHECK: llvm.call @pstudio.profile.store_value_wide_first(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[V]], %{{.*}})
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
