; Intrinsics that LLVM 19 does not know become its own, or inline PTX, where it compiles them; LLVM IR keeps their calls.
; RUN: proton-collect instrument %s -o %t.ll --mode none
; RUN: FileCheck %s < %t.ll
; RUN: proton-collect instrument %s -o %t.ptx --mode none --emit ptx --arch sm_90a
; RUN: FileCheck %s --check-prefix=PTX < %t.ptx
target datalayout = "e-p3:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-NOT: asm
; CHECK-LABEL: define ptx_kernel void @k
; PTX-NOT: llvm.nvvm
define ptx_kernel void @k(ptr %map, ptr addrspace(3) %tile, ptr addrspace(3) %barrier, ptr addrspace(1) %to) {
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; PTX: bar.sync 0;
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
; PTX: bar.sync %r
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
; CHECK: call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 2, i32 64)
; PTX: bar.arrive
  call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 2, i32 64)
; CHECK: %e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
; PTX: elect.sync
  %e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %lane = extractvalue { i32, i1 } %e, 0
; CHECK: call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3) %tile, i32 %lane, i32 2)
; PTX: stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%r
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3) %tile, i32 %lane, i32 2)
; CHECK: call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 1)
; PTX: wgmma.wait_group.sync.aligned 1;
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 1)
; CHECK: call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(ptr addrspace(3) %tile, ptr addrspace(3) %barrier, ptr %map, i32 0, i32 %lane, i16 0, i64 0, i1 false, i1 false)
; PTX: cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(ptr addrspace(3) %tile, ptr addrspace(3) %barrier, ptr %map, i32 0, i32 %lane, i16 0, i64 0, i1 false, i1 false)
; CHECK: call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %to, ptr addrspace(3) %tile, i32 128, i64 0, i1 false)
; PTX: cp.async.bulk.global.shared::cta.bulk_group
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %to, ptr addrspace(3) %tile, i32 128, i64 0, i1 false)
; CHECK: call void @llvm.nvvm.griddepcontrol.wait()
; PTX: griddepcontrol.wait;
  call void @llvm.nvvm.griddepcontrol.wait()
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32, i32)
declare { i32, i1 } @llvm.nvvm.elect.sync(i32)
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3), i32, i32)
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(ptr addrspace(3), ptr addrspace(3), ptr, i32, i32, i16, i64, i1, i1)
declare void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1), ptr addrspace(3), i32, i64, i1)
declare void @llvm.nvvm.griddepcontrol.wait()
