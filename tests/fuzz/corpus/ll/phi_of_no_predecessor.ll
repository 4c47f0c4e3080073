; The text parses, and the module does not verify.
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) #0 {
entry:
  br label %exit

exit:
  %x = phi i32 [ %n, %entry ], [ 1, %exit2 ]
  store i32 %x, ptr addrspace(1) %p
  ret void

exit2:
  ret void
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
