; Auto modes find functions, loops and barriers of LLVM IR, whoever wrote it.
; RUN: proton-collect instrument %s -o %t.ll --mode functions --table | FileCheck %s --check-prefix=FUNCTIONS
; RUN: proton-collect instrument %s -o %t.ll --mode loops --table | FileCheck %s --check-prefix=LOOPS
; RUN: proton-collect instrument %s -o %t.ll --mode barriers --table | FileCheck %s --check-prefix=BARRIERS
; FUNCTIONS: "name": "k"
; FUNCTIONS: "kind": "scope"
; LOOPS: "kind": "scope"
; BARRIERS: "kind": "scope"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %a, i32 %n) #0 {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i32, ptr addrspace(1) %a, i32 %i
  store i32 %i, ptr addrspace(1) %place, align 4
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

declare void @llvm.nvvm.barrier0()

attributes #0 = { "nvvm.reqntid"="64" }
