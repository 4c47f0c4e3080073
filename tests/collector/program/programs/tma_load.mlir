// Boxes that the tensor memory accelerator copies to shared memory, with each swizzle. Every 16 bytes
// of the source hold the number of their place; what is printed is shared memory as it lies there,
// 128 bytes a row. (nvgpu wants 128 bytes of the last dimension of any swizzled tile; the boxes of the
// narrower swizzles are smaller.)
!barrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!plain = !nvgpu.tensormap.descriptor<tensor = memref<8x32xf32, 3>, swizzle = none,
    l2promo = none, oob = zero, interleave = none>
!swizzled32 = !nvgpu.tensormap.descriptor<tensor = memref<8x32xf32, 3>, swizzle = swizzle_32b,
    l2promo = l2promo_64b, oob = zero, interleave = none>
!swizzled64 = !nvgpu.tensormap.descriptor<tensor = memref<8x32xf32, 3>, swizzle = swizzle_64b,
    l2promo = l2promo_128b, oob = zero, interleave = none>
!swizzled128 = !nvgpu.tensormap.descriptor<tensor = memref<8x32xf32, 3>, swizzle = swizzle_128b,
    l2promo = l2promo_256b, oob = nan, interleave = none>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global "private" @tile : memref<8x32xf32, 3>

    gpu.func @load(%map: !plain, %row: index, %out: memref<8x32xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %bytes = arith.constant 1024 : index
      %ticks = arith.constant 10000000 : index
      %even = arith.constant 0 : i1
      %t = gpu.thread_id x
      %isFirst = arith.cmpi eq, %t, %c0 : index
      %tile = memref.get_global @tile : memref<8x32xf32, 3>
      %arrived = nvgpu.mbarrier.create -> !barrier
      nvgpu.mbarrier.init %arrived[%c0], %c1, predicate = %isFirst : !barrier
      gpu.barrier
      proton.record start "load"
      scf.if %isFirst {
        nvgpu.tma.prefetch.descriptor %map : !plain
        nvgpu.mbarrier.arrive.expect_tx %arrived[%c0], %bytes : !barrier
        nvgpu.tma.async.load %map[%c0, %row], %arrived[%c0] to %tile
            : !plain, !barrier -> memref<8x32xf32, 3>
      }
      nvgpu.mbarrier.try_wait.parity %arrived[%c0], %even, %ticks : !barrier
      proton.record end "load"
      scf.for %r = %c0 to %c8 step %c1 {
        %x = memref.load %tile[%r, %t] : memref<8x32xf32, 3>
        memref.store %x, %out[%r, %t] : memref<8x32xf32>
      }
      gpu.return
    }

    gpu.func @load32(%map: !swizzled32, %out: memref<2x32xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %bytes = arith.constant 256 : index
      %ticks = arith.constant 10000000 : index
      %even = arith.constant 0 : i1
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %sum = arith.addi %tx, %ty : index
      %isFirst = arith.cmpi eq, %sum, %c0 : index
      %tile = memref.get_global @tile : memref<8x32xf32, 3>
      %arrived = nvgpu.mbarrier.create -> !barrier
      nvgpu.mbarrier.init %arrived[%c0], %c1, predicate = %isFirst : !barrier
      gpu.barrier
      proton.record start "load"
      scf.if %isFirst {
        nvgpu.mbarrier.arrive.expect_tx %arrived[%c0], %bytes : !barrier
        nvgpu.tma.async.load %map[%c0, %c0], %arrived[%c0] to %tile
            : !swizzled32, !barrier -> memref<8x32xf32, 3>
      }
      nvgpu.mbarrier.try_wait.parity %arrived[%c0], %even, %ticks : !barrier
      proton.record end "load"
      %x = memref.load %tile[%ty, %tx] : memref<8x32xf32, 3>
      memref.store %x, %out[%ty, %tx] : memref<2x32xf32>
      gpu.return
    }

    gpu.func @load64(%map: !swizzled64, %out: memref<4x32xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %bytes = arith.constant 512 : index
      %ticks = arith.constant 10000000 : index
      %even = arith.constant 0 : i1
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %sum = arith.addi %tx, %ty : index
      %isFirst = arith.cmpi eq, %sum, %c0 : index
      %tile = memref.get_global @tile : memref<8x32xf32, 3>
      %arrived = nvgpu.mbarrier.create -> !barrier
      nvgpu.mbarrier.init %arrived[%c0], %c1, predicate = %isFirst : !barrier
      gpu.barrier
      proton.record start "load"
      scf.if %isFirst {
        nvgpu.mbarrier.arrive.expect_tx %arrived[%c0], %bytes : !barrier
        nvgpu.tma.async.load %map[%c0, %c0], %arrived[%c0] to %tile
            : !swizzled64, !barrier -> memref<8x32xf32, 3>
      }
      nvgpu.mbarrier.try_wait.parity %arrived[%c0], %even, %ticks : !barrier
      proton.record end "load"
      %x = memref.load %tile[%ty, %tx] : memref<8x32xf32, 3>
      memref.store %x, %out[%ty, %tx] : memref<4x32xf32>
      gpu.return
    }

    gpu.func @load128(%map: !swizzled128, %out: memref<8x32xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %bytes = arith.constant 1024 : index
      %ticks = arith.constant 10000000 : index
      %even = arith.constant 0 : i1
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %sum = arith.addi %tx, %ty : index
      %isFirst = arith.cmpi eq, %sum, %c0 : index
      %tile = memref.get_global @tile : memref<8x32xf32, 3>
      %arrived = nvgpu.mbarrier.create -> !barrier
      nvgpu.mbarrier.init %arrived[%c0], %c1, predicate = %isFirst : !barrier
      gpu.barrier
      proton.record start "load"
      scf.if %isFirst {
        nvgpu.mbarrier.arrive.expect_tx %arrived[%c0], %bytes : !barrier
        nvgpu.tma.async.load %map[%c0, %c0], %arrived[%c0] to %tile
            : !swizzled128, !barrier -> memref<8x32xf32, 3>
      }
      nvgpu.mbarrier.try_wait.parity %arrived[%c0], %even, %ticks : !barrier
      proton.record end "load"
      %x = memref.load %tile[%ty, %tx] : memref<8x32xf32, 3>
      memref.store %x, %out[%ty, %tx] : memref<8x32xf32>
      gpu.return
    }
  }

  func.func private @printMemrefF32(memref<*xf32>)

  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %source = memref.alloc() : memref<8x32xf32>
    scf.for %r = %c0 to %c8 step %c1 {
      scf.for %c = %c0 to %c32 step %c1 {
        %row = arith.muli %r, %c8 : index
        %piece = arith.divui %c, %c4 : index
        %place = arith.addi %row, %piece : index
        %number = arith.index_cast %place : index to i32
        %real = arith.sitofp %number : i32 to f32
        memref.store %real, %source[%r, %c] : memref<8x32xf32>
      }
    }
    %s0 = gpu.wait async
    %device, %s1 = gpu.alloc async [%s0] () : memref<8x32xf32>
    %out, %s2 = gpu.alloc async [%s1] () : memref<8x32xf32>
    %out32, %s3 = gpu.alloc async [%s2] () : memref<2x32xf32>
    %out64, %s4 = gpu.alloc async [%s3] () : memref<4x32xf32>
    %out128, %s5 = gpu.alloc async [%s4] () : memref<8x32xf32>
    %s6 = gpu.memcpy async [%s5] %device, %source : memref<8x32xf32>, memref<8x32xf32>
    %tensor = memref.cast %device : memref<8x32xf32> to memref<*xf32>
    %map = nvgpu.tma.create.descriptor %tensor box[%c8, %c32] : memref<*xf32> -> !plain
    %map32 = nvgpu.tma.create.descriptor %tensor box[%c8, %c8] : memref<*xf32> -> !swizzled32
    %map64 = nvgpu.tma.create.descriptor %tensor box[%c8, %c16] : memref<*xf32> -> !swizzled64
    %map128 = nvgpu.tma.create.descriptor %tensor box[%c8, %c32] : memref<*xf32> -> !swizzled128
    // From row 6 on: the last six rows of the box lie outside of the tensor and read as zeros.
    %s7 = gpu.launch_func async [%s6] @kernels::@load blocks in (%c1, %c1, %c1)
        threads in (%c32, %c1, %c1) args(%map : !plain, %c6 : index, %out : memref<8x32xf32>)
    %s8 = gpu.launch_func async [%s7] @kernels::@load32 blocks in (%c1, %c1, %c1)
        threads in (%c32, %c2, %c1) args(%map32 : !swizzled32, %out32 : memref<2x32xf32>)
    %s9 = gpu.launch_func async [%s8] @kernels::@load64 blocks in (%c1, %c1, %c1)
        threads in (%c32, %c4, %c1) args(%map64 : !swizzled64, %out64 : memref<4x32xf32>)
    %s10 = gpu.launch_func async [%s9] @kernels::@load128 blocks in (%c1, %c1, %c1)
        threads in (%c32, %c8, %c1) args(%map128 : !swizzled128, %out128 : memref<8x32xf32>)
    %host = memref.alloc() : memref<8x32xf32>
    %host32 = memref.alloc() : memref<2x32xf32>
    %host64 = memref.alloc() : memref<4x32xf32>
    %host128 = memref.alloc() : memref<8x32xf32>
    %s11 = gpu.memcpy async [%s10] %host, %out : memref<8x32xf32>, memref<8x32xf32>
    %s12 = gpu.memcpy async [%s11] %host32, %out32 : memref<2x32xf32>, memref<2x32xf32>
    %s13 = gpu.memcpy async [%s12] %host64, %out64 : memref<4x32xf32>, memref<4x32xf32>
    %s14 = gpu.memcpy async [%s13] %host128, %out128 : memref<8x32xf32>, memref<8x32xf32>
    gpu.wait [%s14]
    %view = memref.cast %host : memref<8x32xf32> to memref<*xf32>
    call @printMemrefF32(%view) : (memref<*xf32>) -> ()
    %view32 = memref.cast %host32 : memref<2x32xf32> to memref<*xf32>
    call @printMemrefF32(%view32) : (memref<*xf32>) -> ()
    %view64 = memref.cast %host64 : memref<4x32xf32> to memref<*xf32>
    call @printMemrefF32(%view64) : (memref<*xf32>) -> ()
    %view128 = memref.cast %host128 : memref<8x32xf32> to memref<*xf32>
    call @printMemrefF32(%view128) : (memref<*xf32>) -> ()
    return
  }
}
