// Transposes a matrix tile by tile: the tensor memory accelerator brings each tile to shared memory. The tensor map is
// a descriptor, a pointer to 128 bytes by value, or a pointer to memory; with and without a swizzle of 128 bytes.
!tile = memref<64x64xf16, #gpu.address_space<workgroup>>
!plain = !nvgpu.tensormap.descriptor<tensor = !tile, swizzle = none, l2promo = none, oob = zero, interleave = none>
!swizzled = !nvgpu.tensormap.descriptor<tensor = !tile, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!barriers = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 1>

gpu.module @kernels {
  // Stores the tile, whose pieces of 8 numbers were permuted by the lowest bits of their row that %mask keeps.
  func.func @store(%tile: !tile, %C: memref<128x256xf16>, %x: index, %y: index, %mask: index) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %c4096 = arith.constant 4096 : index
    %thread = gpu.thread_id x
    %threads = gpu.block_dim x
    scf.for %i = %thread to %c4096 step %threads {
      %row = arith.remui %i, %c64 : index
      %column = arith.divui %i, %c64 : index
      %piece = arith.divui %column, %c8 : index
      %within = arith.remui %column, %c8 : index
      %turn = arith.andi %row, %mask : index
      %place = arith.xori %piece, %turn : index
      %first = arith.muli %place, %c8 : index
      %at = arith.addi %first, %within : index
      %v = memref.load %tile[%row, %at] : !tile
      %outRow = arith.addi %x, %column : index
      %outColumn = arith.addi %y, %row : index
      memref.store %v, %C[%outRow, %outColumn] : memref<128x256xf16>
    }
    return
  }

  gpu.func @descriptor(%map: !plain, %C: memref<128x256xf16>) workgroup(%tile: !tile) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %mask = arith.constant 0 : index
    %bytes = arith.constant 8192 : index
    %ticks = arith.constant 10000000 : index
    %phase = arith.constant false
    %ctaX = gpu.block_id x
    %ctaY = gpu.block_id y
    %x = arith.muli %ctaX, %c64 : index
    %y = arith.muli %ctaY, %c64 : index
    %thread = gpu.thread_id x
    %isFirst = arith.cmpi eq, %thread, %c0 : index
    %barriers = nvgpu.mbarrier.create -> !barriers
    nvgpu.mbarrier.init %barriers[%c0], %c1, predicate = %isFirst : !barriers
    gpu.barrier
    proton.record start "copy"
    nvgpu.mbarrier.arrive.expect_tx %barriers[%c0], %bytes, predicate = %isFirst : !barriers
    nvgpu.tma.async.load %map[%x, %y], %barriers[%c0] to %tile, predicate = %isFirst : !plain, !barriers -> !tile
    nvgpu.mbarrier.try_wait.parity %barriers[%c0], %phase, %ticks : !barriers
    proton.record end "copy"
    proton.record start "store"
    func.call @store(%tile, %C, %x, %y, %mask) : (!tile, memref<128x256xf16>, index, index, index) -> ()
    proton.record end "store"
    gpu.return
  }

  gpu.func @descriptor_swizzled(%map: !swizzled, %C: memref<128x256xf16>) workgroup(%tile: !tile) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %mask = arith.constant 7 : index
    %bytes = arith.constant 8192 : index
    %ticks = arith.constant 10000000 : index
    %phase = arith.constant false
    %ctaX = gpu.block_id x
    %ctaY = gpu.block_id y
    %x = arith.muli %ctaX, %c64 : index
    %y = arith.muli %ctaY, %c64 : index
    %thread = gpu.thread_id x
    %isFirst = arith.cmpi eq, %thread, %c0 : index
    %barriers = nvgpu.mbarrier.create -> !barriers
    nvgpu.mbarrier.init %barriers[%c0], %c1, predicate = %isFirst : !barriers
    gpu.barrier
    proton.record start "copy"
    nvgpu.mbarrier.arrive.expect_tx %barriers[%c0], %bytes, predicate = %isFirst : !barriers
    nvgpu.tma.async.load %map[%x, %y], %barriers[%c0] to %tile, predicate = %isFirst : !swizzled, !barriers -> !tile
    nvgpu.mbarrier.try_wait.parity %barriers[%c0], %phase, %ticks : !barriers
    proton.record end "copy"
    proton.record start "store"
    func.call @store(%tile, %C, %x, %y, %mask) : (!tile, memref<128x256xf16>, index, index, index) -> ()
    proton.record end "store"
    gpu.return
  }

  gpu.func @by_value(%m: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64}, %C: memref<128x256xf16>) workgroup(%tile: !tile) kernel {
    %map = builtin.unrealized_conversion_cast %m : !llvm.ptr to !swizzled
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %mask = arith.constant 7 : index
    %bytes = arith.constant 8192 : index
    %ticks = arith.constant 10000000 : index
    %phase = arith.constant false
    %ctaX = gpu.block_id x
    %ctaY = gpu.block_id y
    %x = arith.muli %ctaX, %c64 : index
    %y = arith.muli %ctaY, %c64 : index
    %thread = gpu.thread_id x
    %isFirst = arith.cmpi eq, %thread, %c0 : index
    %barriers = nvgpu.mbarrier.create -> !barriers
    nvgpu.mbarrier.init %barriers[%c0], %c1, predicate = %isFirst : !barriers
    gpu.barrier
    proton.record start "copy"
    nvgpu.mbarrier.arrive.expect_tx %barriers[%c0], %bytes, predicate = %isFirst : !barriers
    nvgpu.tma.async.load %map[%x, %y], %barriers[%c0] to %tile, predicate = %isFirst : !swizzled, !barriers -> !tile
    nvgpu.mbarrier.try_wait.parity %barriers[%c0], %phase, %ticks : !barriers
    proton.record end "copy"
    proton.record start "store"
    func.call @store(%tile, %C, %x, %y, %mask) : (!tile, memref<128x256xf16>, index, index, index) -> ()
    proton.record end "store"
    gpu.return
  }

  gpu.func @by_pointer(%m: !llvm.ptr, %C: memref<128x256xf16>) workgroup(%tile: !tile) kernel {
    %map = builtin.unrealized_conversion_cast %m : !llvm.ptr to !plain
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %mask = arith.constant 0 : index
    %bytes = arith.constant 8192 : index
    %ticks = arith.constant 10000000 : index
    %phase = arith.constant false
    %ctaX = gpu.block_id x
    %ctaY = gpu.block_id y
    %x = arith.muli %ctaX, %c64 : index
    %y = arith.muli %ctaY, %c64 : index
    %thread = gpu.thread_id x
    %isFirst = arith.cmpi eq, %thread, %c0 : index
    %barriers = nvgpu.mbarrier.create -> !barriers
    nvgpu.mbarrier.init %barriers[%c0], %c1, predicate = %isFirst : !barriers
    gpu.barrier
    proton.record start "copy"
    nvgpu.mbarrier.arrive.expect_tx %barriers[%c0], %bytes, predicate = %isFirst : !barriers
    nvgpu.tma.async.load %map[%x, %y], %barriers[%c0] to %tile, predicate = %isFirst : !plain, !barriers -> !tile
    nvgpu.mbarrier.try_wait.parity %barriers[%c0], %phase, %ticks : !barriers
    proton.record end "copy"
    proton.record start "store"
    func.call @store(%tile, %C, %x, %y, %mask) : (!tile, memref<128x256xf16>, index, index, index) -> ()
    proton.record end "store"
    gpu.return
  }
}
