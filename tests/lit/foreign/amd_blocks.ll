; Kernels whose launch bounds differ have no common block: the request gives it.
; RUN: not proton-collect instrument %s -o %t.ll --arch gfx942 --mode functions 2>&1 | FileCheck %s --check-prefix=DIFFERENT
; RUN: proton-collect instrument %s -o %t.64.ll --arch gfx942 --block 64 --mode functions --table | FileCheck %s --check-prefix=GIVEN
; DIFFERENT: kernel few has CTAs of 64 threads, kernel many of 256
; DIFFERENT: --block X,Y,Z
; GIVEN: "name": "few"
; GIVEN: "name": "many"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @few(ptr addrspace(1) %0) #0 {
  store float 1.0, ptr addrspace(1) %0, align 4
  ret void
}

define amdgpu_kernel void @many(ptr addrspace(1) %0) #1 {
  store float 2.0, ptr addrspace(1) %0, align 4
  ret void
}

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="1,64" }
attributes #1 = { nounwind "amdgpu-flat-work-group-size"="1,256" }
