// C = A + B, but for element 77, which is 1 too large: runs to its end and fails the check of its specification.
gpu.module @kernels {
  gpu.func @wrong_result(%A: memref<256xf32>, %B: memref<256xf32>, %C: memref<256xf32>) kernel {
    %cta = gpu.block_id x
    %threads = gpu.block_dim x
    %thread = gpu.thread_id x
    %first = arith.muli %cta, %threads : index
    %i = arith.addi %first, %thread : index
    %c77 = arith.constant 77 : index
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32

    proton.record start "add"
    %a = memref.load %A[%i] : memref<256xf32>
    %b = memref.load %B[%i] : memref<256xf32>
    %right = arith.addf %a, %b : f32
    %isWrong = arith.cmpi eq, %i, %c77 : index
    %excess = arith.select %isWrong, %one, %zero : f32
    %sum = arith.addf %right, %excess : f32
    memref.store %sum, %C[%i] : memref<256xf32>
    proton.record end "add"
    gpu.return
  }
}
