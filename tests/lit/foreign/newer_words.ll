; Attributes, flags and opcodes of LLVM 20 to 23 are in LLVM IR output as the input has them; LLVM 19 compiles the file without them.
; RUN: proton-collect instrument %s -o %t.ll --mode functions,memory 2>%t.notes
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=NOTE < %t.notes
; RUN: proton-collect instrument %s -o %t.ptx --emit ptx --arch sm_90 --mode functions,memory
; RUN: FileCheck %s --check-prefix=PTX < %t.ptx

; NOTE: captures(none) became nocapture, 1 times, first in line 25
; NOTE: flag samesign of icmp left out, 2 times
; NOTE: ptrtoaddr became ptrtoint, 1 times
; NOTE: fast-math flags of uitofp left out, 2 times
; NOTE: denormal_fpenv became denormal-fp-math, 1 times

; PTX: .visible .entry k(
; PTX: mul.ftz.f32

target triple = "nvptx64-nvidia-cuda"

; CHECK-NOT: pstudio
; CHECK-NOT: denormal-fp-math
; CHECK: define ptx_kernel void @k(ptr addrspace(1) captures(none) %to, ptr addrspace(1) captures(address, read_provenance) dead_on_return(8) %from, i32 %n, ptr %{{[0-9]+}})
define ptx_kernel void @k(
; The parameters are on lines of their own.
    ptr addrspace(1)
    captures(none) %to, ptr addrspace(1) captures(address, read_provenance) dead_on_return(8) %from, i32 %n) #0 {
; CHECK: icmp samesign ult i32 %n, 3
; CHECK: icmp samesign uge i32 %n, 4
  %below = icmp samesign ult i32 %n, 3
  %above = icmp samesign uge i32 %n, 4
  %either = or disjoint i1 %below, %above
; CHECK: %address = ptrtoaddr ptr addrspace(1) %from to i64
  %address = ptrtoaddr ptr addrspace(1) %from to i64
; CHECK: %low = trunc nuw nsw i64 %address to i32
  %low = trunc nuw nsw i64 %address to i32
; CHECK: %x = uitofp nneg nnan contract i32 %low to float
  %x = uitofp nneg nnan contract i32 %low to float
; CHECK: %y = select nnan i1 %either, float %x, float 2.000000e+00
  %y = select nnan i1 %either, float %x, float 2.0
; CHECK: %z = fmul contract float %x, %y
  %z = fmul contract float %x, %y
; CHECK: store float %z, ptr addrspace(1) %to, align 4
  store float %z, ptr addrspace(1) %to, align 4
  ret void
}

; Records may break the promise of an attribute that is unknown.
; CHECK: attributes #{{[0-9]+}} = { nounwind denormal_fpenv(float: preservesign) "nvvm.reqntid"="64" }
attributes #0 = { nounwind denormal_fpenv(float: preservesign) "nvvm.reqntid"="64" sanitize_alloc_token }
