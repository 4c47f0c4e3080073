; LLVM 19 looks the number up as a reserved key of its table.
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %y = zext i32 %9223372036854775807 to i64
  ret void
}
