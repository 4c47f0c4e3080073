// Y[r][c] = exp(X[r][c] - max of row r) / sum over the row: a numerically safe softmax of 128 rows of 1024.
//
// One CTA of 128 threads (4 warps) per row, twice 4 neighbouring elements per thread. Both reductions (maximum and sum)
// go the same way:
//
//     8 elements of a thread -> 1    (vector.reduction)
//     32 lanes of a warp     -> 1    (shuffles, no memory)
//     4 warps of the CTA     -> 1    (shared memory and a barrier)
//
// On a GPU the time of a row is latencies: of the load, which "max" waits for, of 5 shuffles and a barrier, twice.
//
// Launch: softmax.json (128 CTAs of 128 threads).
!rows = memref<128x1024xf32>
!perWarp = memref<4xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  // The maximum over the 32 lanes of the warp, in every lane: after the round with distance d each lane has the
  // maximum of 2d lanes.
  func.func private @warp_maximum(%mine: f32) -> f32 {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %warp = arith.constant 32 : i32
    %result, %distance = scf.while (%value = %mine, %d = %c1) : (f32, i32) -> (f32, i32) {
      %again = arith.cmpi ult, %d, %warp : i32
      scf.condition(%again) %value, %d : f32, i32
    } do {
    ^bb0(%value: f32, %d: i32):
      %other, %valid = gpu.shuffle xor %value, %d, %warp : f32
      %larger = arith.maximumf %value, %other : f32
      %twice = arith.muli %d, %c2 : i32
      scf.yield %larger, %twice : f32, i32
    }
    return %result : f32
  }

  // The sum over the 32 lanes of the warp, in every lane.
  func.func private @warp_sum(%mine: f32) -> f32 {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %warp = arith.constant 32 : i32
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
    return %result : f32
  }

  gpu.func @softmax(%X: !rows, %Y: !rows) workgroup(%maxima: !perWarp, %sums: !perWarp) kernel {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %half = arith.constant 512 : index
    %c32 = arith.constant 32 : index
    %row = gpu.block_id x
    %thread = gpu.thread_id x
    %column0 = arith.muli %thread, %c4 : index
    %column1 = arith.addi %column0, %half : index
    %warp = arith.divui %thread, %c32 : index
    %lane = arith.remui %thread, %c32 : index
    %isFirstLane = arith.cmpi eq, %lane, %c0 : index

    // Neighbouring lanes load neighbouring groups: twice 512 bytes per warp.
    proton.record start "load"
    %x0 = vector.load %X[%row, %column0] : !rows, vector<4xf32>
    %x1 = vector.load %X[%row, %column1] : !rows, vector<4xf32>
    %x = vector.shuffle %x0, %x1 [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
    proton.record end "load"

    // The largest element of the row.
    proton.record start "max"
    %threadMax = vector.reduction <maximumf>, %x : vector<8xf32> into f32
    %warpMax = func.call @warp_maximum(%threadMax) : (f32) -> f32
    scf.if %isFirstLane {
      memref.store %warpMax, %maxima[%warp] : !perWarp
    }
    gpu.barrier
    %allMax = vector.load %maxima[%c0] : !perWarp, vector<4xf32>
    %rowMax = vector.reduction <maximumf>, %allMax : vector<4xf32> into f32
    proton.record end "max"

    // exp(x - max) and its sum over the row.
    proton.record start "sum"
    %max8 = vector.broadcast %rowMax : f32 to vector<8xf32>
    %shifted = arith.subf %x, %max8 : vector<8xf32>
    %exp = math.exp %shifted : vector<8xf32>
    %threadSum = vector.reduction <add>, %exp : vector<8xf32> into f32
    %warpSum = func.call @warp_sum(%threadSum) : (f32) -> f32
    scf.if %isFirstLane {
      memref.store %warpSum, %sums[%warp] : !perWarp
    }
    gpu.barrier
    %allSums = vector.load %sums[%c0] : !perWarp, vector<4xf32>
    %rowSum = vector.reduction <add>, %allSums : vector<4xf32> into f32
    proton.record end "sum"

    proton.record start "normalise"
    %one = arith.constant 1.0 : f32
    %scale = arith.divf %one, %rowSum : f32
    %scale8 = vector.broadcast %scale : f32 to vector<8xf32>
    %y = arith.mulf %exp, %scale8 : vector<8xf32>
    %y0 = vector.extract_strided_slice %y {offsets = [0], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
    %y1 = vector.extract_strided_slice %y {offsets = [4], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
    vector.store %y0, %Y[%row, %column0] : !rows, vector<4xf32>
    vector.store %y1, %Y[%row, %column1] : !rows, vector<4xf32>
    proton.record end "normalise"
    gpu.return
  }
}
