; The variant of a bulk copy that has a cache hint becomes its instruction.
; RUN: proton-collect instrument %s -o %t.ptx --emit ptx --arch sm_90a --mode none
; RUN: FileCheck %s < %t.ptx
; CHECK: cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %to, ptr addrspace(3) %tile) {
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %to, ptr addrspace(3) %tile, i32 128, i64 7, i1 true)
  ret void
}

declare void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1), ptr addrspace(3), i32, i64, i1)
