; An intrinsic that a newer LLVM has renamed keeps its result, in the module and in what uses it.
; RUN: proton-collect instrument %s -o %t.ll --mode functions --block 32
; RUN: FileCheck %s < %t.ll
; RUN: proton-collect instrument %s -o %t.ptx --mode none --emit ptx
; RUN: FileCheck %s --check-prefix=PTX < %t.ptx
; CHECK-LABEL: define {{.*}}void @k
; CHECK: %size = call float @llvm.nvvm.fabs.f32(float %x)
; CHECK: %flushed = call float @llvm.nvvm.fabs.ftz.f32(float %x)
; CHECK: %either = select i1 %c, float %size, float %flushed
; CHECK: %power = call float @llvm.nvvm.ex2.approx.ftz.f32(float %either)
; CHECK: store float %power
; PTX-DAG: abs.f32 %f
; PTX-DAG: abs.ftz.f32 %f
; PTX: selp
; PTX: ex2.approx.ftz.f32 %f
; PTX: st.global.f32

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
