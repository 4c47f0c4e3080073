// The smallest useful kernel: C[i] = A[i] + B[i], 4 neighbouring elements per thread.
//
// It shows how a kernel is annotated: `proton.record start "name"` opens a scope and `proton.record end "name"` closes
// it. Every warp that runs through the pair leaves one slice on its row of the timeline.
//
// A warp loads 32 * 4 neighbouring floats, 512 bytes, with one instruction per array. On a GPU a load only starts where
// it stands: "load" is short, and what needs the values first waits for them. Arithmetic between two records belongs to
// no place in memory's order, so a compiler may move it: "add" can be empty and the wait be seen in "store".
//
// Launch: vector_add.json (128 CTAs of 256 threads for 131072 elements).
!vector = memref<131072xf32>

gpu.module @kernels {
  gpu.func @vector_add(%A: !vector, %B: !vector, %C: !vector) kernel {
    // Which elements are mine: 4 * (CTA number * threads per CTA + thread number), and the next 3.
    %cta = gpu.block_id x
    %threads = gpu.block_dim x
    %thread = gpu.thread_id x
    %first = arith.muli %cta, %threads : index
    %number = arith.addi %first, %thread : index
    %c4 = arith.constant 4 : index
    %i = arith.muli %number, %c4 : index

    proton.record start "load"
    %a = vector.load %A[%i] : !vector, vector<4xf32>
    %b = vector.load %B[%i] : !vector, vector<4xf32>
    proton.record end "load"

    proton.record start "add"
    %sum = arith.addf %a, %b : vector<4xf32>
    proton.record end "add"

    proton.record start "store"
    vector.store %sum, %C[%i] : !vector, vector<4xf32>
    proton.record end "store"
    gpu.return
  }
}
