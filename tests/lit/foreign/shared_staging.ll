; A streamed buffer in shared memory may take what is free where its usual share is not enough: 12 warps that record the
; addresses of their lanes need 128 slots each, more than a 24th of an SM.
; RUN: split-file %s %t
; RUN: proton-collect run %t/spec.json --emit=ptx --mode memory:buffer_type=shared:strategy=stream -o %t/k.ptx
; RUN: FileCheck %s < %t/k.ptx
; CHECK: .shared {{.*}}[12288]

;--- kernel.ll
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %to) {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = mul i32 %thread, %thread
  %at = getelementptr i32, ptr addrspace(1) %to, i32 %index
  store i32 1, ptr addrspace(1) %at
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

;--- spec.json
{
  "kernel": { "file": "kernel.ll", "function": "k" },
  "target": "cuda:sm_90a",
  "grid": [1],
  "block": [384],
  "dynamic_shared_bytes": 163968,
  "arguments": [{ "name": "to", "buffer": { "dtype": "i32", "shape": [147456] } }]
}
