// Addresses of accesses: which form they take, what they are called, and what is left out.
// RUN: proton-opt %s --proton-mark-memory="block=64,2,1" --verify-diagnostics | FileCheck %s
// RUN: proton-opt %s --proton-mark-memory="block=64,2,1 lanes-per-warp=64" --verify-diagnostics | FileCheck %s --check-prefix=WAVE
// RUN: proton-opt %s --proton-mark-memory="block=64,2,1" --convert-proton-to-proton-gpu --verify-diagnostics | FileCheck %s --check-prefix=STORE

// Neighbouring lanes read neighbouring elements; the row is the same for all of them.
// CHECK-LABEL: gpu.func @row
// CHECK: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %arg0
// CHECK: %[[ADDRESS:.*]] = arith.addi %[[BASE]]
// CHECK: %[[NUMBER:.*]] = arith.index_cast %[[ADDRESS]] : index to i64
// CHECK: proton.access <kind = load, space = global, bytes = 4, stride = 4> "load global" at %[[NUMBER]]
// CHECK-NEXT: memref.load
// CHECK: proton.access <kind = store, space = shared, bytes = 4, stride = 256> "store shared"
// CHECK-NEXT: memref.store
// WAVE-LABEL: gpu.func @row
// WAVE: proton.access <kind = load, space = global, bytes = 4, stride = 4>
// STORE-LABEL: gpu.func @row
// STORE-SAME: #proton_gpu.operation<kind = memory_access, name = "load global"
// STORE-SAME: access = <kind = load, space = global, bytes = 4, stride = 4>
// STORE: %[[AT:.*]] = arith.index_cast
// STORE: %[[T:.*]] = proton_gpu.read_counter : i32
// STORE-NEXT: proton_gpu.store memory_access 0 with %[[AT]] : i64 stride 4, %[[T]] to
// STORE: proton_gpu.store memory_access 1 with %{{.*}} : i64 {{.*}}shared, %{{.*}} to

// An index that was loaded: every lane has its own address.
// CHECK-LABEL: gpu.func @indirect
// CHECK: proton.access <kind = load, space = global, bytes = 4, stride = 4> "load global"
// CHECK: proton.access <kind = load, space = global, bytes = 4> "load global"
// CHECK: proton.access <kind = atomic, space = global, bytes = 4> "atomic global"
// STORE-LABEL: gpu.func @indirect
// STORE: proton_gpu.store memory_access 1 with %{{.*}} : i64 each 1, %{{.*}} to

// A vector of 4; private memory is none; a masked transfer has no length that is known.
// CHECK-LABEL: gpu.func @kinds
// CHECK: proton.access <kind = load, space = global, bytes = 16, stride = 16>
// CHECK-NEXT: vector.load
// CHECK-NOT: proton.access
// CHECK: gpu.return

// Columns that are swizzled by row: one lane's address tells those of all, of a row and of a column. Warps of 64 lanes
// tell every one. A tile whose length says nothing of where it begins does so, too.
// CHECK-LABEL: gpu.func @swizzled
// CHECK: proton.access <kind = store, space = shared, bytes = 4, xors = [4, 8, 16, 32, 64]> "store shared"
// CHECK: proton.access <kind = load, space = shared, bytes = 4, stride = 128, xors = [4, 8, 16, 32, 64]> "load shared"
// CHECK: proton.access <kind = store, space = shared, bytes = 4> "store shared"
// WAVE-LABEL: gpu.func @swizzled
// WAVE-NOT: xors
// STORE-LABEL: gpu.func @swizzled
// STORE: proton_gpu.store memory_access 0 with %{{.*}} : i64 {{.*}}shared, %{{.*}} to
// STORE: proton_gpu.store memory_access 1 with %{{.*}} : i64 {{.*}}shared, %{{.*}} to
// STORE: proton_gpu.store memory_access 2 with %{{.*}} : i64 each 1 shared, %{{.*}} to

// Swizzled and padded rows at any address: the threads' offsets lead from one address to all of the warp, also if some lanes do
// not make the access. Groups of lanes of one row keep one address each.
// CHECK-LABEL: gpu.func @offsets
// CHECK: proton.access <kind = load, space = shared, bytes = 4, offsets = <rule = xor, bits = [16, 32, 64, 144, 288, 576]>> "load shared"
// CHECK: proton.access <kind = store, space = shared, bytes = 16, offsets = <rule = sum, bits = [16, 32, 64, 272, 544]>> "store shared" at %{{.*}} by %arg3
// CHECK: proton.access <kind = load, space = global, bytes = 16, stride = 16, group = 8> "load global" at %{{.*}} by %arg3
// WAVE-LABEL: gpu.func @offsets
// WAVE-NOT: offsets =
// STORE-LABEL: gpu.func @offsets
// STORE: proton_gpu.store memory_access 0 with %{{.*}} : i64 offsets <rule = xor, {{.*}}> shared, %{{.*}} to
// STORE: proton_gpu.store memory_access 1 with %{{.*}} : i64 by %arg3 offsets <rule = sum, {{.*}}> shared, %{{.*}} to
// STORE: proton_gpu.store memory_access 2 with %{{.*}} : i64 by %arg3 each 8 stride 16, %{{.*}} to

// A view of bytes begins where its shift says, also behind a subview of it.
// CHECK-LABEL: gpu.func @view
// CHECK: %[[BYTES:.*]] = gpu.dynamic_shared_memory
// CHECK: %[[SHIFTED:.*]] = memref.extract_aligned_pointer_as_index %[[BYTES]]
// CHECK-NEXT: %[[AT:.*]] = arith.addi %[[SHIFTED]], %arg0
// CHECK-NEXT: arith.addi %[[AT]]

gpu.module @m {
  gpu.func @row(%A: memref<8x64xf32>) workgroup(%tile: memref<64x64xf32, #gpu.address_space<workgroup>>) kernel {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %v = memref.load %A[%y, %x] : memref<8x64xf32>
    memref.store %v, %tile[%x, %y] : memref<64x64xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

  gpu.func @indirect(%A: memref<64xi32>, %B: memref<64xi32>) kernel {
    %x = gpu.thread_id x
    %i = memref.load %A[%x] : memref<64xi32>
    %at = arith.index_cast %i : i32 to index
    %v = memref.load %B[%at] : memref<64xi32>
    %old = memref.atomic_rmw addi %v, %B[%at] : (i32, memref<64xi32>) -> i32
    gpu.return
  }

  gpu.func @kinds(%A: memref<256xf32>, %mask: vector<4xi1>) private(%mine: memref<4xf32, #gpu.address_space<private>>) kernel {
    %x = gpu.thread_id x
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f32
    %at = arith.muli %x, %c4 : index
    %v = vector.load %A[%at] : memref<256xf32>, vector<4xf32>
    memref.store %zero, %mine[%x] : memref<4xf32, #gpu.address_space<private>>
    // expected-warning@below {{mode 'memory' leaves this access out: the number of bytes that it accesses is unknown here}}
    %w = vector.transfer_read %A[%at], %zero, %mask : memref<256xf32>, vector<4xf32>
    gpu.return
  }

  gpu.func @swizzled(%v: f32)
      workgroup(%tile: memref<32x32xf32, #gpu.address_space<workgroup>>, %odd: memref<33x33xf32, #gpu.address_space<workgroup>>) kernel {
    %x = gpu.thread_id x
    %c31 = arith.constant 31 : index
    %lane = arith.andi %x, %c31 : index
    %row = gpu.subgroup_id : index
    %column = arith.xori %lane, %row : index
    memref.store %v, %tile[%row, %column] : memref<32x32xf32, #gpu.address_space<workgroup>>
    %w = memref.load %tile[%lane, %column] : memref<32x32xf32, #gpu.address_space<workgroup>>
    memref.store %w, %odd[%row, %column] : memref<33x33xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

  gpu.func @offsets(%S: !llvm.ptr<3>, %A: !llvm.ptr<1>, %pitch: i32, %p: i1) kernel {
    %x = nvvm.read.ptx.sreg.tid.x : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c7 = llvm.mlir.constant(7 : i32) : i32
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c272 = llvm.mlir.constant(272 : i32) : i32
    %row = llvm.lshr %x, %c3 : i32
    %column = llvm.and %x, %c7 : i32
    %mixed = llvm.xor %column, %row : i32
    %in = llvm.mul %mixed, %c16 : i32
    %begin = llvm.mul %row, %c128 : i32
    %at = llvm.add %begin, %in : i32
    %swizzled = llvm.getelementptr %S[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %v = llvm.load %swizzled : !llvm.ptr<3> -> f32
    %padding = llvm.mul %row, %c272 : i32
    %linear = llvm.mul %column, %c16 : i32
    %to = llvm.add %padding, %linear : i32
    %padded = llvm.getelementptr %S[%to] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    llvm.inline_asm has_side_effects "@$1 st.shared.v4.b32 [ $0 + 0 ], { $2, $2, $2, $2 };", "r,b,r" %padded, %p, %x : (!llvm.ptr<3>, i1, i32) -> ()
    %far = llvm.mul %row, %pitch : i32
    %wide = llvm.sext %far : i32 to i64
    %rows = llvm.getelementptr %A[%wide] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
    %columns = llvm.zext %linear : i32 to i64
    %of = llvm.getelementptr %rows[%columns] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
    %w = llvm.inline_asm has_side_effects "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09@$5 ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l,b" %of, %p : (!llvm.ptr<1>, i1) -> !llvm.struct<(i32, i32, i32, i32)>
    gpu.return
  }

  gpu.func @view(%shift: index) kernel {
    %x = gpu.thread_id x
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %view = memref.view %bytes[%shift][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
    %half = memref.subview %view[32] [32] [1] : memref<64xf32, #gpu.address_space<workgroup>> to memref<32xf32, strided<[1], offset: 32>, #gpu.address_space<workgroup>>
    %v = memref.load %half[%x] : memref<32xf32, strided<[1], offset: 32>, #gpu.address_space<workgroup>>
    gpu.return
  }
}
