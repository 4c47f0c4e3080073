// A tile of a matrix product with what Hopper brought: a bulk copy by the tensor memory accelerator into shared memory,
// an mbarrier that counts its bytes, and matrix instructions of a warp group. Compiled, not run.
!lhs = memref<128x64xf16, #gpu.address_space<workgroup>>
!rhs = memref<64x128xf16, #gpu.address_space<workgroup>>
!half = memref<64x64xf16, #gpu.address_space<workgroup>>
!mapA = !nvgpu.tensormap.descriptor<tensor = !lhs, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!mapB = !nvgpu.tensormap.descriptor<tensor = !half, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!barriers = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
!sum = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>

gpu.module @kernels {
  gpu.func @hopper(%pa: !llvm.ptr, %pb: !llvm.ptr, %C: memref<128x128xf32>) workgroup(%a: !lhs, %b: !rhs) kernel {
    %mapA = builtin.unrealized_conversion_cast %pa : !llvm.ptr to !mapA
    %mapB = builtin.unrealized_conversion_cast %pb : !llvm.ptr to !mapB
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %thread = gpu.thread_id x
    %isFirst = arith.cmpi eq, %thread, %c0 : index
    %barriers = nvgpu.mbarrier.create -> !barriers
    nvgpu.mbarrier.init %barriers[%c0], %c1, predicate = %isFirst : !barriers
    gpu.barrier
    proton.record start "copy"
    %bytes = arith.constant 16384 : index
    nvgpu.mbarrier.arrive.expect_tx %barriers[%c0], %bytes, predicate = %isFirst : !barriers
    nvgpu.tma.async.load %mapA[%c0, %c0], %barriers[%c0] to %a, predicate = %isFirst : !mapA, !barriers -> !lhs
    %ticks = arith.constant 10000000 : index
    %phase = arith.constant false
    nvgpu.mbarrier.try_wait.parity %barriers[%c0], %phase, %ticks : !barriers
    proton.record end "copy"
    proton.record start "multiply"
    %da = nvgpu.warpgroup.generate.descriptor %a, %mapA : !lhs, !mapA -> !nvgpu.warpgroup.descriptor<tensor = !lhs>
    %db = nvgpu.warpgroup.generate.descriptor %b, %mapB : !rhs, !mapB -> !nvgpu.warpgroup.descriptor<tensor = !rhs>
    %zero = nvgpu.warpgroup.mma.init.accumulator -> !sum
    %sum = nvgpu.warpgroup.mma %da, %db, %zero {transposeB} : !nvgpu.warpgroup.descriptor<tensor = !lhs>,
        !nvgpu.warpgroup.descriptor<tensor = !rhs>, !sum -> !sum
    proton.record end "multiply"
    nvgpu.warpgroup.mma.store %sum, %C : !sum to memref<128x128xf32>
    gpu.return
  }

  // Matrix instructions of a warp, since Ampere.
  gpu.func @ampere(%A: memref<64x64xf16>, %C: memref<64x64xf16>)
      workgroup(%tile: memref<16x16xf16, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %thread = gpu.thread_id x
    %c16 = arith.constant 16 : index
    %row = arith.remui %thread, %c16 : index
    %copy = nvgpu.device_async_copy %A[%row, %c0], %tile[%row, %c0], 8 : memref<64x64xf16>
        to memref<16x16xf16, #gpu.address_space<workgroup>>
    %group = nvgpu.device_async_create_group %copy
    nvgpu.device_async_wait %group {numGroups = 0 : i32}
    gpu.barrier
    %a = nvgpu.ldmatrix %tile[%row, %c0] {numTiles = 4 : i32, transpose = false}
        : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
    %b = nvgpu.ldmatrix %tile[%row, %c0] {numTiles = 2 : i32, transpose = false}
        : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
    %zero = arith.constant dense<0.0> : vector<2x2xf16>
    %d = nvgpu.mma.sync (%a, %b, %zero) {mmaShape = [16, 8, 16]}
        : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
    %part = vector.extract %d[0] : vector<2xf16> from vector<2x2xf16>
    vector.store %part, %C[%thread, %c0] : memref<64x64xf16>, vector<2xf16>
    gpu.return
  }
}
