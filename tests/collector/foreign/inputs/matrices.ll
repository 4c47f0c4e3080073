; Intrinsics of matrices, which no target has instructions for. R[t] is I[t] + I[t].
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <4 x i32> @llvm.matrix.multiply.v4i32.v4i32.v4i32(<4 x i32>, <4 x i32>, i32, i32, i32)
declare <4 x i32> @llvm.matrix.transpose.v4i32(<4 x i32>, i32, i32)
define void @k(ptr addrspace(1) %R, ptr addrspace(1) %I) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr addrspace(1) %I, i32 %t
  %x = load i32, ptr addrspace(1) %at
  %a = insertelement <4 x i32> <i32 0, i32 1, i32 0, i32 1>, i32 %x, i32 0
  %b = call <4 x i32> @llvm.matrix.transpose.v4i32(<4 x i32> %a, i32 2, i32 2)
  %c = call <4 x i32> @llvm.matrix.multiply.v4i32.v4i32.v4i32(<4 x i32> %b, <4 x i32> <i32 2, i32 0, i32 0, i32 2>, i32 2, i32 2, i32 2)
  %v = extractelement <4 x i32> %c, i32 0
  %q = getelementptr i32, ptr addrspace(1) %R, i32 %t
  store i32 %v, ptr addrspace(1) %q
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
