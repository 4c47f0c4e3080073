// C = A * B in f32, 512x256 times 256x512, tiled, with asynchronous copies in 1 to 4 stages.
//
// The algorithm is that of gemm_tiled.mlir, but the number of stages is an argument, and a step along K is 4 deep instead
// of 16, so that multiplying takes about as long as a copy: there, two stages hide every copy, and more of them would
// change nothing to look at. Each CTA computes one 128x128 tile of C with 128 threads (4 warps), in 64 steps:
//
//     step k:   issue the copies of step k + stages - 1   (global memory -> shared memory, in the background)
//               wait for the copies of step k             (issued stages - 1 steps ago; with one stage: just now)
//               multiply the tiles of step k
//
// With one stage nothing is hidden. There are no annotations: the mode `async` finds copies, waits and barriers.
//
// A thread computes 8 rows and 16 columns, kept in registers:
//
//     rows      r, r + 16, ..., r + 112                     r = thread / 8         (0..15)
//     columns   4 c .. 4 c + 3, and the same + 32, 64, 96   c = thread mod 8       (0..7)
//
// It copies 4 elements of its own row of A and 4 of B. Lanes that read A at one time read neighbouring rows of 16 bytes, or
// the same: no bank conflicts, and no padding. Shared memory is that of the launch, 4 KiB a stage (2 KiB of A, 2 of B).
//
// The instruction that waits has the number of groups that it leaves in its text, so there is one for each number of
// stages, and the argument chooses.
//
// The tolerance is that of gemm_tiled, whose sums these are. 64 steps of 9 records, and at most 10 more, are 586 records a
// warp in the mode async. Launch: stages/gemm_tiled_1_stage.json, ... (4x4 CTAs of 128 threads).
!matrixA = memref<512x256xf32>
!matrixB = memref<256x512xf32>
!matrixC = memref<512x512xf32>
!shared = memref<?xi8, #gpu.address_space<workgroup>>
!tileA = memref<128x4xf32, #gpu.address_space<workgroup>>
!tileB = memref<4x128xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  // Adds the products of one element of K: 8 elements of a column of A times 16 elements of a row of B.
  func.func private @multiply_one(%tileB: !tileB, %k: index, %column: index, %a: vector<8xf32>, %sum: vector<8x16xf32>)
      -> vector<8x16xf32> {
    %c32 = arith.constant 32 : index
    %column1 = arith.addi %column, %c32 : index
    %column2 = arith.addi %column1, %c32 : index
    %column3 = arith.addi %column2, %c32 : index
    %b0 = vector.load %tileB[%k, %column] : !tileB, vector<4xf32>
    %b1 = vector.load %tileB[%k, %column1] : !tileB, vector<4xf32>
    %b2 = vector.load %tileB[%k, %column2] : !tileB, vector<4xf32>
    %b3 = vector.load %tileB[%k, %column3] : !tileB, vector<4xf32>
    %b01 = vector.shuffle %b0, %b1 [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
    %b23 = vector.shuffle %b2, %b3 [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
    %b = vector.shuffle %b01, %b23 [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : vector<8xf32>, vector<8xf32>
    %more = vector.outerproduct %a, %b, %sum : vector<8xf32>, vector<16xf32>
    return %more : vector<8x16xf32>
  }

  // The thread's 8 rows of A, as 4 columns of 8.
  func.func private @columns_of_a(%tileA: !tileA, %row: index) -> vector<4x8xf32> {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %row1 = arith.addi %row, %c16 : index
    %row2 = arith.addi %row1, %c16 : index
    %row3 = arith.addi %row2, %c16 : index
    %row4 = arith.addi %row3, %c16 : index
    %row5 = arith.addi %row4, %c16 : index
    %row6 = arith.addi %row5, %c16 : index
    %row7 = arith.addi %row6, %c16 : index
    %a0 = vector.load %tileA[%row, %c0] : !tileA, vector<4xf32>
    %a1 = vector.load %tileA[%row1, %c0] : !tileA, vector<4xf32>
    %a2 = vector.load %tileA[%row2, %c0] : !tileA, vector<4xf32>
    %a3 = vector.load %tileA[%row3, %c0] : !tileA, vector<4xf32>
    %a4 = vector.load %tileA[%row4, %c0] : !tileA, vector<4xf32>
    %a5 = vector.load %tileA[%row5, %c0] : !tileA, vector<4xf32>
    %a6 = vector.load %tileA[%row6, %c0] : !tileA, vector<4xf32>
    %a7 = vector.load %tileA[%row7, %c0] : !tileA, vector<4xf32>
    %none = arith.constant dense<0.0> : vector<8x4xf32>
    %rows0 = vector.insert %a0, %none [0] : vector<4xf32> into vector<8x4xf32>
    %rows1 = vector.insert %a1, %rows0 [1] : vector<4xf32> into vector<8x4xf32>
    %rows2 = vector.insert %a2, %rows1 [2] : vector<4xf32> into vector<8x4xf32>
    %rows3 = vector.insert %a3, %rows2 [3] : vector<4xf32> into vector<8x4xf32>
    %rows4 = vector.insert %a4, %rows3 [4] : vector<4xf32> into vector<8x4xf32>
    %rows5 = vector.insert %a5, %rows4 [5] : vector<4xf32> into vector<8x4xf32>
    %rows6 = vector.insert %a6, %rows5 [6] : vector<4xf32> into vector<8x4xf32>
    %rows7 = vector.insert %a7, %rows6 [7] : vector<4xf32> into vector<8x4xf32>
    %columns = vector.transpose %rows7, [1, 0] : vector<8x4xf32> to vector<4x8xf32>
    return %columns : vector<4x8xf32>
  }

  // Starts the copies of one step of K: a thread copies 4 floats of each tile.
  func.func private @issue_copies(%A: !matrixA, %B: !matrixB, %stage: index, %k: index, %firstRow: index,
                                  %firstColumn: index) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %stageBytes = arith.constant 4096 : index
    %tileBytes = arith.constant 2048 : index
    %thread = gpu.thread_id x
    %fromRowA = arith.addi %firstRow, %thread : index
    %rowB = arith.divui %thread, %c32 : index
    %groupB = arith.remui %thread, %c32 : index
    %columnB = arith.muli %groupB, %c4 : index
    %fromRowB = arith.addi %k, %rowB : index
    %fromColumnB = arith.addi %firstColumn, %columnB : index
    %memory = gpu.dynamic_shared_memory : !shared
    %atA = arith.muli %stage, %stageBytes : index
    %atB = arith.addi %atA, %tileBytes : index
    %tileA = memref.view %memory[%atA][] : !shared to !tileA
    %tileB = memref.view %memory[%atB][] : !shared to !tileB
    %copyA = nvgpu.device_async_copy %A[%fromRowA, %k], %tileA[%thread, %c0], 4 {bypassL1} : !matrixA to !tileA
    %copyB = nvgpu.device_async_copy %B[%fromRowB, %fromColumnB], %tileB[%rowB, %columnB], 4 {bypassL1}
        : !matrixB to !tileB
    return
  }

  // Stores 16 elements of a row of C: 4 groups of 4, 32 columns apart.
  func.func private @store_row(%C: !matrixC, %row: index, %column: index, %values: vector<16xf32>) {
    %c32 = arith.constant 32 : index
    %column1 = arith.addi %column, %c32 : index
    %column2 = arith.addi %column1, %c32 : index
    %column3 = arith.addi %column2, %c32 : index
    %v0 = vector.extract_strided_slice %values {offsets = [0], sizes = [4], strides = [1]}
        : vector<16xf32> to vector<4xf32>
    %v1 = vector.extract_strided_slice %values {offsets = [4], sizes = [4], strides = [1]}
        : vector<16xf32> to vector<4xf32>
    %v2 = vector.extract_strided_slice %values {offsets = [8], sizes = [4], strides = [1]}
        : vector<16xf32> to vector<4xf32>
    %v3 = vector.extract_strided_slice %values {offsets = [12], sizes = [4], strides = [1]}
        : vector<16xf32> to vector<4xf32>
    vector.store %v0, %C[%row, %column] : !matrixC, vector<4xf32>
    vector.store %v1, %C[%row, %column1] : !matrixC, vector<4xf32>
    vector.store %v2, %C[%row, %column2] : !matrixC, vector<4xf32>
    vector.store %v3, %C[%row, %column3] : !matrixC, vector<4xf32>
    return
  }

  gpu.func @gemm_tiled_stages(%A: !matrixA, %B: !matrixB, %C: !matrixC, %stages: i32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %tile = arith.constant 128 : index  // rows and columns of C per CTA
    %steps = arith.constant 64 : index  // 256 / 4
    %stageBytes = arith.constant 4096 : index
    %tileBytes = arith.constant 2048 : index

    %thread = gpu.thread_id x
    %ctaColumn = gpu.block_id x
    %ctaRow = gpu.block_id y
    %firstRow = arith.muli %ctaRow, %tile : index
    %firstColumn = arith.muli %ctaColumn, %tile : index
    %slots = arith.index_cast %stages : i32 to index
    %ahead = arith.subi %slots, %c1 : index
    %memory = gpu.dynamic_shared_memory : !shared

    // What this thread computes.
    %row = arith.divui %thread, %c8 : index
    %columnGroup = arith.remui %thread, %c8 : index
    %column = arith.muli %columnGroup, %c4 : index

    // Before the loop: fill all stages but one.
    scf.for %step = %c0 to %ahead step %c1 {
      %k = arith.muli %step, %c4 : index
      func.call @issue_copies(%A, %B, %step, %k, %firstRow, %firstColumn)
          : (!matrixA, !matrixB, index, index, index, index) -> ()
      %group = nvgpu.device_async_create_group
    }

    %zero = arith.constant dense<0.0> : vector<8x16xf32>
    %result, %lastStage, %lastFill = scf.for %step = %c0 to %steps step %c1
        iter_args(%sum = %zero, %stage = %c0, %fill = %ahead) -> (vector<8x16xf32>, index, index) {
      // 1. Start the copies of the step that is `stages - 1` ahead. Towards the end there are none, but the group is
      //    closed all the same: "all groups but the newest" below then always means the copies of this step.
      %next = arith.addi %step, %ahead : index
      %hasNext = arith.cmpi ult, %next, %steps : index
      scf.if %hasNext {
        %nextK = arith.muli %next, %c4 : index
        func.call @issue_copies(%A, %B, %fill, %nextK, %firstRow, %firstColumn)
            : (!matrixA, !matrixB, index, index, index, index) -> ()
      }
      %group = nvgpu.device_async_create_group

      // 2. Wait until this thread's copies of this step have arrived, and until those of all other threads have.
      scf.index_switch %slots
      case 4 {
        nvgpu.device_async_wait %group {numGroups = 3 : i32}
        scf.yield
      }
      case 3 {
        nvgpu.device_async_wait %group {numGroups = 2 : i32}
        scf.yield
      }
      case 2 {
        nvgpu.device_async_wait %group {numGroups = 1 : i32}
        scf.yield
      }
      default {
        nvgpu.device_async_wait %group {numGroups = 0 : i32}
        scf.yield
      }
      gpu.barrier

      // 3. Multiply.
      %atA = arith.muli %stage, %stageBytes : index
      %atB = arith.addi %atA, %tileBytes : index
      %tileA = memref.view %memory[%atA][] : !shared to !tileA
      %tileB = memref.view %memory[%atB][] : !shared to !tileB
      %a = func.call @columns_of_a(%tileA, %row) : (!tileA, index) -> vector<4x8xf32>
      %a0 = vector.extract %a[0] : vector<8xf32> from vector<4x8xf32>
      %a1 = vector.extract %a[1] : vector<8xf32> from vector<4x8xf32>
      %a2 = vector.extract %a[2] : vector<8xf32> from vector<4x8xf32>
      %a3 = vector.extract %a[3] : vector<8xf32> from vector<4x8xf32>
      %sum1 = func.call @multiply_one(%tileB, %c0, %column, %a0, %sum)
          : (!tileB, index, index, vector<8xf32>, vector<8x16xf32>) -> vector<8x16xf32>
      %sum2 = func.call @multiply_one(%tileB, %c1, %column, %a1, %sum1)
          : (!tileB, index, index, vector<8xf32>, vector<8x16xf32>) -> vector<8x16xf32>
      %sum3 = func.call @multiply_one(%tileB, %c2, %column, %a2, %sum2)
          : (!tileB, index, index, vector<8xf32>, vector<8x16xf32>) -> vector<8x16xf32>
      %sum4 = func.call @multiply_one(%tileB, %c3, %column, %a3, %sum3)
          : (!tileB, index, index, vector<8xf32>, vector<8x16xf32>) -> vector<8x16xf32>

      // 4. Nobody may overwrite this stage (step 1 of the next round) while somebody still reads it.
      gpu.barrier
      %stage1 = arith.addi %stage, %c1 : index
      %wraps = arith.cmpi eq, %stage1, %slots : index
      %nextStage = arith.select %wraps, %c0, %stage1 : index
      %fill1 = arith.addi %fill, %c1 : index
      %fillWraps = arith.cmpi eq, %fill1, %slots : index
      %nextFill = arith.select %fillWraps, %c0, %fill1 : index
      scf.yield %sum4, %nextStage, %nextFill : vector<8x16xf32>, index, index
    }

    %toRow = arith.addi %firstRow, %row : index
    %toColumn = arith.addi %firstColumn, %column : index
    %toRow1 = arith.addi %toRow, %c16 : index
    %toRow2 = arith.addi %toRow1, %c16 : index
    %toRow3 = arith.addi %toRow2, %c16 : index
    %toRow4 = arith.addi %toRow3, %c16 : index
    %toRow5 = arith.addi %toRow4, %c16 : index
    %toRow6 = arith.addi %toRow5, %c16 : index
    %toRow7 = arith.addi %toRow6, %c16 : index
    %row0 = vector.extract %result[0] : vector<16xf32> from vector<8x16xf32>
    %row1 = vector.extract %result[1] : vector<16xf32> from vector<8x16xf32>
    %row2 = vector.extract %result[2] : vector<16xf32> from vector<8x16xf32>
    %row3 = vector.extract %result[3] : vector<16xf32> from vector<8x16xf32>
    %row4 = vector.extract %result[4] : vector<16xf32> from vector<8x16xf32>
    %row5 = vector.extract %result[5] : vector<16xf32> from vector<8x16xf32>
    %row6 = vector.extract %result[6] : vector<16xf32> from vector<8x16xf32>
    %row7 = vector.extract %result[7] : vector<16xf32> from vector<8x16xf32>
    func.call @store_row(%C, %toRow, %toColumn, %row0) : (!matrixC, index, index, vector<16xf32>) -> ()
    func.call @store_row(%C, %toRow1, %toColumn, %row1) : (!matrixC, index, index, vector<16xf32>) -> ()
    func.call @store_row(%C, %toRow2, %toColumn, %row2) : (!matrixC, index, index, vector<16xf32>) -> ()
    func.call @store_row(%C, %toRow3, %toColumn, %row3) : (!matrixC, index, index, vector<16xf32>) -> ()
    func.call @store_row(%C, %toRow4, %toColumn, %row4) : (!matrixC, index, index, vector<16xf32>) -> ()
    func.call @store_row(%C, %toRow5, %toColumn, %row5) : (!matrixC, index, index, vector<16xf32>) -> ()
    func.call @store_row(%C, %toRow6, %toColumn, %row6) : (!matrixC, index, index, vector<16xf32>) -> ()
    func.call @store_row(%C, %toRow7, %toColumn, %row7) : (!matrixC, index, index, vector<16xf32>) -> ()
    gpu.return
  }
}
