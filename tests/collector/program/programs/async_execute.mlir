// Host tasks of the async dialect with synchronous GPU operations in them: a fork and a join.
func.func private @printMemrefI32(memref<*xi32>)

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %count = arith.constant 3 : index
  %host = memref.alloc(%count) : memref<?xi32>
  scf.for %i = %c0 to %count step %c1 {
    %number = arith.index_cast %i : index to i32
    memref.store %number, %host[%i] : memref<?xi32>
  }
  %view = memref.cast %host : memref<?xi32> to memref<*xi32>
  gpu.host_register %view : memref<*xi32>
  %t0, %a = async.execute () -> !async.value<memref<?xi32>> {
    %device = gpu.alloc(%count) : memref<?xi32>
    gpu.memcpy %device, %host : memref<?xi32>, memref<?xi32>
    async.yield %device : memref<?xi32>
  }
  %t1, %b = async.execute [%t0] (%a as %from : !async.value<memref<?xi32>>)
      -> !async.value<memref<?xi32>> {
    %device = gpu.alloc(%count) : memref<?xi32>
    gpu.memcpy %device, %from : memref<?xi32>, memref<?xi32>
    async.yield %device : memref<?xi32>
  }
  %t2 = async.execute [%t0, %t1] (%a as %x : !async.value<memref<?xi32>>,
                                  %b as %y : !async.value<memref<?xi32>>) {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%nx = %count, %ny = %c1, %nz = %c1) {
      proton.record start "join"
      %p = memref.load %x[%tx] : memref<?xi32>
      %q = memref.load %y[%tx] : memref<?xi32>
      %hundred = arith.constant 100 : i32
      %scaled = arith.muli %q, %hundred : i32
      %sum = arith.addi %p, %scaled : i32
      memref.store %sum, %host[%tx] : memref<?xi32>
      proton.record end "join"
      gpu.terminator
    }
    async.yield
  }
  async.await %t2 : !async.token
  call @printMemrefI32(%view) : (memref<*xi32>) -> ()
  return
}
