// One warp that copies for itself and computes: 24 steps, each of a group of copies (512 bytes) and of a sum over the
// step's tile, with 1 to 4 stages as the argument says. Nothing else uses the SM's copy engine and every step takes as
// long as the next, so that what is hidden follows from a few numbers (`copy_overlap_test`).
//
// A thread reads only what it has copied itself: there is no barrier. B gets the sums.
!tiles = memref<4x128xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  gpu.func @copy_pipeline(%A: memref<3072xf32>, %B: memref<32xf32>, %stages: i32)
      workgroup(%tiles: !tiles) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c128 = arith.constant 128 : index
    %steps = arith.constant 24 : index
    %work = arith.constant 12 : index
    %lane = gpu.thread_id x
    %at = arith.muli %lane, %c4 : index
    %slots = arith.index_cast %stages : i32 to index
    %ahead = arith.subi %slots, %c1 : index
    %zero = arith.constant 0.0 : f32
    %weight = arith.constant 0.5 : f32

    scf.for %step = %c0 to %ahead step %c1 {
      %first = arith.muli %step, %c128 : index
      %from = arith.addi %first, %at : index
      %copy = nvgpu.device_async_copy %A[%from], %tiles[%step, %at], 4 {bypassL1} : memref<3072xf32> to !tiles
      %group = nvgpu.device_async_create_group
    }
    %sum, %lastStage, %lastFill = scf.for %step = %c0 to %steps step %c1
        iter_args(%partial = %zero, %stage = %c0, %fill = %ahead) -> (f32, index, index) {
      %next = arith.addi %step, %ahead : index
      %hasNext = arith.cmpi ult, %next, %steps : index
      scf.if %hasNext {
        %first = arith.muli %next, %c128 : index
        %from = arith.addi %first, %at : index
        %copy = nvgpu.device_async_copy %A[%from], %tiles[%fill, %at], 4 {bypassL1} : memref<3072xf32> to !tiles
      }
      %group = nvgpu.device_async_create_group
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
      %value = memref.load %tiles[%stage, %at] : !tiles
      // Each turn needs the one before: no compiler makes fewer of them.
      %more = scf.for %turn = %c0 to %work step %c1 iter_args(%x = %partial) -> (f32) {
        %half = arith.mulf %x, %weight : f32
        %y = arith.addf %half, %value : f32
        scf.yield %y : f32
      }
      %stage1 = arith.addi %stage, %c1 : index
      %wraps = arith.cmpi eq, %stage1, %slots : index
      %nextStage = arith.select %wraps, %c0, %stage1 : index
      %fill1 = arith.addi %fill, %c1 : index
      %fillWraps = arith.cmpi eq, %fill1, %slots : index
      %nextFill = arith.select %fillWraps, %c0, %fill1 : index
      scf.yield %more, %nextStage, %nextFill : f32, index, index
    }
    memref.store %sum, %B[%lane] : memref<32xf32>
    gpu.return
  }
}
