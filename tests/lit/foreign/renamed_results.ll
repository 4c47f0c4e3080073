; An intrinsic that a newer LLVM has renamed keeps its result, in the module and in what uses it.
; RUN: proton-collect instrument %s -o %t.ll --mode none
; RUN: FileCheck %s < %t.ll
; CHECK-LABEL: define {{.*}}void @k
; CHECK: %size = call float @llvm.nvvm.fabs.f(float %x)
; CHECK: %flushed = call float @llvm.nvvm.fabs.ftz.f(float %x)
; CHECK: %either = select i1 %c, float %size, float %flushed
; CHECK: call float @llvm.nvvm.ex2.approx.ftz.f(float %either)
; CHECK: store float
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %to, float %x, i32 %n) {
  %c = icmp eq i32 %n, 0
  %size = call float @llvm.nvvm.fabs.f32(float %x)
  %flushed = call float @llvm.nvvm.fabs.ftz.f32(float %x)
  %either = select i1 %c, float %size, float %flushed
  %power = call float @llvm.nvvm.ex2.approx.ftz.f32(float %either)
  store float %power, ptr addrspace(1) %to
  ret void
}

declare float @llvm.nvvm.fabs.f32(float)
declare float @llvm.nvvm.fabs.ftz.f32(float)
declare float @llvm.nvvm.ex2.approx.ftz.f32(float)
