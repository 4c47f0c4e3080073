; Stack memory of variable size, freed in each iteration, and a recursive function.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
define void @k(ptr addrspace(1) %R, ptr addrspace(1) %I) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr addrspace(1) %I, i32 %t
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %saved = call ptr @llvm.stacksave.p0()
  %count = add i32 %t, 16
  %array = alloca i32, i32 %count
  %last = getelementptr i32, ptr %array, i32 %t
  store volatile i32 %i, ptr %last
  %v = load volatile i32, ptr %last
  %isSame = icmp eq i32 %v, %i
  call void @llvm.stackrestore.p0(ptr %saved)
  %next = add i32 %i, 1
  %goes = icmp ult i32 %next, 2000
  %both = and i1 %goes, %isSame
  br i1 %both, label %loop, label %done
done:
  %x = load i32, ptr addrspace(1) %at
  %sum = add i32 %x, %x
  %isRight = icmp eq i32 %next, 2000
  %w = select i1 %isRight, i32 %sum, i32 -1
  %q = getelementptr i32, ptr addrspace(1) %R, i32 %t
  store i32 %w, ptr addrspace(1) %q
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
