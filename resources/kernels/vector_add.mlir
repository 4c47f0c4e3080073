// The smallest useful kernel: C[i] = A[i] + B[i], one element per thread.
//
// It shows how a kernel is annotated: `proton.record start "name"` opens a scope and `proton.record end "name"` closes
// it. Every warp that runs through the pair leaves one slice on its row of the timeline.
//
// Launch: vector_add.json (16 CTAs of 256 threads for 4096 elements).
gpu.module @kernels {
  gpu.func @vector_add(%A: memref<4096xf32>, %B: memref<4096xf32>, %C: memref<4096xf32>) kernel {
    // Which element is mine: CTA number * threads per CTA + thread number.
    %cta = gpu.block_id x
    %threads = gpu.block_dim x
    %thread = gpu.thread_id x
    %first = arith.muli %cta, %threads : index
    %i = arith.addi %first, %thread : index

    proton.record start "load"
    %a = memref.load %A[%i] : memref<4096xf32>
    %b = memref.load %B[%i] : memref<4096xf32>
    proton.record end "load"

    proton.record start "add"
    %sum = arith.addf %a, %b : f32
    proton.record end "add"

    proton.record start "store"
    memref.store %sum, %C[%i] : memref<4096xf32>
    proton.record end "store"
    gpu.return
  }
}
