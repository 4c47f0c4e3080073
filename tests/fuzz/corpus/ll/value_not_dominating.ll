; The text parses, and the module does not verify.
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) #0 {
  %first = add i32 %last, 1
  %last = mul i32 %n, 3
  store i32 %first, ptr addrspace(1) %p
  ret void
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
