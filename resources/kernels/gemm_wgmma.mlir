// C = A * B, 4096 x 4096 x 4096, f16 in and f32 out, on Hopper's tensor cores: tiles copied by the tensor memory
// accelerator, multiplied by warpgroups, warps specialised.
//
// A CTA computes a 128x256 tile of C with three warpgroups of 128 threads, in 64 steps of 64 along K:
//
//     warpgroups 0 and 1   consumers: 64 rows each. Wait for the tiles of a step, multiply, say that they are free.
//     warpgroup 2          the producer, of which only the first warp works: waits for a free slot, issues the copies
//
// Slots of shared memory hold the tiles of one step, 48 KiB; there are as many as the argument `stages` says (1 to 4, in
// gemm_wgmma.json 4; the launch's dynamic shared memory must hold them). Two barriers hand a slot back and forth:
//
//     full[slot]    completes when the bytes of all copies have arrived        (1 arrival, which announces 49152 bytes)
//     empty[slot]   completes when both consumers have multiplied its tiles    (8 arrivals, one of each warp)
//
// Every use of a slot flips the parity that is waited for; a slot that was never used counts as empty.
//
//     slot:   A rows 0-63      A rows 64-127    B columns 0-63   64-127    128-191   192-255
//             8 KiB            8 KiB            8 KiB            8 KiB     8 KiB     8 KiB
//
// Each is one copy of 64x64 elements: a row of 64 f16 has 128 bytes, which is the width of the swizzle that keeps shared
// memory free of bank conflicts. The matrix descriptors expect it; tiles start at multiples of 1024 bytes.
//
// While one consumer waits for its products and frees the slot, those of the other one run: with two of them the tensor
// cores always have work, as long as copies arrive in time. "wait tile" is what they do not hide. With one stage a copy
// can only begin when both consumers are done, so that every step shows the whole latency of a copy in "wait tile" and
// the whole multiplication in the producer's "wait slot"; from two stages on they overlap.
//
// Accumulators take 128 registers of a consumer's thread; consumers get 232 registers, which the producer gives up.
//
// Inputs are uniform in [-1, 1) and rounded to f16; products are exact in f32. A sum of 4096 of them stays below 200,
// where f32 has steps of 1.5e-5: 4096 roundings are below 0.04 in the worst case and near 1e-3 as they fall. A product
// that is missing or counted twice is 0.25 on average.
//
// 64 steps of 8 records and 2 around them are 514 records of a consumer's warp. Launch: gemm_wgmma*.json.
!matrixC = memref<4096x4096xf32>
!shared = memref<?xi8, #gpu.address_space<workgroup>>
!tile = memref<64x64xf16, #gpu.address_space<workgroup>>
!panel = memref<64x256xf16, #gpu.address_space<workgroup>>
!map = !nvgpu.tensormap.descriptor<tensor = !tile, swizzle = swizzle_128b, l2promo = l2promo_128b, oob = zero,
                                   interleave = none>
!barriers = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
!sum = !nvgpu.warpgroup.accumulator<fragmented = vector<64x256xf32>>

