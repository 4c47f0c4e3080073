; Tensor memory as Triton writes it: inline PTX and intrinsics of a newer LLVM. PTX names the newer chip and its version; a chip
; without tensor memory is rejected with the place.
; RUN: proton-collect instrument %s -o %t.ptx --emit ptx --arch sm_100a --mode async,matrix,barriers
; RUN: FileCheck %s < %t.ptx
; RUN: FileCheck %s --check-prefix=TABLE < %t.ptx.json
; RUN: not proton-collect instrument %s -o %t.old --emit ptx --arch sm_90a 2>&1 | FileCheck %s --check-prefix=OLD
; RUN: not proton-collect instrument %s -o %t.old --emit ptx --arch sm_120a 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: proton-collect instrument %s -o %t.ll --mode async && FileCheck %s --check-prefix=TEXT < %t.ll

; CHECK: .version 8.7
; CHECK-NEXT: .target sm_100a
; CHECK: tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32
; CHECK: tcgen05.mma.cta_group::1.kind::f16
; CHECK: tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64
; CHECK: tcgen05.ld.sync.aligned.32x32b.x1.b32
; CHECK: tcgen05.wait::ld.sync.aligned;
; CHECK: tcgen05.dealloc.cta_group::1.sync.aligned.b32
; OLD: error: {{.*}}sm_90a has no tcgen05 instructions, which needs sm_100a
; NONE: error: {{.*}}sm_120a has no tcgen05 instructions, which needs sm_100a
; TABLE-DAG: "name": "tcgen05.alloc
; TABLE-DAG: "name": "tcgen05.mma
; TABLE-DAG: "queue": "tcgen05.ld"
; TABLE-DAG: "matrix": true
; TEXT: call void @llvm.nvvm.tcgen05.wait.ld()
; TEXT: call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6)
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@memory = external addrspace(3) global [0 x i8], align 16

define ptx_kernel void @k(ptr addrspace(1) %to, i64 %a, i64 %b) #0 {
  tail call void asm sideeffect "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$0], 128;", "r"(ptr addrspace(3) @memory)
  %t = load i32, ptr addrspace(3) @memory
  tail call void asm sideeffect "@$0 tcgen05.mma.cta_group::1.kind::f16 [ $1 + 0 ], $2, $3, $4, $0;", "b,r,l,l,r"(i1 true, i32 %t, i64 %a, i64 %b, i32 135331856)
  tail call void asm sideeffect "@$0 tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [$1];", "b,l"(i1 true, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @memory, i32 16))
  tail call void asm sideeffect "{ .reg .pred p; again: mbarrier.try_wait.parity.shared.b64 p, [$0], 0; @!p bra.uni again; }", "r"(ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @memory, i32 16))
  %v = tail call i32 asm sideeffect "tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1 + 0];", "=r,r"(i32 %t)
  tail call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr addrspace(1) %to
  %p = inttoptr i32 %t to ptr addrspace(6)
  tail call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %p, i32 128)
  ret void
}

declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
attributes #0 = { "nvvm.reqntid"="128" }
