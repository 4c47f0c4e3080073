; The text parses, and the module does not verify.
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) #0 {
  %x = call i64 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i64 %x, ptr addrspace(1) %p
  ret void
}

declare i64 @llvm.nvvm.read.ptx.sreg.tid.x()

attributes #0 = { nounwind }

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
