; Lanes that may record alone share counters in static shared memory. The dynamic shared memory of the kernel still starts at a multiple
; of 1024 bytes, on which swizzled tiles rely. Without records there are no counters, and the array stays as it is.
; RUN: proton-collect instrument %s -o %t.ll --mode functions
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=TABLE < %t.ll.json
; RUN: proton-collect instrument %s -o %t.whole.ll --mode loops
; RUN: FileCheck %s --check-prefix=WHOLE < %t.whole.ll

; CHECK: addrspace(3) global [4 x i64]
; CHECK: @smem = external addrspace(3) global [0 x i8], align 1024
; WHOLE: @smem = external addrspace(3) global [0 x i8], align 16
; TABLE-NOT: may_wait

target datalayout = "e-p3:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@smem = external addrspace(3) global [0 x i8], align 16

define ptx_kernel void @k(ptr addrspace(1) %to) "nvvm.reqntid"="128" {
  %thread = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %value = load i32, ptr addrspace(1) %to
  %different = add i32 %value, %thread
  %is = icmp sgt i32 %different, 7
  br i1 %is, label %then, label %else

then:
  store i32 %thread, ptr addrspace(3) @smem
  ret void

else:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
