// Y[i] = X[I[i]] for 131072 random indices into 65536 floats: what a table costs that is looked up in no order.
//
// A warp loads 32 neighbouring indices, 128 bytes, with one instruction, and stores 32 neighbouring results with
// another. Between them its lanes go to 32 places of X that have nothing to do with each other: nearly always 32 sectors
// of 32 bytes, of which each lane wants 4. 7 of 8 bytes that move were not asked for, and no other warp comes for them
// before they are gone, unless X fits into a cache (256 KiB: it does).
//
// In the timeline: "look up" is short, a load only starts where it stands. "store" waits for all 32 of them. There is no
// padding or swizzling against this: only other data (sorted indices, rows instead of single elements) would help.
//
// Launch: gather.json (512 CTAs of 256 threads).
!table = memref<65536xf32>
!indices = memref<131072xi32>
!vector = memref<131072xf32>

gpu.module @kernels {
  gpu.func @gather(%X: !table, %I: !indices, %Y: !vector) kernel {
    %cta = gpu.block_id x
    %threads = gpu.block_dim x
    %thread = gpu.thread_id x
    %first = arith.muli %cta, %threads : index
    %i = arith.addi %first, %thread : index

    proton.record start "load index"
    %number = memref.load %I[%i] : !indices
    proton.record end "load index"

    // The index is needed for the address, so this is where it is waited for.
    proton.record start "look up"
    %where = arith.index_castui %number : i32 to index
    %value = memref.load %X[%where] : !table
    proton.record end "look up"

    proton.record start "store"
    memref.store %value, %Y[%i] : !vector
    proton.record end "store"
    gpu.return
  }
}
