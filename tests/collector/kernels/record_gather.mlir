// Lanes of a branch read scattered words in a loop: each record has the mask and an address for each of them, so that its length is
// known only at run time.
//
// Launch: record_gather.json.
gpu.module @kernels {
  gpu.func @scattered(%in: memref<256xi32>, %out: memref<80xi32>, %many: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c37 = arith.constant 37 : index
    %c255 = arith.constant 255 : index
    %thread = gpu.thread_id x
    %some = arith.andi %thread, %c3 : index
    %isOne = arith.cmpi ne, %some, %c0 : index
    scf.if %isOne {
      %square = arith.muli %thread, %thread : index
      scf.for %i = %c0 to %many step %c1 {
        %step = arith.muli %i, %c37 : index
        %far = arith.addi %square, %step : index
        %at = arith.andi %far, %c255 : index
        %value = memref.load %in[%at] : memref<256xi32>
        %old = memref.load %out[%thread] : memref<80xi32>
        %sum = arith.addi %old, %value : i32
        memref.store %sum, %out[%thread] : memref<80xi32>
      }
    }
    gpu.return
  }
}
