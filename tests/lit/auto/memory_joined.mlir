// Accesses of a run whose addresses differ by constants have one record: which are joined, and which are not.
// RUN: proton-opt %s --proton-mark-memory="block=64,1,1 join" | FileCheck %s
// RUN: proton-opt %s --proton-mark-memory="block=64,1,1" | FileCheck %s --check-prefix=ALONE
// RUN: proton-opt %s --proton-mark-memory="block=64,1,1 join" --convert-proton-to-proton-gpu | FileCheck %s --check-prefix=STORE
// ALONE-NOT: distance

// Two arrays in turn: each has a record. The operations of what is implied follow that of the record.
// CHECK-LABEL: gpu.func @rows
// CHECK: proton.access <kind = load, space = global, bytes = 4, stride = 4> "load global" at
// CHECK-NEXT: proton.access <kind = load, space = global, bytes = 4, stride = 4, distance = 256> "load global"{{$}}
// CHECK-NEXT: proton.access <kind = load, space = global, bytes = 4, stride = 4, distance = -252> "load global"{{$}}
// CHECK-NEXT: memref.load %arg0
// CHECK: proton.access <kind = load, space = global, bytes = 4, stride = 4> "load global" at
// CHECK-NEXT: proton.access <kind = load, space = global, bytes = 4, stride = 4, distance = 256> "load global"{{$}}
// CHECK-NEXT: memref.load %arg1
// CHECK-NOT: proton.access
// CHECK: gpu.return
// STORE-LABEL: gpu.func @rows
// STORE-SAME: name = "load global", {{[^#]*}}access = <kind = load, space = global, bytes = 4, stride = 4>>,
// STORE-SAME: name = "load global", {{[^#]*}}distance = 256>>,
// STORE-SAME: name = "load global", {{[^#]*}}distance = -252>>,
// STORE-SAME: name = "load global", {{[^#]*}}access = <kind = load, space = global, bytes = 4, stride = 4>>,
// STORE-SAME: name = "load global", {{[^#]*}}distance = 256>>
// STORE: proton_gpu.store memory_access 0 with
// STORE: proton_gpu.store memory_access 3 with
// STORE-NOT: proton_gpu.store
// STORE: gpu.return

// A result that is used, an access of another kind, a record of the user and a barrier end a run.
// CHECK-LABEL: gpu.func @ends
// CHECK-NOT: distance
// CHECK: gpu.return

// An index that was loaded differs by no constant, one of its own row does.
// CHECK-LABEL: gpu.func @unknown
// CHECK: proton.access <kind = load, space = global, bytes = 4> "load global" at
// CHECK-NEXT: proton.access <kind = load, space = global, bytes = 4, distance = 4> "load global"{{$}}
// CHECK-NEXT: memref.load
// CHECK-NOT: distance
// CHECK: gpu.return

// A row of unknown length: along it the distance is known.
// CHECK-LABEL: gpu.func @dynamic
// CHECK: distance = 8
// CHECK-NOT: distance
// CHECK: gpu.return

// Narrow sums are followed if they are marked not to wrap.
// CHECK-LABEL: gpu.func @pointers
// CHECK: proton.access <kind = load, space = global, bytes = 4, stride = 4> "load global" at
// CHECK-NEXT: distance = 128
// CHECK-NEXT: llvm.load
// CHECK: proton.access <kind = load, space = global, bytes = 4{{.*}}> "load global" at
// CHECK-NEXT: llvm.load
// CHECK-NOT: distance
// CHECK: gpu.return

// A union is a sum where the bits are known to be apart: those of 4 times the thread and of 1, not of 5.
// CHECK-LABEL: gpu.func @unions
// CHECK: proton.access <kind = load, space = global, bytes = 4, stride = 16> "load global" at
// CHECK-NEXT: distance = 4>
// CHECK-NEXT: llvm.load
// CHECK-NOT: distance
// CHECK: gpu.return

// Asynchronous copies: of both sides.
// CHECK-LABEL: gpu.func @copies
// CHECK: proton.access <kind = load, space = global, bytes = 16, stride = 16> "load global" at
// CHECK-NEXT: proton.access <kind = load, space = global, bytes = 16, stride = 16, distance = 1024> "load global"{{$}}
// CHECK: proton.access <kind = store, space = shared, bytes = 16, stride = 16> "store shared" at
// CHECK-NEXT: proton.access <kind = store, space = shared, bytes = 16, stride = 16, distance = 1024> "store shared"{{$}}
// CHECK-NEXT: nvgpu.device_async_copy
// CHECK-NOT: proton.access
// CHECK: gpu.return

// Lanes may leave in the assembly of the first: what follows is not of all its lanes.
// CHECK-LABEL: gpu.func @leaves
// CHECK: distance = 64
// CHECK-NOT: distance
// CHECK: gpu.return

