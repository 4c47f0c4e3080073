; What the chip does not have is rejected by name before LLVM would end the process. LLVM IR is for any chip.
; RUN: not proton-collect instrument %s -o %t.ptx --emit ptx --arch sm_80 2>&1 | FileCheck %s --check-prefix=OLD
; RUN: proton-collect instrument %s -o %t.ptx --emit ptx --arch sm_90 && FileCheck %s --check-prefix=NEW < %t.ptx
; RUN: proton-collect instrument %s -o %t.ll --arch sm_80 && FileCheck %s --check-prefix=TEXT < %t.ll
; RUN: proton-collect instrument %s -o %t.ll --arch sm_120a && FileCheck %s --check-prefix=TEXT < %t.ll
; RUN: not proton-collect instrument %s -o %t.ptx --emit ptx --arch sm_130a 2>&1 | FileCheck %s --check-prefix=FUTURE
; FUTURE: error: no PTX can be made for "sm_130a"
; RUN: proton-collect instrument %s -o %t.ptx --emit ptx --arch sm_120 && FileCheck %s --check-prefix=NEWER < %t.ptx
; NEWER: .version 8.7
; NEWER-NEXT: .target sm_120
; NEWER: cp.async.bulk.wait_group.read
; OLD: error: {{.*}}sm_80 has no llvm.nvvm.cp.async.bulk.wait.group.read, which needs sm_90 or newer
; OLD: hint: name an architecture that has it
; NEW: cp.async.bulk.wait_group.read
; TEXT: call void @llvm.nvvm.cp.async.bulk.wait.group.read(i32 0)
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k() {
  call void @llvm.nvvm.cp.async.bulk.wait.group.read(i32 0)
  ret void
}

declare void @llvm.nvvm.cp.async.bulk.wait.group.read(i32)
