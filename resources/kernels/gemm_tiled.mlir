// C = A * B for 128x128 matrices of f32, tiled, with double-buffered asynchronous copies.
//
// Each CTA computes one 32x32 tile of C with 128 threads (4 warps). It walks along K in 8 steps of 16:
//
//     step k:   issue the copies of step k+1   (global memory -> shared memory, in the background)
//               wait for the copies of step k  (issued one step ago)
//               multiply the tiles of step k
//
// so that a copy has the time of one whole multiplication to arrive. In the timeline, "copy in flight" of step k+1 runs
// below "mma" of step k: what is left of "wait copy" is the part of the copy that was not hidden.
//
// A thread of the tile owns one row and 8 neighbouring columns:
//
//                 columns 0..7   8..15  16..23  24..31
//     row 0        thread 0        1       2       3
//     row 1        thread 4        5       6       7         row = thread / 4, first column = (thread mod 4) * 8
//     ...
//
// Launch: gemm_tiled.json (4x4 CTAs of 128 threads).
!matrix = memref<128x128xf32>
// Two stages of a tile: one is multiplied while the other one is filled.
!tilesA = memref<2x32x16xf32, #gpu.address_space<workgroup>>
!tilesB = memref<2x16x32xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  gpu.func @gemm_tiled(%A: !matrix, %B: !matrix, %C: !matrix)
      workgroup(%tileA: !tilesA, %tileB: !tilesB) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %tile = arith.constant 32 : index   // rows and columns of C per CTA
    %depth = arith.constant 16 : index  // K per step
    %steps = arith.constant 8 : index   // 128 / 16

    %thread = gpu.thread_id x
    %ctaColumn = gpu.block_id x
    %ctaRow = gpu.block_id y
    %firstRow = arith.muli %ctaRow, %tile : index
    %firstColumn = arith.muli %ctaColumn, %tile : index

    // What this thread computes.
    %row = arith.divui %thread, %c4 : index
    %columnGroup = arith.remui %thread, %c4 : index
    %column = arith.muli %columnGroup, %c8 : index

    // What this thread copies per step: 4 floats of the 32x16 tile of A and 4 floats of the 16x32 tile of B.
    %copyRowA = arith.divui %thread, %c4 : index
    %copyGroupA = arith.remui %thread, %c4 : index
    %copyColumnA = arith.muli %copyGroupA, %c4 : index
    %copyRowB = arith.divui %thread, %c8 : index
    %copyGroupB = arith.remui %thread, %c8 : index
    %copyColumnB = arith.muli %copyGroupB, %c4 : index
    %globalRowA = arith.addi %firstRow, %copyRowA : index
    %globalColumnB = arith.addi %firstColumn, %copyColumnB : index

    // The copy of a step is one asynchronous operation; its key is the number of the step.
    %copy = proton.allocate_event "copy in flight" : i32

    // Before the loop: start the copies of step 0 into stage 0.
    proton.record start "prologue"
    proton.event start %copy key %c0 : i32
    %first0 = nvgpu.device_async_copy %A[%globalRowA, %copyColumnA], %tileA[%c0, %copyRowA, %copyColumnA], 4
        : !matrix to !tilesA
    %first1 = nvgpu.device_async_copy %B[%copyRowB, %globalColumnB], %tileB[%c0, %copyRowB, %copyColumnB], 4
        : !matrix to !tilesB
    %firstGroup = nvgpu.device_async_create_group %first0, %first1
    proton.record end "prologue"

    %zero = arith.constant dense<0.0> : vector<8xf32>
    proton.record start "k loop"
    %result = scf.for %k = %c0 to %steps step %c1 iter_args(%sum = %zero) -> (vector<8xf32>) {
      %stage = arith.remui %k, %c2 : index

      // 1. Start the copies of the next step into the other stage. The last step has nothing to copy, but closes an
      //    empty group all the same: "all groups but the newest" below then always means the copies of step k.
      proton.record start "issue copy"
      %next = arith.addi %k, %c1 : index
      %hasNext = arith.cmpi ult, %next, %steps : index
      scf.if %hasNext {
        %nextStage = arith.remui %next, %c2 : index
        %nextDepth = arith.muli %next, %depth : index
        %globalColumnA = arith.addi %nextDepth, %copyColumnA : index
        %globalRowB = arith.addi %nextDepth, %copyRowB : index
        proton.event start %copy key %next : i32
        %copyA = nvgpu.device_async_copy %A[%globalRowA, %globalColumnA], %tileA[%nextStage, %copyRowA, %copyColumnA], 4
            : !matrix to !tilesA
        %copyB = nvgpu.device_async_copy %B[%globalRowB, %globalColumnB], %tileB[%nextStage, %copyRowB, %copyColumnB], 4
            : !matrix to !tilesB
      }
      %group = nvgpu.device_async_create_group
      proton.record end "issue copy"

      // 2. Wait until this thread's copies of step k have arrived ...
      proton.record start "wait copy"
      nvgpu.device_async_wait %group {numGroups = 1 : i32}
      proton.event end %copy key %k : i32
      proton.record end "wait copy"

      // ... and until those of all other threads have.
      proton.record start "barrier"
      gpu.barrier
      proton.record end "barrier"

      // 3. Multiply: one element of A times 8 of B per step of %kk.
      proton.record start "mma"
      %partial = scf.for %kk = %c0 to %depth step %c1 iter_args(%acc = %sum) -> (vector<8xf32>) {
        %a = memref.load %tileA[%stage, %row, %kk] : !tilesA
        %a8 = vector.broadcast %a : f32 to vector<8xf32>
        %b8 = vector.load %tileB[%stage, %kk, %column] : !tilesB, vector<8xf32>
        %more = vector.fma %a8, %b8, %acc : vector<8xf32>
        scf.yield %more : vector<8xf32>
      }
      proton.record end "mma"

      // 4. Nobody may overwrite this stage (step 1 of the next round) while somebody still reads it.
      proton.record start "release stage"
      gpu.barrier
      proton.record end "release stage"
      scf.yield %partial : vector<8xf32>
    }
    proton.record end "k loop"

    proton.record start "epilogue"
    %globalRow = arith.addi %firstRow, %row : index
    %globalColumn = arith.addi %firstColumn, %column : index
    vector.store %result, %C[%globalRow, %globalColumn] : !matrix, vector<8xf32>
    proton.record end "epilogue"
    gpu.return
  }
}
