; Shared arrays of CUDA C++ are casts of variables in address space 3: their accesses are those of shared memory.
; RUN: proton-collect instrument %s -o %t.ll --mode memory --block 64 --table | FileCheck %s
; RUN: proton-collect instrument %s -o %t.ptx --emit ptx --arch sm_80 --mode memory --block 64 && FileCheck %s --check-prefix=PTX < %t.ptx
; CHECK: "name": "store tile"
; CHECK: "space": "shared"
; CHECK: "stride": 4
; CHECK: "name": "load tile"
; CHECK: "space": "shared"
; CHECK: "name": "store
; CHECK: "space": "global"
; PTX: st.shared.u32
; PTX: ld.shared.u32
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x i32] undef, align 4

define ptx_kernel void @k(ptr %a) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %x to i64
  %to = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 0, i64 %i
  store i32 %x, ptr %to, align 4
  %j = sub i64 63, %i
  %from = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 0, i64 %j
  %v = load i32, ptr %from, align 4
  %out = getelementptr i32, ptr %a, i64 %i
  store i32 %v, ptr %out, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

attributes #0 = { "nvvm.reqntid"="64" }
