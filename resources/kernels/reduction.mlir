// Y[r] = sum of row r of X: 64 rows of 8192 f32, each added by one CTA of 256 threads (8 warps).
//
//     "load"      each thread adds 8 groups of 4 neighbouring floats      8192 -> 1024 -> 256 sums
//     "shuffle"   the lanes of a warp exchange their sums, no memory       256 -> 8 sums
//     "shared"    one sum per warp through shared memory and a barrier
//     "final"     the first warp adds the 8 sums                             8 -> 1
//
// The counter "partial sum" below each warp shows what has come together: in its own columns, in the warp, and, in the
// first warp, in the row.
//
// In the timeline: "load" is nearly everything, since memory is the only thing that this kernel needs much of. In
// "shared" early warps wait for the last one. "final" is short for all warps but the first, which alone works.
//
// The order of additions is fixed, so the result is the same every time. It is not the order of the reference, which
// adds in double precision: an element goes through 8 + 2 + 5 + 3 additions, and 18 roundings of 2^-24 of the sum of
// magnitudes (about 4100) are 4e-3 if all fall to one side. As they fall, the error is near 2e-5. The check allows
// 1e-4; an element that is missing or added twice is 0.5 on average.
//
// Launch: reduction.json (64 CTAs of 256 threads).
!rows = memref<64x8192xf32>
!sums = memref<64xf32>
!perWarp = memref<8xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  gpu.func @reduction(%X: !rows, %Y: !sums) workgroup(%partial: !perWarp) kernel {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %stride = arith.constant 1024 : index   // 256 threads * 4 floats
    %columns = arith.constant 8192 : index
    %zero = arith.constant 0.0 : f32
    %warpSize = arith.constant 32 : i32
    %d1 = arith.constant 1 : i32
    %d2 = arith.constant 2 : i32
    %d4 = arith.constant 4 : i32
    %d8 = arith.constant 8 : i32
    %d16 = arith.constant 16 : i32

    %row = gpu.block_id x
    %thread = gpu.thread_id x
    %first = arith.muli %thread, %c4 : index
    %warp = arith.divui %thread, %c32 : index
    %lane = arith.remui %thread, %c32 : index
    %isFirstLane = arith.cmpi eq, %lane, %c0 : index
    %isFirstWarp = arith.cmpi eq, %warp, %c0 : index
    %isFirstThread = arith.cmpi eq, %thread, %c0 : index

    // A warp loads 512 neighbouring bytes at a time, the CTA 4 KiB.
    proton.record start "load"
    %none = arith.constant dense<0.0> : vector<4xf32>
    %sum4 = scf.for %column = %first to %columns step %stride iter_args(%sum = %none) -> (vector<4xf32>) {
      %x = vector.load %X[%row, %column] : !rows, vector<4xf32>
      %more = arith.addf %sum, %x : vector<4xf32>
      scf.yield %more : vector<4xf32>
    }
    %mine = vector.reduction <add>, %sum4 : vector<4xf32> into f32
    proton.value "partial sum", %mine : f32
    proton.record end "load"

    // After the exchange over distance d every lane has the sum of 32 / d lanes, after the last one of all.
    proton.record start "shuffle"
    %o16, %v16 = gpu.shuffle xor %mine, %d16, %warpSize : f32
    %s16 = arith.addf %mine, %o16 : f32
    %o8, %v8 = gpu.shuffle xor %s16, %d8, %warpSize : f32
    %s8 = arith.addf %s16, %o8 : f32
    %o4, %v4 = gpu.shuffle xor %s8, %d4, %warpSize : f32
    %s4 = arith.addf %s8, %o4 : f32
    %o2, %v2 = gpu.shuffle xor %s4, %d2, %warpSize : f32
    %s2 = arith.addf %s4, %o2 : f32
    %o1, %v1 = gpu.shuffle xor %s2, %d1, %warpSize : f32
    %warpSum = arith.addf %s2, %o1 : f32
    proton.value "partial sum", %warpSum : f32
    proton.record end "shuffle"

    proton.record start "shared"
    scf.if %isFirstLane {
      memref.store %warpSum, %partial[%warp] : !perWarp
    }
    gpu.barrier
    proton.record end "shared"

    // Lanes 8 to 31 add the same 8 sums once more: all lanes take the same way.
    proton.record start "final"
    scf.if %isFirstWarp {
      %which = arith.remui %lane, %c8 : index
      %p = memref.load %partial[%which] : !perWarp
      %q4, %w4 = gpu.shuffle xor %p, %d4, %warpSize : f32
      %p4 = arith.addf %p, %q4 : f32
      %q2, %w2 = gpu.shuffle xor %p4, %d2, %warpSize : f32
      %p2 = arith.addf %p4, %q2 : f32
      %q1, %w1 = gpu.shuffle xor %p2, %d1, %warpSize : f32
      %rowSum = arith.addf %p2, %q1 : f32
      proton.value "partial sum", %rowSum : f32
      scf.if %isFirstThread {
        memref.store %rowSum, %Y[%row] : !sums
      }
    }
    proton.record end "final"
    gpu.return
  }
}
