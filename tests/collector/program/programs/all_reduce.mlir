// Every reduction over a CTA: of integers and floats, over more than one warp, and by a region.
func.func private @printMemrefI32(memref<*xi32>)
func.func private @printMemrefF32(memref<*xf32>)

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %threads = arith.constant 70 : index
  %ints = memref.alloc() : memref<6xi32>
  %intsView = memref.cast %ints : memref<6xi32> to memref<*xi32>
  gpu.host_register %intsView : memref<*xi32>
  %floats = memref.alloc() : memref<4xf32>
  %floatsView = memref.cast %floats : memref<4xf32> to memref<*xf32>
  gpu.host_register %floatsView : memref<*xf32>

  // Thread t brings t + 5.
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %threads, %ny = %c1, %nz = %c1) {
    %i0 = arith.constant 0 : index
    %i1 = arith.constant 1 : index
    %i2 = arith.constant 2 : index
    %i3 = arith.constant 3 : index
    %i4 = arith.constant 4 : index
    %i5 = arith.constant 5 : index
    %five = arith.constant 5 : i32
    %t = arith.index_cast %tx : index to i32
    %mine = arith.addi %t, %five : i32
    proton.record start "integers"
    %sum = gpu.all_reduce add %mine uniform {} : (i32) -> (i32)
    %least = gpu.all_reduce minsi %mine uniform {} : (i32) -> (i32)
    %most = gpu.all_reduce maxsi %mine uniform {} : (i32) -> (i32)
    %all = gpu.all_reduce and %mine uniform {} : (i32) -> (i32)
    %any = gpu.all_reduce or %mine uniform {} : (i32) -> (i32)
    %odd = gpu.all_reduce %mine uniform {
    ^bb0(%a: i32, %b: i32):
      %both = arith.xori %a, %b : i32
      "gpu.yield"(%both) : (i32) -> ()
    } : (i32) -> (i32)
    proton.record end "integers"
    memref.store %sum, %ints[%i0] : memref<6xi32>
    memref.store %least, %ints[%i1] : memref<6xi32>
    memref.store %most, %ints[%i2] : memref<6xi32>
    memref.store %all, %ints[%i3] : memref<6xi32>
    memref.store %any, %ints[%i4] : memref<6xi32>
    memref.store %odd, %ints[%i5] : memref<6xi32>
    gpu.terminator
  }
  // Two CTAs of 5 threads: thread t of CTA b brings t + 1 + b.
  %two = arith.constant 2 : index
  %few = arith.constant 5 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %two, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %few, %ny = %c1, %nz = %c1) {
    %i1 = arith.constant 1 : index
    %i2 = arith.constant 2 : index
    %sumOfIds = arith.addi %tx, %bx : index
    %number = arith.addi %sumOfIds, %i1 : index
    %t = arith.index_cast %number : index to i32
    %mine = arith.sitofp %t : i32 to f32
    proton.record start "floats"
    %sum = gpu.all_reduce add %mine uniform {} : (f32) -> (f32)
    %product = gpu.all_reduce mul %mine uniform {} : (f32) -> (f32)
    proton.record end "floats"
    %at = arith.muli %bx, %i2 : index
    %next = arith.addi %at, %i1 : index
    memref.store %sum, %floats[%at] : memref<4xf32>
    memref.store %product, %floats[%next] : memref<4xf32>
    gpu.terminator
  }
  call @printMemrefI32(%intsView) : (memref<*xi32>) -> ()
  call @printMemrefF32(%floatsView) : (memref<*xf32>) -> ()
  memref.dealloc %ints : memref<6xi32>
  memref.dealloc %floats : memref<4xf32>
  return
}
