// The layer normalisation of resources/kernels/layer_norm.mlir with shared memory for the time of a call: row_sum has its
// buffer to itself, and knows nothing of who calls it how often. Both calls of moments use one place, so a barrier stands
// between them: without it a fast warp overwrites the mean's sums while a slower one reads them.
//
// Launch: layer_norm_frames.json (128 CTAs of 128 threads).
!rows = memref<128x1024xf32>
!row = memref<1024xf32>
!perWarp = memref<4xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  // The sum over the 32 lanes of the warp, in every lane: after the round with distance d each lane has the sum of 2d.
  func.func private @warp_sum(%mine: f32) -> f32 attributes {passthrough = ["noinline"]} {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %warp = arith.constant 32 : i32
    proton.record start "shuffles"
    %result, %distance = scf.while (%value = %mine, %d = %c1) : (f32, i32) -> (f32, i32) {
      %again = arith.cmpi ult, %d, %warp : i32
      scf.condition(%again) %value, %d : f32, i32
    } do {
    ^bb0(%value: f32, %d: i32):
      %other, %valid = gpu.shuffle xor %value, %d, %warp : f32
      %sum = arith.addf %value, %other : f32
      %twice = arith.muli %d, %c2 : i32
      scf.yield %sum, %twice : f32, i32
    }
    proton.record end "shuffles"
    return %result : f32
  }

  // The sum over the row, in every thread, of the sum of 8 elements that each thread brings.
  func.func private @row_sum(%mine: vector<8xf32>) -> f32 attributes {passthrough = ["noinline"]} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f32
    %partial = memref.alloca() : !perWarp
    %thread = gpu.thread_id x
    %warp = arith.divui %thread, %c32 : index
    %lane = arith.remui %thread, %c32 : index
    %isFirstLane = arith.cmpi eq, %lane, %c0 : index
    %threadSum = vector.reduction <add>, %mine : vector<8xf32> into f32

    proton.record start "within warps"
    %warpSum = func.call @warp_sum(%threadSum) : (f32) -> f32
    proton.record end "within warps"

    proton.record start "wait for the other warps"
    scf.if %isFirstLane {
      memref.store %warpSum, %partial[%warp] : !perWarp
    }
    gpu.barrier
    proton.record end "wait for the other warps"

    // Lanes 0 to 3 of every warp bring the four sums, the others nothing.
    proton.record start "across warps"
    %from = arith.remui %lane, %c4 : index
    %theirs = memref.load %partial[%from] : !perWarp
    %counts = arith.cmpi ult, %lane, %c4 : index
    %bring = arith.select %counts, %theirs, %zero : f32
    %sum = func.call @warp_sum(%bring) : (f32) -> f32
    proton.record end "across warps"
    return %sum : f32
  }

  // Mean of the row and 1 / sqrt(variance + 1e-5).
  func.func private @moments(%x: vector<8xf32>) -> (f32, f32) attributes {passthrough = ["noinline"]} {
    %perElement = arith.constant 0.0009765625 : f32
    %epsilon = arith.constant 1.0e-5 : f32
    proton.record start "mean"
    %sum = func.call @row_sum(%x) : (vector<8xf32>) -> f32
    %mean = arith.mulf %sum, %perElement : f32
    proton.record end "mean"

    proton.record start "variance"
    %mean8 = vector.broadcast %mean : f32 to vector<8xf32>
    %difference = arith.subf %x, %mean8 : vector<8xf32>
    %square = arith.mulf %difference, %difference : vector<8xf32>
    %squares = func.call @row_sum(%square) : (vector<8xf32>) -> f32
    %variance = arith.mulf %squares, %perElement : f32
    %safe = arith.addf %variance, %epsilon : f32
    %scale = math.rsqrt %safe : f32
    proton.record end "variance"
    return %mean, %scale : f32, f32
  }

  gpu.func @layer_norm(%X: !rows, %scale: !row, %shift: !row, %Y: !rows) kernel {
    %c4 = arith.constant 4 : index
    %half = arith.constant 512 : index
    %row = gpu.block_id x
    %thread = gpu.thread_id x
    %column0 = arith.muli %thread, %c4 : index
    %column1 = arith.addi %column0, %half : index

    // Neighbouring lanes load neighbouring groups: twice 512 bytes per warp.
    proton.record start "load"
    %x0 = vector.load %X[%row, %column0] : !rows, vector<4xf32>
    %x1 = vector.load %X[%row, %column1] : !rows, vector<4xf32>
    %x = vector.shuffle %x0, %x1 [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
    proton.record end "load"

    proton.record start "moments"
    %mean, %inverse = func.call @moments(%x) : (vector<8xf32>) -> (f32, f32)
    proton.record end "moments"

    proton.record start "normalise"
    %mean4 = vector.broadcast %mean : f32 to vector<4xf32>
    %inverse4 = vector.broadcast %inverse : f32 to vector<4xf32>
    %s0 = vector.load %scale[%column0] : !row, vector<4xf32>
    %s1 = vector.load %scale[%column1] : !row, vector<4xf32>
    %b0 = vector.load %shift[%column0] : !row, vector<4xf32>
    %b1 = vector.load %shift[%column1] : !row, vector<4xf32>
    %d0 = arith.subf %x0, %mean4 : vector<4xf32>
    %d1 = arith.subf %x1, %mean4 : vector<4xf32>
    %n0 = arith.mulf %d0, %inverse4 : vector<4xf32>
    %n1 = arith.mulf %d1, %inverse4 : vector<4xf32>
    %m0 = arith.mulf %n0, %s0 : vector<4xf32>
    %m1 = arith.mulf %n1, %s1 : vector<4xf32>
    %y0 = arith.addf %m0, %b0 : vector<4xf32>
    %y1 = arith.addf %m1, %b1 : vector<4xf32>
    vector.store %y0, %Y[%row, %column0] : !rows, vector<4xf32>
    vector.store %y1, %Y[%row, %column1] : !rows, vector<4xf32>
    proton.record end "normalise"
    gpu.return
  }
}