gpu.module @kernels {
  gpu.func @gemm_wgmma(%mapA: !map, %mapB: !map, %C: !matrixC, %stages: i32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %c192 = arith.constant 192 : index
    %c256 = arith.constant 256 : index
    %steps = arith.constant 64 : index
    %tileBytes = arith.constant 8192 : index
    %panelOffset = arith.constant 16384 : index
    %slotBytes = arith.constant 49152 : index
    %ticks = arith.constant 10000000 : index
    %even = arith.constant false
    %odd = arith.constant true

    %thread = gpu.thread_id x
    %lane = arith.remui %thread, %c32 : index
    %warpgroup = arith.divui %thread, %c128 : index
    %isFirstThread = arith.cmpi eq, %thread, %c0 : index
    %isFirstLane = arith.cmpi eq, %lane, %c0 : index
    %rowTile = gpu.block_id y
    %columnTile = gpu.block_id x
    %row = arith.muli %rowTile, %c128 : index
    %column = arith.muli %columnTile, %c256 : index
    %slots = arith.index_cast %stages : i32 to index
    %memory = gpu.dynamic_shared_memory : !shared

    %full = nvgpu.mbarrier.create -> !barriers
    %empty = nvgpu.mbarrier.create -> !barriers
    scf.for %slot = %c0 to %slots step %c1 {
      nvgpu.mbarrier.init %full[%slot], %c1, predicate = %isFirstThread : !barriers
      nvgpu.mbarrier.init %empty[%slot], %c8, predicate = %isFirstThread : !barriers
    }
    nvvm.fence.mbarrier.init // seen by the engine that copies, too
    gpu.barrier

    %isProducer = arith.cmpi eq, %warpgroup, %c2 : index
    scf.if %isProducer {
      nvvm.setmaxregister decrease 40
      %firstIdle = arith.constant 288 : index
      %copies = arith.cmpi ult, %thread, %firstIdle : index
      scf.if %copies {
        %row1 = arith.addi %row, %c64 : index
        %column1 = arith.addi %column, %c64 : index
        %column2 = arith.addi %column, %c128 : index
        %column3 = arith.addi %column, %c192 : index
        scf.for %step = %c0 to %steps step %c1 iter_args(%slot = %c0, %parity = %odd) -> (index, i1) {
          %k = arith.muli %step, %c64 : index
          %atA0 = arith.muli %slot, %slotBytes : index
          %atA1 = arith.addi %atA0, %tileBytes : index
          %atB0 = arith.addi %atA1, %tileBytes : index
          %atB1 = arith.addi %atB0, %tileBytes : index
          %atB2 = arith.addi %atB1, %tileBytes : index
          %atB3 = arith.addi %atB2, %tileBytes : index
          %a0 = memref.view %memory[%atA0][] : !shared to !tile
          %a1 = memref.view %memory[%atA1][] : !shared to !tile
          %b0 = memref.view %memory[%atB0][] : !shared to !tile
          %b1 = memref.view %memory[%atB1][] : !shared to !tile
          %b2 = memref.view %memory[%atB2][] : !shared to !tile
          %b3 = memref.view %memory[%atB3][] : !shared to !tile

          proton.record start "wait slot"
          nvgpu.mbarrier.try_wait.parity %empty[%slot], %parity, %ticks : !barriers
          proton.record end "wait slot"

          proton.record start "issue copies"
          nvgpu.mbarrier.arrive.expect_tx %full[%slot], %slotBytes, predicate = %isFirstLane : !barriers
          nvgpu.tma.async.load %mapA[%k, %row], %full[%slot] to %a0, predicate = %isFirstLane : !map, !barriers -> !tile
          nvgpu.tma.async.load %mapA[%k, %row1], %full[%slot] to %a1, predicate = %isFirstLane : !map, !barriers -> !tile
          nvgpu.tma.async.load %mapB[%column, %k], %full[%slot] to %b0, predicate = %isFirstLane
              : !map, !barriers -> !tile
          nvgpu.tma.async.load %mapB[%column1, %k], %full[%slot] to %b1, predicate = %isFirstLane
              : !map, !barriers -> !tile
          nvgpu.tma.async.load %mapB[%column2, %k], %full[%slot] to %b2, predicate = %isFirstLane
              : !map, !barriers -> !tile
          nvgpu.tma.async.load %mapB[%column3, %k], %full[%slot] to %b3, predicate = %isFirstLane
              : !map, !barriers -> !tile
          proton.record end "issue copies"

          %next = arith.addi %slot, %c1 : index
          %wraps = arith.cmpi eq, %next, %slots : index
          %nextSlot = arith.select %wraps, %c0, %next : index
          %nextParity = arith.xori %parity, %wraps : i1
          scf.yield %nextSlot, %nextParity : index, i1
        }
      }
    } else {
      nvvm.setmaxregister increase 232
      %ownRows = arith.muli %warpgroup, %tileBytes : index
      %zero = nvgpu.warpgroup.mma.init.accumulator -> !sum
      %product, %lastSlot, %lastParity = scf.for %step = %c0 to %steps step %c1
          iter_args(%sum = %zero, %slot = %c0, %parity = %even) -> (!sum, index, i1) {
        %at = arith.muli %slot, %slotBytes : index
        %atA = arith.addi %at, %ownRows : index
        %atB = arith.addi %at, %panelOffset : index
        %a = memref.view %memory[%atA][] : !shared to !tile
        %b = memref.view %memory[%atB][] : !shared to !panel

        proton.record start "wait tile"
        nvgpu.mbarrier.try_wait.parity %full[%slot], %parity, %ticks : !barriers
        proton.record end "wait tile"

        proton.record start "issue mma"
        %matrixA = nvgpu.warpgroup.generate.descriptor %a, %mapA : !tile, !map -> !nvgpu.warpgroup.descriptor<tensor = !tile>
        %matrixB = nvgpu.warpgroup.generate.descriptor %b, %mapB
            : !panel, !map -> !nvgpu.warpgroup.descriptor<tensor = !panel>
        %more = nvgpu.warpgroup.mma %matrixA, %matrixB, %sum {transposeB}
            : !nvgpu.warpgroup.descriptor<tensor = !tile>, !nvgpu.warpgroup.descriptor<tensor = !panel>, !sum -> !sum
        proton.record end "issue mma"

        // The multiplication above waits for those before it only.
        proton.record start "wait mma"
        nvvm.wgmma.wait.group.sync.aligned 0
        proton.record end "wait mma"

        proton.record start "release"
        scf.if %isFirstLane {
          %token = nvgpu.mbarrier.arrive %empty[%slot] : !barriers -> !nvgpu.mbarrier.token
        }
        proton.record end "release"

        %next = arith.addi %slot, %c1 : index
        %wraps = arith.cmpi eq, %next, %slots : index
        %nextSlot = arith.select %wraps, %c0, %next : index
        %nextParity = arith.xori %parity, %wraps : i1
        scf.yield %more, %nextSlot, %nextParity : !sum, index, i1
      }

      // The store counts rows by the number of the warp in the CTA: warps 4 to 7 write rows 64 to 127 of this view.
      proton.record start "store"
      %tileC = memref.subview %C[%row, %column] [64, 256] [1, 1]
          : !matrixC to memref<64x256xf32, strided<[4096, 1], offset: ?>>
      nvgpu.warpgroup.mma.store %product, %tileC : !sum to memref<64x256xf32, strided<[4096, 1], offset: ?>>
      proton.record end "store"
    }
    gpu.return
  }
}
