// Runs of accesses: what ends one, what is no access, and how they are named.
// RUN: proton-opt %s --proton-mark-access-runs | FileCheck %s

// Two loads together; the second pair needs the first one's result; arithmetic on a loaded value ends a run.
// CHECK-LABEL: gpu.func @runs
// CHECK: proton.record start "load global r.mlir:1-2"
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.addi
// CHECK-NEXT: memref.load
// CHECK-NEXT: proton.record end "load global r.mlir:1-2"
// CHECK-NEXT: arith.index_cast
// CHECK-NEXT: proton.record start "load global r.mlir:3"
// CHECK-NEXT: memref.load
// CHECK-NEXT: proton.record end "load global r.mlir:3"
// CHECK-NEXT: proton.record start "load shared r.mlir:4"
// CHECK-NEXT: memref.load
// CHECK-NEXT: proton.record end "load shared r.mlir:4"
// CHECK-NEXT: proton.record start "store global r.mlir:5"
// CHECK-NEXT: memref.store
// CHECK-NEXT: proton.record end "store global r.mlir:5"
// CHECK-NEXT: proton.record start "atomic global r.mlir:6"
// CHECK-NEXT: memref.atomic_rmw
// CHECK-NEXT: proton.record end "atomic global r.mlir:6"
// CHECK-NEXT: gpu.return

// A barrier and an annotation end a run; private memory is none.
// CHECK-LABEL: gpu.func @ends
// CHECK: proton.record start "load global
// CHECK-NEXT: vector.load
// CHECK-NEXT: proton.record end "load global
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: proton.record start "load global
// CHECK-NEXT: vector.load
// CHECK-NEXT: proton.record end "load global
// CHECK: proton.record start "mine"
// CHECK-NEXT: memref.store
// CHECK-NEXT: memref.load
// CHECK-NEXT: proton.record start "ldmatrix shared
// CHECK-NEXT: nvgpu.ldmatrix
// CHECK-NEXT: proton.record end "ldmatrix shared
// CHECK-NEXT: proton.record end "mine"

// CHECK-LABEL: llvm.func @pointers
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK-NEXT: proton.record start "load r.cu:10"
// CHECK-NEXT: llvm.load
// CHECK-NEXT: proton.record end "load r.cu:10"
// CHECK-NEXT: proton.record start "load global r.cu:11"
// CHECK-NEXT: llvm.load
// CHECK-NEXT: proton.record end "load global r.cu:11"
// CHECK: proton.record start "store shared r.cu:12"
// CHECK-NEXT: llvm.store
// CHECK-NEXT: proton.record end "store shared r.cu:12"
// CHECK-NEXT: proton.record start "atomic global r.cu:13"
// CHECK-NEXT: llvm.atomicrmw
// CHECK-NEXT: proton.record end "atomic global r.cu:13"
// CHECK-NOT: proton.record
gpu.module @m {
  gpu.func @runs(%A: memref<64xi32>, %i: index) workgroup(%s: memref<64xi32, #gpu.address_space<workgroup>>) kernel {
    %c1 = arith.constant 1 : index
    %a = memref.load %A[%i] : memref<64xi32> loc("r.mlir":1:1)
    %j = arith.addi %i, %c1 : index
    %b = memref.load %A[%j] : memref<64xi32> loc("r.mlir":2:1)
    %k = arith.index_cast %b : i32 to index
    %c = memref.load %A[%k] : memref<64xi32> loc("r.mlir":3:1)
    %d = memref.load %s[%k] : memref<64xi32, #gpu.address_space<workgroup>> loc("r.mlir":4:1)
    memref.store %d, %A[%i] : memref<64xi32> loc("r.mlir":5:1)
    %old = memref.atomic_rmw addi %c, %A[%i] : (i32, memref<64xi32>) -> i32 loc("r.mlir":6:1)
    gpu.return
  }
  gpu.func @ends(%A: memref<64xf32>, %i: index)
      workgroup(%s: memref<16x16xf16, #gpu.address_space<workgroup>>)
      private(%p: memref<4xf32, #gpu.address_space<private>>) kernel {
    %a = vector.load %A[%i] : memref<64xf32>, vector<4xf32>
    gpu.barrier
    %b = vector.load %A[%i] : memref<64xf32>, vector<4xf32>
    %x = arith.constant 1.0 : f32
    proton.record start "mine"
    memref.store %x, %p[%i] : memref<4xf32, #gpu.address_space<private>>
    %y = memref.load %p[%i] : memref<4xf32, #gpu.address_space<private>>
    %f = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = false}
        : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
    proton.record end "mine"
    gpu.return
  }
  llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<64 x i32>
  llvm.func @pointers(%generic: !llvm.ptr, %global: !llvm.ptr<1>, %constant: !llvm.ptr<4>) attributes {nvvm.kernel} {
    %one = llvm.mlir.constant(1 : i32) : i32
    %mine = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    %m = llvm.load %mine : !llvm.ptr -> i32
    %a = llvm.load %generic : !llvm.ptr -> i32 loc("r.cu":10:1)
    %b = llvm.load %global : !llvm.ptr<1> -> i32 loc("r.cu":11:1)
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %any = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr
    %at = llvm.getelementptr %any[%a] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    llvm.store %b, %at : i32, !llvm.ptr loc("r.cu":12:1)
    %old = llvm.atomicrmw add %global, %b monotonic : !llvm.ptr<1>, i32 loc("r.cu":13:1)
    %c = llvm.load %constant : !llvm.ptr<4> -> i32
    llvm.return
  }
}
