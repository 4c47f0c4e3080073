; LLVM 19 looks the number up as a reserved key of its table.
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  br label %4294967294

4294967294:
  ret void
}
