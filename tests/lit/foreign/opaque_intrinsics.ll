; LLVM IR keeps each intrinsic that LLVM 19 does not support as a call with its operands, attributes and flags, and a note names it. PTX
; rejects it.
; RUN: proton-collect instrument %s -o %t.ll --mode functions,barriers,async,memory 2>%t.notes
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=NOTE < %t.notes
; RUN: FileCheck %s --check-prefix=TABLE < %t.ll.json
; RUN: not proton-collect instrument %s -o %t.ptx --emit ptx --arch sm_90a 2>&1 | FileCheck %s --check-prefix=PTX

; NOTE: kept the call of the intrinsic llvm.nvvm.future.thing.v9, which LLVM 19 does not support, 2 times, first in line 39
; NOTE: kept the call of the intrinsic llvm.nvvm.tcgen05.future
; NOTE: kept the call of the intrinsic llvm.sincos.f32
; NOTE: kept the call of the intrinsic llvm.masked.load.v4f32.p1
; NOTE: kept the call of the intrinsic llvm.nvvm.mapa.shared.cluster
; NOTE: kept the call of the intrinsic llvm.nvvm.mbarrier.init.shared
; NOTE: what llvm.nvvm.tcgen05.future does with memory is not known

; TABLE: "name": "init mbarrier opaque_intrinsics.ll:46"

; PTX: error: {{.*}}opaque_intrinsics.ll:37:3: the intrinsic llvm.nvvm.future.thing.v9 is unknown to LLVM 19
; PTX: hint: {{.*}}--emit ll

target datalayout = "e-p3:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-NOT: llvm.pstudio
; CHECK-NOT: nvvm.annotations
; CHECK: define ptx_kernel void @k(
define ptx_kernel void @k(ptr addrspace(3) %tile, ptr addrspace(1) %to, float %f, half %h, <4 x i1> %mask) #0 {
; The PTX form that the analysis reads is not left beside the call, nor are conversions of its operands.
; CHECK: %d = tail call nnan float @llvm.nvvm.div.full(float %f, float 3.000000e+00)
  %d = tail call nnan float @llvm.nvvm.div.full(float %f, float 3.0)
; CHECK: %a = tail call float @llvm.nvvm.fabs.ftz.f32(float %d) #[[NOUNWIND:[0-9]+]]
  %a = tail call float @llvm.nvvm.fabs.ftz.f32(float %d) #2
; CHECK-NEXT: %t = call half @llvm.nvvm.ex2.approx.ftz.f16(half %h)
  %t = call half @llvm.nvvm.ex2.approx.ftz.f16(half %h)
; CHECK-NEXT: %u = call half @llvm.nvvm.future.thing.v9(half %t, i32 immarg 4, metadata !"round.tonearest")
  %u = call half @llvm.nvvm.future.thing.v9(half %t, i32 immarg 4, metadata !"round.tonearest")
; CHECK-NEXT: %v = call half @llvm.nvvm.future.thing.v9(half %u, i32 5, metadata !"round.upward")
  %v = call half @llvm.nvvm.future.thing.v9(half %u, i32 5, metadata !"round.upward")
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: %e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
; CHECK: %x = call { float, float } @llvm.sincos.f32(float %a)
  %x = call { float, float } @llvm.sincos.f32(float %a)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %tile, i32 1, i32 0)
; CHECK: call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %tile, i32 1, i32 0)
  %q = extractvalue { i32, i1 } %e, 1
; CHECK: call void @llvm.nvvm.tcgen05.future(ptr addrspace(6) null, i64 3, i1 %q, i32 1)
  call void @llvm.nvvm.tcgen05.future(ptr addrspace(6) null, i64 3, i1 %q, i32 1)
; CHECK: %m = call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 16 %to, <4 x i1> %mask, <4 x float> poison)
  %m = call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 16 %to, <4 x i1> %mask, <4 x float> poison)
; CHECK: %c = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %tile, i32 1)
  %c = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %tile, i32 1)
  store half %v, ptr addrspace(7) %c
  store <4 x float> %m, ptr addrspace(1) %to
  ret void
}

; CHECK: declare float @llvm.nvvm.div.full(float, float) #[[PURE:[0-9]+]]
declare float @llvm.nvvm.div.full(float, float) #1
declare float @llvm.nvvm.fabs.ftz.f32(float) #1
declare half @llvm.nvvm.ex2.approx.ftz.f16(half)
; CHECK: declare half @llvm.nvvm.future.thing.v9(half, i32 immarg, metadata) #[[PURE]]
declare half @llvm.nvvm.future.thing.v9(half, i32 immarg range(i32 0, 8), metadata) #1
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare { i32, i1 } @llvm.nvvm.elect.sync(i32)
declare void @llvm.nvvm.tcgen05.future(ptr addrspace(6), i64, i1, i32 immarg noundef)
declare { float, float } @llvm.sincos.f32(float) #1
declare <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1), <4 x i1>, <4 x float>)
declare ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3), i32) #1
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32, i32 immarg)
; CHECK-DAG: attributes #[[PURE]] = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
; CHECK-DAG: attributes #[[NOUNWIND]] = { nounwind }
attributes #0 = { nounwind "nvvm.reqntid"="128" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind }
