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

  gpu.func @view(%shift: index) kernel {
    %x = gpu.thread_id x
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %view = memref.view %bytes[%shift][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
    %half = memref.subview %view[32] [32] [1] : memref<64xf32, #gpu.address_space<workgroup>> to memref<32xf32, strided<[1], offset: 32>, #gpu.address_space<workgroup>>
    %v = memref.load %half[%x] : memref<32xf32, strided<[1], offset: 32>, #gpu.address_space<workgroup>>
    gpu.return
  }
}
