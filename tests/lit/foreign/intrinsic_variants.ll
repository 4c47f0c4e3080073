; A variant that there is no PTX for is refused by name.
; RUN: not proton-collect instrument %s -o %t.ll --mode none 2>&1 | FileCheck %s
; CHECK: intrinsic_variants.ll:8:3: the intrinsic llvm.nvvm.cp.async.bulk.shared.cta.to.global has a variant that has a multicast mask or a cache hint
; CHECK-NEXT: hint:
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %to, ptr addrspace(3) %tile) {
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %to, ptr addrspace(3) %tile, i32 128, i64 7, i1 true)
  ret void
}

declare void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1), ptr addrspace(3), i32, i64, i1)
