// Shuffles of every mode, with lanes that have no partner, and of 64-bit values.
func.func private @printMemrefI32(memref<*xi32>)
func.func private @printMemrefF64(memref<*xf64>)

func.func @main() {
  %c1 = arith.constant 1 : index
  %lanes = arith.constant 8 : index
  %received = memref.alloc() : memref<4x8xi32>
  %view = memref.cast %received : memref<4x8xi32> to memref<*xi32>
  gpu.host_register %view : memref<*xi32>
  %wide = memref.alloc() : memref<8xf64>
  %wideView = memref.cast %wide : memref<8xf64> to memref<*xf64>
  gpu.host_register %wideView : memref<*xf64>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %lanes, %ny = %c1, %nz = %c1) {
    %i0 = arith.constant 0 : index
    %i1 = arith.constant 1 : index
    %i2 = arith.constant 2 : index
    %i3 = arith.constant 3 : index
    %ten = arith.constant 10 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %width = arith.constant 32 : i32
    %none = arith.constant -1 : i32
    %t = arith.index_cast %tx : index to i32
    %mine = arith.addi %t, %ten : i32
    proton.record start "shuffle"
    %x, %xValid = gpu.shuffle xor %mine, %three, %width : i32
    %u, %uValid = gpu.shuffle up %mine, %three, %width : i32
    %d, %dValid = gpu.shuffle down %mine, %three, %width : i32
    %i, %iValid = gpu.shuffle idx %mine, %one, %width : i32
    proton.record end "shuffle"
    %xOut = arith.select %xValid, %x, %none : i32
    %uOut = arith.select %uValid, %u, %none : i32
    %dOut = arith.select %dValid, %d, %none : i32
    %iOut = arith.select %iValid, %i, %none : i32
    memref.store %xOut, %received[%i0, %tx] : memref<4x8xi32>
    memref.store %uOut, %received[%i1, %tx] : memref<4x8xi32>
    memref.store %dOut, %received[%i2, %tx] : memref<4x8xi32>
    memref.store %iOut, %received[%i3, %tx] : memref<4x8xi32>
    %half = arith.constant 0.001 : f64
    %real = arith.sitofp %mine : i32 to f64
    %precise = arith.addf %real, %half : f64
    %p, %pValid = gpu.shuffle xor %precise, %one, %width : f64
    memref.store %p, %wide[%tx] : memref<8xf64>
    gpu.terminator
  }
  call @printMemrefI32(%view) : (memref<*xi32>) -> ()
  call @printMemrefF64(%wideView) : (memref<*xf64>) -> ()
  return
}
