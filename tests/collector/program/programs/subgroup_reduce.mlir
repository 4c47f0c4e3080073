// Reductions over a warp, of two warps in one CTA.
func.func private @printMemrefI32(memref<*xi32>)
func.func private @printMemrefF32(memref<*xf32>)

func.func @main() {
  %c1 = arith.constant 1 : index
  %threads = arith.constant 64 : index
  %sums = memref.alloc() : memref<2xi32>
  %sumsView = memref.cast %sums : memref<2xi32> to memref<*xi32>
  gpu.host_register %sumsView : memref<*xi32>
  %peaks = memref.alloc() : memref<2xf32>
  %peaksView = memref.cast %peaks : memref<2xf32> to memref<*xf32>
  gpu.host_register %peaksView : memref<*xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %threads, %ny = %c1, %nz = %c1) {
    %lanes = arith.constant 32 : index
    %warp = arith.divui %tx, %lanes : index
    %t = arith.index_cast %tx : index to i32
    proton.record start "reduce"
    %sum = gpu.subgroup_reduce add %t uniform : (i32) -> (i32)
    %real = arith.sitofp %t : i32 to f32
    %peak = gpu.subgroup_reduce maxnumf %real uniform : (f32) -> (f32)
    proton.record end "reduce"
    memref.store %sum, %sums[%warp] : memref<2xi32>
    memref.store %peak, %peaks[%warp] : memref<2xf32>
    gpu.terminator
  }
  call @printMemrefI32(%sumsView) : (memref<*xi32>) -> ()
  call @printMemrefF32(%peaksView) : (memref<*xf32>) -> ()
  return
}
