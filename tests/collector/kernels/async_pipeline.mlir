// One thread in a pipeline of 1 to 4 stages, whose times have a closed form under the CPU target's model.
//
// In each of 24 steps it issues the copy of the step that is `stages - 1` ahead (16 bytes, as long as there is one), closes
// the group, waits for the copy of this step and works for a while, which the argument `turns` makes longer. Before the
// first step it issues the `stages - 1` copies that the first ones wait for.
//
// A copy is done L = copyLatencyCycles + 16 / copyBytesPerCycle cycles behind its issue, the engine being idle. So, with
//
//     issue(k)   the clock at the issue of the copy that step k waits for
//     enter(k)   the clock at the entry of the wait of step k, exit(k) at its exit
//     a          the cycles from the issue in a step to the entry of its wait
//     b          the cycles from the exit of a wait to the issue in the next step
//     w          what an empty wait takes
//
// each wait is left at
//
//     exit(k) = max(enter(k), issue(k) + L) + w
//
// and what it waits is exposed(k) = exit(k) - enter(k), hidden(k) = exit(k) - issue(k) - exposed(k). Copy k is issued in
// step k - stages + 1, so while there is something to copy, `stages` steps take together
//
//     max(stages * (a + w + b), L + w + b)
//
// cycles, of which all that is more than stages * (a + b) is exposed. Launch: async_pipeline.json (one thread).
!matrix = memref<24x4xf32>
!tile = memref<4x4xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  gpu.func @async_pipeline(%A: !matrix, %C: memref<4xf32>, %stages: i32, %turns: i32) workgroup(%tile: !tile) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %steps = arith.constant 24 : index
    %slots = arith.index_cast %stages : i32 to index
    %rounds = arith.index_cast %turns : i32 to index
    %ahead = arith.subi %slots, %c1 : index
    scf.for %step = %c0 to %ahead step %c1 {
      %copy = nvgpu.device_async_copy %A[%step, %c0], %tile[%step, %c0], 4 : !matrix to !tile
      %group = nvgpu.device_async_create_group %copy
    }
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %half = arith.constant dense<0.5> : vector<4xf32>
    %result = scf.for %step = %c0 to %steps step %c1 iter_args(%sum = %zero) -> (vector<4xf32>) {
      %next = arith.addi %step, %ahead : index
      %hasNext = arith.cmpi ult, %next, %steps : index
      scf.if %hasNext {
        %fill = arith.remui %next, %slots : index
        %copy = nvgpu.device_async_copy %A[%next, %c0], %tile[%fill, %c0], 4 : !matrix to !tile
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
      %stage = arith.remui %step, %slots : index
      %row = vector.load %tile[%stage, %c0] : !tile, vector<4xf32>
      %more = arith.addf %sum, %row : vector<4xf32>
      // Work that changes nothing: the value is doubled and halved again.
      %worked = scf.for %turn = %c0 to %rounds step %c1 iter_args(%value = %more) -> (vector<4xf32>) {
        %twice = arith.addf %value, %value : vector<4xf32>
        %once = arith.mulf %twice, %half : vector<4xf32>
        scf.yield %once : vector<4xf32>
      }
      scf.yield %worked : vector<4xf32>
    }
    vector.store %result, %C[%c0] : memref<4xf32>, vector<4xf32>
    gpu.return
  }
}
