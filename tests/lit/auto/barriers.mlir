// Every way of waiting at a barrier, one scope each; arriving without waiting is none.
// RUN: proton-opt %s --proton-mark-barriers=warp-barriers=true | FileCheck %s
// RUN: proton-opt %s --proton-mark-barriers | FileCheck %s --check-prefix=DEFAULT
// RUN: proton-opt %s --proton-mark-barriers --convert-proton-to-proton-gpu | FileCheck %s --check-prefix=RECORDS

// RECORDS-COUNT-3: scope_start

// A barrier of a warp is counted: its wait is no more than the reconvergence of its lanes.
// DEFAULT-LABEL: llvm.func @intrinsics
// DEFAULT-NOT: "warp barrier
// DEFAULT: nvvm.bar.warp.sync
// DEFAULT-LABEL: gpu.func @warps
// DEFAULT-SAME: proton_gpu.coverage.barriers = array<i64: 1, 2>
// DEFAULT-COUNT-1: proton.record start "barrier
// DEFAULT-NOT: proton.record start

// CHECK-LABEL: gpu.func @dialects
// CHECK-NEXT: proton.record start "barrier barriers.mlir:[[A:[0-9]+]]"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: proton.record end "barrier barriers.mlir:[[A]]"
// CHECK-NEXT: proton.record start "barrier barriers.mlir:[[B:[0-9]+]]"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: proton.record end "barrier barriers.mlir:[[B]]"
// CHECK: scf.if
// CHECK-NEXT: proton.record start "barrier
// CHECK-NEXT: nvvm.barrier0
// CHECK-NEXT: proton.record end "barrier
gpu.module @m {
  gpu.func @dialects(%some: i1) kernel {
    gpu.barrier
    gpu.barrier
    scf.if %some {
      nvvm.barrier0
    }
    gpu.return
  }

  // CHECK-LABEL: llvm.func @intrinsics
  // CHECK: proton.record start "cluster barrier 1"
  // CHECK-NEXT: nvvm.cluster.wait
  // CHECK: proton.record start "warp barrier 1"
  // CHECK-NEXT: nvvm.bar.warp.sync
  // CHECK: proton.record start "barrier 1"
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"
  // CHECK: proton.record start "barrier 2"
  // CHECK-NEXT: llvm.call @llvm.nvvm.barrier.cta.sync.aligned.all
  // CHECK-NOT: proton.record start
  // CHECK: llvm.return
  llvm.func @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
  llvm.func @intrinsics(%mask: i32, %id: i32) attributes {nvvm.kernel} {
    nvvm.cluster.arrive loc(unknown)
    nvvm.cluster.wait loc(unknown)
    nvvm.bar.warp.sync %mask : i32 loc(unknown)
    llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"(%id) : (i32) -> () loc(unknown)
    llvm.call @llvm.nvvm.barrier.cta.sync.aligned.all(%id) : (i32) -> () loc(unknown)
    llvm.return loc(unknown)
  }

  // CHECK-LABEL: gpu.func @warps
  // CHECK-SAME: proton_gpu.coverage.barriers = array<i64: 3, 0>
  gpu.func @warps(%mask: i32) kernel {
    nvvm.bar.warp.sync %mask : i32
    gpu.barrier
    // CHECK: gpu.barrier
    // CHECK: proton.record start "warp barrier barriers.mlir:
    // CHECK-NEXT: llvm.inline_asm
    llvm.inline_asm has_side_effects "bar.warp.sync -1;", "" : () -> ()
    gpu.return
  }
}
