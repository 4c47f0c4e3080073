; The text parses, and the module does not verify.
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) #0 {
  call void @llvm.nvvm.cp.async.wait.group(i32 %n)
  store i32 %n, ptr addrspace(1) %p
  ret void
}

declare void @llvm.nvvm.cp.async.wait.group(i32 immarg)

attributes #0 = { nounwind }

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
