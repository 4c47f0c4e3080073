// Asks for 256 KiB of static shared memory, more than any target has for one CTA (227 KiB on an H200 and on the CPU
// target, 48 KiB where a driver counts static memory alone).
//
// Every thread writes one element and reads another one's, so that no compiler can do without the buffer.
gpu.module @kernels {
  gpu.func @too_much_shared(%C: memref<64xf32>, %element: i64)
      workgroup(%tile: memref<65536xf32, #gpu.address_space<workgroup>>) kernel {
    %thread = gpu.thread_id x
    %one = arith.constant 1.0 : f32
    %other = arith.index_cast %element : i64 to index

    proton.record start "exchange"
    memref.store %one, %tile[%thread] : memref<65536xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %value = memref.load %tile[%other] : memref<65536xf32, #gpu.address_space<workgroup>>
    memref.store %value, %C[%thread] : memref<64xf32>
    proton.record end "exchange"
    gpu.return
  }
}
