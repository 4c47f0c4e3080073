// A product of 64 x 64 by 64 x 64 numbers by the matrix unit of a warpgroup, from swizzled tiles that
// tensor maps describe, against the product on the host.
!barrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b,
    l2promo = none, oob = zero, interleave = none>
!tile = memref<64x64xf16, #gpu.address_space<workgroup>>
!operand = !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>
!accumulator = !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>

module {
  memref.global "private" @result : memref<64x64xf32, 3>
  func.func private @printI64(i64)
  func.func private @printNewline()

  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %sharedBytes = arith.constant 16384 : i32
    %zero = arith.constant 0.0 : f32
    %a = memref.alloc() : memref<64x64xf16>
    %b = memref.alloc() : memref<64x64xf16>
    %d = memref.alloc() : memref<64x64xf32>
    %reference = memref.alloc() : memref<64x64xf32>
    scf.for %i = %c0 to %c64 step %c1 {
      scf.for %j = %c0 to %c64 step %c1 {
        %sum = arith.addi %i, %j : index
        %rest = arith.remui %sum, %c7 : index
        %small = arith.index_cast %rest : index to i32
        %x = arith.sitofp %small : i32 to f16
        memref.store %x, %a[%i, %j] : memref<64x64xf16>
        %product = arith.muli %i, %j : index
        %rest2 = arith.remui %product, %c7 : index
        %small2 = arith.index_cast %rest2 : index to i32
        %y = arith.sitofp %small2 : i32 to f16
        memref.store %y, %b[%i, %j] : memref<64x64xf16>
        memref.store %zero, %reference[%i, %j] : memref<64x64xf32>
      }
    }
    %s0 = gpu.wait async
    %deviceA, %s1 = gpu.alloc async [%s0] () : memref<64x64xf16>
    %deviceB, %s2 = gpu.alloc async [%s1] () : memref<64x64xf16>
    %deviceD, %s3 = gpu.alloc async [%s2] () : memref<64x64xf32>
    %s4 = gpu.memcpy async [%s3] %deviceA, %a : memref<64x64xf16>, memref<64x64xf16>
    %s5 = gpu.memcpy async [%s4] %deviceB, %b : memref<64x64xf16>, memref<64x64xf16>
    %tensorA = memref.cast %deviceA : memref<64x64xf16> to memref<*xf16>
    %tensorB = memref.cast %deviceB : memref<64x64xf16> to memref<*xf16>
    %mapA = nvgpu.tma.create.descriptor %tensorA box[%c64, %c64] : memref<*xf16> -> !map
    %mapB = nvgpu.tma.create.descriptor %tensorB box[%c64, %c64] : memref<*xf16> -> !map
    %s6 = gpu.launch async [%s5] blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%nx = %c128, %ny = %c1, %nz = %c1)
        dynamic_shared_memory_size %sharedBytes {
      %k0 = arith.constant 0 : index
      %k1 = arith.constant 1 : index
      %k64 = arith.constant 64 : index
      %k128 = arith.constant 128 : index
      %k4096 = arith.constant 4096 : index
      %tileBytes = arith.constant 8192 : index
      %bytes = arith.constant 16384 : index
      %ticks = arith.constant 10000000 : index
      %even = arith.constant 0 : i1
      %isFirst = arith.cmpi eq, %tx, %k0 : index
      %memory = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %tileA = memref.view %memory[%k0][] : memref<?xi8, #gpu.address_space<workgroup>> to !tile
      %tileB = memref.view %memory[%tileBytes][]
          : memref<?xi8, #gpu.address_space<workgroup>> to !tile
      %loaded = nvgpu.mbarrier.create -> !barrier
      nvgpu.mbarrier.init %loaded[%k0], %k1, predicate = %isFirst : !barrier
      gpu.barrier
      proton.record start "load"
      scf.if %isFirst {
        nvgpu.mbarrier.arrive.expect_tx %loaded[%k0], %bytes : !barrier
        nvgpu.tma.async.load %mapA[%k0, %k0], %loaded[%k0] to %tileA : !map, !barrier -> !tile
        nvgpu.tma.async.load %mapB[%k0, %k0], %loaded[%k0] to %tileB : !map, !barrier -> !tile
      }
      nvgpu.mbarrier.try_wait.parity %loaded[%k0], %even, %ticks : !barrier
      proton.record end "load"
      proton.record start "multiply"
      %zeros = nvgpu.warpgroup.mma.init.accumulator -> <fragmented = vector<64x64xf32>>
      %left = nvgpu.warpgroup.generate.descriptor %tileA, %mapA : !tile, !map -> !operand
      %right = nvgpu.warpgroup.generate.descriptor %tileB, %mapB : !tile, !map -> !operand
      %sum = nvgpu.warpgroup.mma %left, %right, %zeros {transposeB}
          : <tensor = memref<64x64xf16, 3>>, <tensor = memref<64x64xf16, 3>>,
            <fragmented = vector<64x64xf32>> -> <fragmented = vector<64x64xf32>>
      nvvm.wgmma.wait.group.sync.aligned 0
      proton.record end "multiply"
      %result = memref.get_global @result : memref<64x64xf32, 3>
      nvgpu.warpgroup.mma.store %sum, %result
          : <fragmented = vector<64x64xf32>> to memref<64x64xf32, 3>
      gpu.barrier
      scf.for %i = %tx to %k4096 step %k128 {
        %row = arith.divui %i, %k64 : index
        %column = arith.remui %i, %k64 : index
        %x = memref.load %result[%row, %column] : memref<64x64xf32, 3>
        memref.store %x, %deviceD[%row, %column] : memref<64x64xf32>
      }
      gpu.terminator
    }
    %s7 = gpu.memcpy async [%s6] %d, %deviceD : memref<64x64xf32>, memref<64x64xf32>
    gpu.wait [%s7]

    linalg.matmul ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>)
                  outs(%reference : memref<64x64xf32>)
    %right0 = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %equal = scf.for %i = %c0 to %c64 step %c1 iter_args(%so = %right0) -> (i64) {
      %inRow = scf.for %j = %c0 to %c64 step %c1 iter_args(%far = %so) -> (i64) {
        %x = memref.load %d[%i, %j] : memref<64x64xf32>
        %y = memref.load %reference[%i, %j] : memref<64x64xf32>
        %same = arith.cmpf oeq, %x, %y : f32
        %more = arith.extui %same : i1 to i64
        %next = arith.addi %far, %more : i64
        scf.yield %next : i64
      }
      scf.yield %inRow : i64
    }
    call @printI64(%equal) : (i64) -> ()
    call @printNewline() : () -> ()
    return
  }
}
