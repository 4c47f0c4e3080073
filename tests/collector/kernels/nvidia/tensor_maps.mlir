// A tile that the tensor memory accelerator copies, its tensor map passed by value: as a pointer that says so, and
// as a descriptor. Run on a GPU by tensor_map_gpu_test's own kernels; compiled here.
!tile = memref<64x64xf16, #gpu.address_space<workgroup>>
!map = !nvgpu.tensormap.descriptor<tensor = !tile, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!barriers = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 1>
gpu.module @kernels {
  gpu.func @by_value(%m: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64}, %C: memref<64x64xf16>) workgroup(%a: !tile) kernel {
    %map = builtin.unrealized_conversion_cast %m : !llvm.ptr to !map
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %thread = gpu.thread_id x
    %isFirst = arith.cmpi eq, %thread, %c0 : index
    %barriers = nvgpu.mbarrier.create -> !barriers
    nvgpu.mbarrier.init %barriers[%c0], %c1, predicate = %isFirst : !barriers
    gpu.barrier
    proton.record start "copy"
    %bytes = arith.constant 8192 : index
    nvgpu.mbarrier.arrive.expect_tx %barriers[%c0], %bytes, predicate = %isFirst : !barriers
    nvgpu.tma.async.load %map[%c0, %c0], %barriers[%c0] to %a, predicate = %isFirst : !map, !barriers -> !tile
    %ticks = arith.constant 10000000 : index
    %phase = arith.constant false
    nvgpu.mbarrier.try_wait.parity %barriers[%c0], %phase, %ticks : !barriers
    proton.record end "copy"
    %v = memref.load %a[%c0, %thread] : !tile
    memref.store %v, %C[%c0, %thread] : memref<64x64xf16>
    gpu.return
  }
  gpu.func @descriptor(%map: !map, %C: memref<64x64xf16>) workgroup(%a: !tile) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %thread = gpu.thread_id x
    %isFirst = arith.cmpi eq, %thread, %c0 : index
    %barriers = nvgpu.mbarrier.create -> !barriers
    nvgpu.mbarrier.init %barriers[%c0], %c1, predicate = %isFirst : !barriers
    nvgpu.tma.prefetch.descriptor %map, predicate = %isFirst : !map
    gpu.barrier
    proton.record start "copy"
    %bytes = arith.constant 8192 : index
    nvgpu.mbarrier.arrive.expect_tx %barriers[%c0], %bytes, predicate = %isFirst : !barriers
    nvgpu.tma.async.load %map[%c0, %c0], %barriers[%c0] to %a, predicate = %isFirst : !map, !barriers -> !tile
    %ticks = arith.constant 10000000 : index
    %phase = arith.constant false
    nvgpu.mbarrier.try_wait.parity %barriers[%c0], %phase, %ticks : !barriers
    proton.record end "copy"
    %v = memref.load %a[%c0, %thread] : !tile
    memref.store %v, %C[%c0, %thread] : memref<64x64xf16>
    gpu.return
  }
}
