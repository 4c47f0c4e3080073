; Each mistake is an error with exit code 1, its place and a hint; wrong usage is exit code 2.
; RUN: not proton-collect instrument %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=BLOCK
; BLOCK: error: {{.*}}errors.ll: the file does not contain the number of threads of a CTA of kernel k
; BLOCK-NEXT: hint: give them: --block X,Y,Z

; RUN: not proton-collect instrument %s -o %t.ll --block 0 2>&1 | FileCheck %s --check-prefix=ZERO
; ZERO: "0" is not a block size
; RUN: not proton-collect instrument %s -o %t.ll --block 32,32,2 2>&1 | FileCheck %s --check-prefix=MANY
; MANY: at most 1024 threads
; RUN: not proton-collect instrument %s -o %t.ll --block 32 --mode nonsense 2>&1 | FileCheck %s --check-prefix=MODE
; MODE: unknown instrumentation mode 'nonsense'
; RUN: not proton-collect instrument %s -o %t.ptx --block 32 --emit ptx --arch sm_1 2>&1 | FileCheck %s --check-prefix=ARCH
; ARCH: sm_1
; RUN: not proton-collect instrument %t.nowhere.ll -o %t.ll 2>&1 | FileCheck %s --check-prefix=NOFILE
; NOFILE: cannot read the kernel file

; RUN: not proton-collect instrument %s -o %t.ll --emit cubin 2>&1 | FileCheck %s --check-prefix=EMIT
; EMIT: --emit
; RUN: proton-collect instrument --help | FileCheck %s --check-prefix=HELP
; HELP: --block
; HELP: --table

; RUN: echo "define void @f() { ret void }" > %t.none.ll
; RUN: not proton-collect instrument %t.none.ll -o %t.ll 2>&1 | FileCheck %s --check-prefix=NOKERNEL
; NOKERNEL: the file has no kernel
; NOKERNEL: ptx_kernel
; RUN: echo "define ptx_kernel void @f() { ret frog }" > %t.bad.ll
; RUN: not proton-collect instrument %t.bad.ll -o %t.ll 2>&1 | FileCheck %s --check-prefix=SYNTAX
; SYNTAX: bad.ll:1:35: not valid LLVM IR: expected type

target triple = "nvptx64-nvidia-cuda"
@s = private constant [2 x i8] c"s\00"

define ptx_kernel void @k() {
  call void @proton_scope_start(ptr @s)
  call void @proton_scope_end(ptr @s)
  ret void
}

declare void @proton_scope_start(ptr)
declare void @proton_scope_end(ptr)
