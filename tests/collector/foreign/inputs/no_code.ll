; LLVM 19 has no PTX for llvm.canonicalize.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.canonicalize.f32(float)
define void @k(ptr addrspace(1) %R, ptr addrspace(1) %I) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr float, ptr addrspace(1) %I, i32 %t
  %x = load float, ptr addrspace(1) %p
  %y = call float @llvm.canonicalize.f32(float %x)
  %q = getelementptr float, ptr addrspace(1) %R, i32 %t
  store float %y, ptr addrspace(1) %q
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
