// Shuffles of every mode among the first 8 of 16 lanes, and of 64-bit values. What the operation leaves
// unspecified is replaced by -1: the lanes beyond the width, and those whose source is not among the first 8.
func.func private @printMemrefI32(memref<*xi32>)
func.func private @printMemrefF64(memref<*xf64>)

func.func @main() {
  %c1 = arith.constant 1 : index
  %lanes = arith.constant 16 : index
  %received = memref.alloc() : memref<5x16xi32>
  %view = memref.cast %received : memref<5x16xi32> to memref<*xi32>
  gpu.host_register %view : memref<*xi32>
  %wide = memref.alloc() : memref<16xf64>
  %wideView = memref.cast %wide : memref<16xf64> to memref<*xf64>
  gpu.host_register %wideView : memref<*xf64>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %lanes, %ny = %c1, %nz = %c1) {
    %i0 = arith.constant 0 : index
    %i1 = arith.constant 1 : index
    %i2 = arith.constant 2 : index
    %i3 = arith.constant 3 : index
    %i4 = arith.constant 4 : index
    %ten = arith.constant 10 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %width = arith.constant 8 : i32
    %five = arith.constant 5 : i32
    %none = arith.constant -1 : i32
    %t = arith.index_cast %tx : index to i32
    %mine = arith.addi %t, %ten : i32
    proton.record start "shuffle"
    %x, %xValid = gpu.shuffle xor %mine, %three, %width : i32
    %u, %uValid = gpu.shuffle up %mine, %three, %width : i32
    %d, %dValid = gpu.shuffle down %mine, %three, %width : i32
    %i, %iValid = gpu.shuffle idx %mine, %one, %width : i32
    proton.record end "shuffle"
    %takesPart = arith.cmpi ult, %t, %width : i32
    %hasUpper = arith.cmpi uge, %t, %three : i32
    %uDefined = arith.andi %takesPart, %hasUpper : i1
    %dDefined = arith.cmpi ult, %t, %five : i32
    %xOut = arith.select %takesPart, %x, %none : i32
    %uOut = arith.select %uDefined, %u, %none : i32
    %dOut = arith.select %dDefined, %d, %none : i32
    %iOut = arith.select %takesPart, %i, %none : i32
    %vOut = arith.extui %xValid : i1 to i32
    memref.store %xOut, %received[%i0, %tx] : memref<5x16xi32>
    memref.store %uOut, %received[%i1, %tx] : memref<5x16xi32>
    memref.store %dOut, %received[%i2, %tx] : memref<5x16xi32>
    memref.store %iOut, %received[%i3, %tx] : memref<5x16xi32>
    memref.store %vOut, %received[%i4, %tx] : memref<5x16xi32>
    %half = arith.constant 0.001 : f64
    %real = arith.sitofp %mine : i32 to f64
    %precise = arith.addf %real, %half : f64
    %p, %pValid = gpu.shuffle xor %precise, %one, %width : f64
    %pOut = arith.select %takesPart, %p, %precise : f64
    memref.store %pOut, %wide[%tx] : memref<16xf64>
    gpu.terminator
  }
  call @printMemrefI32(%view) : (memref<*xi32>) -> ()
  call @printMemrefF64(%wideView) : (memref<*xf64>) -> ()
  return
}
