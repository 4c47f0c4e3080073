; Kernels are instrumented whatever their parameters are; the table counts them, and the pointer to the records comes after them.
; RUN: proton-collect instrument %s -o %t.ll --mode functions,loops,barriers
; RUN: FileCheck %s < %t.ll
; RUN: opt -passes=verify -disable-output %t.ll
; RUN: FileCheck %s --check-prefix=TABLE < %t.ll.json
; RUN: proton-collect instrument %s -o %t.ptx --emit ptx --arch sm_90 --mode functions,loops,barriers
; RUN: FileCheck %s --check-prefix=PTX < %t.ptx

; CHECK: define ptx_kernel void @k(i1 %flag, ptr byval(%structure) align 8 %by, ptr addrspace(4) %constant, i128 %wide, bfloat %b, <2 x half> %v, [4 x i32] %array, { i32, ptr } %pair, ptr addrspace(3) %shared, ptr addrspace(5) %local, i8 %byte, ptr addrspace(101) %any, ptr %{{[0-9]+}})

; TABLE: "name": "k",
; TABLE: "parameters": 12,
; TABLE: "name": "function k",
; TABLE-NEXT: "location": "{{.*}}parameters.ll"
; TABLE: "name": "loop
; TABLE: "name": "barrier

; PTX: .visible .entry k(
; PTX-NEXT: .param .u8 k_param_0,
; PTX-NEXT: .param .align 8 .b8 k_param_1[32],
; PTX: k_param_12

target triple = "nvptx64-nvidia-cuda"
%structure = type { i32, float, [3 x i64] }

define ptx_kernel void @k(i1 %flag, ptr byval(%structure) align 8 %by, ptr addrspace(4) %constant, i128 %wide, bfloat %b, <2 x half> %v, [4 x i32] %array, { i32, ptr } %pair, ptr addrspace(3) %shared, ptr addrspace(5) %local, i8 %byte, ptr addrspace(101) %any) #0 {
entry:
  %end = load i32, ptr %by, align 4
  br i1 %flag, label %loop, label %exit

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  call void @llvm.nvvm.barrier0()
  %again = icmp ult i32 %next, %end
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

declare void @llvm.nvvm.barrier0()

attributes #0 = { "nvvm.reqntid"="128" }

; RUN: sed -e 's/i1 %%flag/fp128 %%flag/' -e 's/br fp128 %%flag/br i1 true/' %s > %t.long.ll
; RUN: proton-collect instrument %t.long.ll -o %t.ll --mode functions
; RUN: not proton-collect instrument %t.long.ll -o %t.ptx --emit ptx --mode functions 2>&1 | FileCheck %s --check-prefix=LONG
; RUN: sed -e 's/i1 %%flag/{} %%flag/' -e 's/br {} %%flag/br i1 true/' %s > %t.empty.ll
; RUN: not proton-collect instrument %t.empty.ll -o %t.ptx --emit ptx --mode functions 2>&1 | FileCheck %s --check-prefix=EMPTY
; LONG: error: {{.*}}long.ll: parameter 0 of kernel k has the type fp128, which PTX does not have
; EMPTY: error: {{.*}}empty.ll: parameter 0 of kernel k has the type {}, which PTX does not have