gpu.module @m {
  gpu.func @rows(%A: memref<8x64xf32>, %B: memref<8x64xf32>, %C: memref<64xf32>) kernel {
    %x = gpu.thread_id x
    %y = gpu.block_id x
    %c1 = arith.constant 1 : index
    %next = arith.addi %y, %c1 : index
    %before = arith.subi %y, %c1 : index
    %right = arith.addi %x, %c1 : index
    %a0 = memref.load %A[%y, %x] : memref<8x64xf32>
    %b0 = memref.load %B[%y, %x] : memref<8x64xf32>
    %a1 = memref.load %A[%next, %x] : memref<8x64xf32>
    %b1 = memref.load %B[%next, %x] : memref<8x64xf32>
    %a2 = memref.load %A[%before, %right] : memref<8x64xf32>
    gpu.return
  }

  gpu.func @ends(%A: memref<256xf32>) kernel {
    %x = gpu.thread_id x
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %c192 = arith.constant 192 : index
    %i1 = arith.addi %x, %c64 : index
    %i2 = arith.addi %x, %c128 : index
    %i3 = arith.addi %x, %c192 : index
    %a = memref.load %A[%x] : memref<256xf32>
    %twice = arith.addf %a, %a : f32
    %b = memref.load %A[%i1] : memref<256xf32>
    memref.store %twice, %A[%i2] : memref<256xf32>
    proton.record start "user"
    memref.store %b, %A[%i3] : memref<256xf32>
    proton.record end "user"
    gpu.barrier
    memref.store %b, %A[%i1] : memref<256xf32>
    gpu.return
  }

  gpu.func @unknown(%I: memref<64xi32>, %A: memref<4096xf32>) kernel {
    %x = gpu.thread_id x
    %c1 = arith.constant 1 : index
    %n = memref.load %I[%x] : memref<64xi32>
    %i = arith.index_cast %n : i32 to index
    %j = arith.addi %i, %c1 : index
    %a = memref.load %A[%i] : memref<4096xf32>
    %b = memref.load %A[%j] : memref<4096xf32>
    %c = memref.load %A[%x] : memref<4096xf32>
    gpu.return
  }

  gpu.func @dynamic(%A: memref<?x?xf32>) kernel {
    %x = gpu.thread_id x
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %right = arith.addi %x, %c2 : index
    %a = memref.load %A[%c1, %x] : memref<?x?xf32>
    %b = memref.load %A[%c1, %right] : memref<?x?xf32>
    %c = memref.load %A[%c2, %x] : memref<?x?xf32>
    gpu.return
  }

  gpu.func @pointers(%p: !llvm.ptr<1>) kernel {
    %x = nvvm.read.ptx.sreg.tid.x : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %safe = llvm.add %x, %c32 overflow<nsw> : i32
    %wraps = llvm.add %x, %c64 : i32
    %at0 = llvm.getelementptr %p[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %at1 = llvm.getelementptr %p[%safe] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %at2 = llvm.getelementptr %p[%wraps] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = llvm.load %at0 : !llvm.ptr<1> -> f32
    %b = llvm.load %at1 : !llvm.ptr<1> -> f32
    %c = llvm.load %at2 : !llvm.ptr<1> -> f32
    gpu.return
  }

  gpu.func @unions(%p: !llvm.ptr<1>) kernel {
    %x = nvvm.read.ptx.sreg.tid.x : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c5 = llvm.mlir.constant(5 : i32) : i32
    %four = llvm.shl %x, %c2 : i32
    %apart = llvm.or %four, %c1 : i32
    %shared = llvm.or %four, %c5 : i32
    %at0 = llvm.getelementptr %p[%four] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %at1 = llvm.getelementptr %p[%apart] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %at2 = llvm.getelementptr %p[%shared] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = llvm.load %at0 : !llvm.ptr<1> -> f32
    %b = llvm.load %at1 : !llvm.ptr<1> -> f32
    %c = llvm.load %at2 : !llvm.ptr<1> -> f32
    gpu.return
  }

  gpu.func @copies(%A: memref<1024xf32>)
      workgroup(%tile: memref<1024xf32, #gpu.address_space<workgroup>>) kernel {
    %x = gpu.thread_id x
    %c4 = arith.constant 4 : index
    %c256 = arith.constant 256 : index
    %i = arith.muli %x, %c4 : index
    %j = arith.addi %i, %c256 : index
    %first = nvgpu.device_async_copy %A[%i], %tile[%i], 4 {bypassL1} : memref<1024xf32> to memref<1024xf32, #gpu.address_space<workgroup>>
    %second = nvgpu.device_async_copy %A[%j], %tile[%j], 4 {bypassL1} : memref<1024xf32> to memref<1024xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

  gpu.func @leaves(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %last: i1) kernel {
    %c64 = llvm.mlir.constant(64 : i64) : i64
    %p1 = llvm.getelementptr %p[%c64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
    %q1 = llvm.getelementptr %q[%c64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
    %a = llvm.inline_asm has_side_effects asm_dialect = att "ld.global.b32 $0, [$1];", "=r,l" %p : (!llvm.ptr<1>) -> i32
    %b = llvm.inline_asm has_side_effects asm_dialect = att "ld.global.b32 $0, [$1];", "=r,l" %p1 : (!llvm.ptr<1>) -> i32
    %c = llvm.inline_asm has_side_effects asm_dialect = att "ld.global.b32 $0, [$1];\0A@$2 exit;", "=r,l,b" %q, %last : (!llvm.ptr<1>, i1) -> i32
    %d = llvm.inline_asm has_side_effects asm_dialect = att "ld.global.b32 $0, [$1];", "=r,l" %q1 : (!llvm.ptr<1>) -> i32
    gpu.return
  }
}
