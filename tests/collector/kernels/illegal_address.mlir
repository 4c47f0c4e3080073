// Stores to C[element], where the specification gives an element 1 TiB behind the start of C.
//
// A GPU has nothing mapped there and faults (CUDA_ERROR_ILLEGAL_ADDRESS); the CPU target names buffer, index, thread and
// line. The index is an argument, so that no compiler sees the fault coming. The scope before the store is on record
// when it happens.
gpu.module @kernels {
  gpu.func @illegal_address(%C: memref<64xf32>, %element: i64) kernel {
    %thread = gpu.thread_id x
    %one = arith.constant 1.0 : f32

    proton.record start "inside"
    memref.store %one, %C[%thread] : memref<64xf32>
    proton.record end "inside"

    proton.record start "outside"
    %far = arith.index_cast %element : i64 to index
    memref.store %one, %C[%far] : memref<64xf32>
    proton.record end "outside"
    gpu.return
  }
}
