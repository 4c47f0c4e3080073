// Addresses of memref, vector, affine and nvgpu accesses, CTAs of 128 x 2 x 1 threads.
// RUN: proton-opt %s --verify-diagnostics --proton-report-addresses="block=128,2,1"

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  memref.global "private" constant @table : memref<256xf32> = dense<1.0> {alignment = 64}

  gpu.func @elements(%a: memref<64x256xf32> {llvm.align = 16 : i64}, %h: memref<256xf16>, %s: f32) kernel {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %c0 = arith.constant 0 : index
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +4, y +1024, z +0, lane +4; divisible by 4}}
    %row = memref.load %a[%y, %x] : memref<64x256xf32>
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +1024, y +4, z +0, lane +1024; divisible by 4}}
    %column = memref.load %a[%x, %y] : memref<64x256xf32>
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +0, y +1024, z +0, lane +0; divisible by 16}}
    %same = memref.load %a[%y, %c0] : memref<64x256xf32>
    // expected-remark @+1 {{global store of 4 bytes, one address for a warp: x +4, y +0, z +0, lane +4; divisible by 4}}
    memref.store %s, %a[%c0, %x] : memref<64x256xf32>
    // expected-remark @+1 {{global load of 2 bytes, one address for a warp: x +2, y +0, z +0, lane +2; divisible by 2}}
    %half = memref.load %h[%x] : memref<256xf16>
    // expected-remark @+1 {{global atomic access of 4 bytes, one address for a warp: x +4, y +0, z +0, lane +4; divisible by 4}}
    %sum = memref.atomic_rmw addf %s, %a[%c0, %x] : (f32, memref<64x256xf32>) -> f32
    %global = memref.get_global @table : memref<256xf32>
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +4, y +0, z +0, lane +4; divisible by 4}}
    %t = memref.load %global[%x] : memref<256xf32>
    gpu.return
  }

  gpu.func @vectors(%a: memref<64x256xf32>, %v4: memref<64xvector<4xf32>>, %strided: memref<64x64xf32, strided<[128, 2]>>) kernel {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %f0 = arith.constant 0.0 : f32
    %x4 = arith.muli %x, %c4 : index
    // expected-remark @+1 {{global load of 16 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 4}}
    %v = vector.load %a[%c0, %x4] : memref<64x256xf32>, vector<4xf32>
    // expected-remark @+1 {{global store of 16 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 4}}
    vector.store %v, %a[%c0, %x4] : memref<64x256xf32>, vector<4xf32>
    // expected-remark @+1 {{global load of 16 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 16}}
    %e = memref.load %v4[%x] : memref<64xvector<4xf32>>
    // expected-remark @+1 {{global load of 16 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 4}}
    %t = vector.transfer_read %a[%c0, %x4], %f0 {in_bounds = [true]} : memref<64x256xf32>, vector<4xf32>
    // expected-remark @+1 {{global store of 16 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 4}}
    vector.transfer_write %t, %a[%c0, %x4] {in_bounds = [true]} : vector<4xf32>, memref<64x256xf32>
    // How many of the elements are read is not known here.
    // expected-remark @+1 {{global load of unknown width, an address for each lane: x +16, y +0, z +0, lane +16; divisible by 4}}
    %p = vector.transfer_read %a[%c0, %x4], %f0 : memref<64x256xf32>, vector<4xf32>
    // Two rows are two pieces, and so are elements with gaps.
    // expected-remark @+1 {{global load of unknown width, an address for each lane: x +16, y +0, z +0, lane +16; divisible by 4}}
    %q = vector.transfer_read %a[%c0, %x4], %f0 {in_bounds = [true, true]} : memref<64x256xf32>, vector<2x4xf32>
    // expected-remark @+1 {{global load of unknown width, an address for each lane: x +32, y +0, z +0, lane +32; divisible by 4}}
    %g = vector.transfer_read %strided[%c0, %x4], %f0 {in_bounds = [true]} : memref<64x64xf32, strided<[128, 2]>>, vector<4xf32>
    gpu.return
  }

  gpu.func @affine(%a: memref<64x256xf32>) kernel {
    affine.for %i = 0 to 64 {
      // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +0, y +0, z +0, lane +0; divisible by 4}}
      %v = affine.load %a[%i, 2 * %i + 1] : memref<64x256xf32>
      // expected-remark @+1 {{global store of 4 bytes, one address for a warp: x +0, y +0, z +0, lane +0; divisible by 4}}
      affine.store %v, %a[%i, 0] : memref<64x256xf32>
    }
    gpu.return
  }

  gpu.func @copies(%a: memref<64x256xf32>, %n: index)
      workgroup(%tile: memref<256xf32, #shared>) private(%own: memref<4xf32, #gpu.address_space<private>>) kernel {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %x4 = arith.muli %x, %c4 : index
    // expected-remark @+2 {{global load of 16 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 4}}
    // expected-remark @+1 {{shared store of 16 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 16}}
    %token = nvgpu.device_async_copy %a[%c0, %x4], %tile[%x4], 4 {bypassL1} : memref<64x256xf32> to memref<256xf32, #shared>
    // expected-remark @+2 {{global load of unknown width, an address for each lane: x +16, y +0, z +0, lane +16; divisible by 4}}
    // expected-remark @+1 {{shared store of 16 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 16}}
    %part = nvgpu.device_async_copy %a[%c0, %x4], %tile[%x4], 4, %n : memref<64x256xf32> to memref<256xf32, #shared>
    // expected-remark @+1 {{shared load of 4 bytes, one address for a warp: x +4, y +0, z +0, lane +4; divisible by 4}}
    %v = memref.load %tile[%x] : memref<256xf32, #shared>
    // Each thread has its own memory of that name.
    // expected-remark @+1 {{local store of 4 bytes, an address for each lane: x unknown, y unknown, z +0, lane unknown; divisible by 1}}
    memref.store %v, %own[%c0] : memref<4xf32, #gpu.address_space<private>>
    %stack = memref.alloca() : memref<4xf32>
    // expected-remark @+1 {{local store of 4 bytes, an address for each lane: x unknown, y unknown, z +0, lane unknown; divisible by 1}}
    memref.store %v, %stack[%c0] : memref<4xf32>
    %dynamic = gpu.dynamic_shared_memory : memref<?xi8, #shared>
    %offset = memref.view %dynamic[%x4][] : memref<?xi8, #shared> to memref<1xf32, #shared>
    // expected-remark @+1 {{shared store of 4 bytes, one address for a warp: x +4, y +0, z +0, lane +4; divisible by 1}}
    memref.store %v, %offset[%c0] : memref<1xf32, #shared>
    gpu.return
  }

  gpu.func @views(%a: memref<64x256xf32>, %d: memref<?x?xf32>, %n: index) kernel {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tile = memref.subview %a[%y, 16] [8, 64] [1, 1] : memref<64x256xf32> to memref<8x64xf32, strided<[256, 1], offset: ?>>
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +4, y +1024, z +0, lane +4; divisible by 4}}
    %v = memref.load %tile[%c0, %x] : memref<8x64xf32, strided<[256, 1], offset: ?>>
    %mine = memref.subview %a[%x, 0] [1, 256] [1, 1] : memref<64x256xf32> to memref<1x256xf32, strided<[256, 1], offset: ?>>
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +1024, y +0, z +0, lane +1024; divisible by 4}}
    %w = memref.load %mine[%c0, %c0] : memref<1x256xf32, strided<[256, 1], offset: ?>>
    %flat = memref.collapse_shape %a [[0, 1]] : memref<64x256xf32> into memref<16384xf32>
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +4, y +0, z +0, lane +4; divisible by 4}}
    %f = memref.load %flat[%x] : memref<16384xf32>
    %every = memref.reinterpret_cast %a to offset: [%x], sizes: [64], strides: [2] : memref<64x256xf32> to memref<64xf32, strided<[2], offset: ?>>
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +4, y +0, z +0, lane +4; divisible by 4}}
    %e = memref.load %every[%c1] : memref<64xf32, strided<[2], offset: ?>>
    // The pitch of a dynamic memref is the same for all threads if it is the kernel's argument.
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x affine, y +0, z +0, lane affine; divisible by 4}}
    %r = memref.load %d[%x, %c0] : memref<?x?xf32>
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +4, y +0, z +0, lane +4; divisible by 4}}
    %i = memref.load %d[%c0, %x] : memref<?x?xf32>
    %size = memref.dim %d, %c1 : memref<?x?xf32>
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +0, y +0, z +0, lane +0; divisible by 4}}
    %s = memref.load %a[%c0, %size] : memref<64x256xf32>
    // It is not if each thread cut its own piece.
    %cut = memref.subview %d[0, 0] [4, %x] [1, 1] : memref<?x?xf32> to memref<4x?xf32, strided<[?, 1]>>
    %width = memref.dim %cut, %c1 : memref<4x?xf32, strided<[?, 1]>>
    // expected-remark @+1 {{global load of 4 bytes, an address for each lane: x unknown, y unknown, z +0, lane unknown; divisible by 4}}
    %u = memref.load %a[%c0, %width] : memref<64x256xf32>
    gpu.return
  }

  // Columns swizzled by row. A tile of 33 x 33 may begin anywhere in a row of the banks, so carries are possible.
  gpu.func @swizzled(%v: f32) workgroup(%tile: memref<32x32xf32, #shared>, %odd: memref<33x33xf32, #shared>) kernel {
    %x = gpu.thread_id x
    %c31 = arith.constant 31 : index
    %lane = arith.andi %x, %c31 : index
    %row = gpu.subgroup_id : index
    %column = arith.xori %lane, %row : index
    // expected-remark @+1 {{shared store of 4 bytes, one address for a warp: x unknown, y unknown, z +0, lane unknown; divisible by 4, lanes by xor 4 8 16 32 64}}
    memref.store %v, %tile[%row, %column] : memref<32x32xf32, #shared>
    // expected-remark @+1 {{shared store of 4 bytes, one address for a warp: x unknown, y unknown, z +0, lane unknown; divisible by 4, lanes by xor 4 8 16 32 64 +128}}
    memref.store %v, %tile[%lane, %column] : memref<32x32xf32, #shared>
    // expected-remark @+1 {{shared store of 4 bytes, an address for each lane: x unknown, y unknown, z +0, lane unknown; divisible by 4}}
    memref.store %v, %odd[%row, %column] : memref<33x33xf32, #shared>
    gpu.return
  }
}
