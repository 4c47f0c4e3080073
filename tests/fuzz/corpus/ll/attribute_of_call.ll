; The text parses, and the module does not verify.
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) #0 {
  %x = call i32 asm "mov.u32 $0, 1;", "=r"() #1
  store i32 %x, ptr addrspace(1) %p
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { speculatable }

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
