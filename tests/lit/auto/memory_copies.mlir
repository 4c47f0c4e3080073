// Bulk and tensor copies: what a record of them says, and which are left out.
// RUN: proton-opt %s --proton-mark-memory="block=64,1,1" --verify-diagnostics | FileCheck %s
// RUN: proton-opt %s --proton-mark-memory="block=64,1,1" --convert-proton-to-proton-gpu --verify-diagnostics | FileCheck %s --check-prefix=STORE

// The descriptor of nvgpu: place in shared memory, coordinates, predicate. %B is argument 1.
// CHECK-LABEL: gpu.func @nvgpu
// CHECK-SAME: , %[[FIRST:[^:]*]]: i1
// CHECK: %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index
// CHECK: %[[SUM:.*]] = arith.addi %[[POINTER]]
// CHECK: %[[TILE:.*]] = arith.index_cast %[[SUM]] : index to i64
// CHECK: %[[X:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: %[[Y:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: proton.access <kind = bulk_load, space = global, bytes = 1, tensor_map = 1> "load global" at %[[TILE]], %[[X]], %[[Y]] by %[[FIRST]]
// CHECK-NEXT: nvgpu.tma.async.load
// CHECK: proton.access <kind = bulk_store, space = global, bytes = 1, tensor_map = 0> "store global" at %{{.*}}, %{{.*}}, %{{[^ ]*$}}
// CHECK-NEXT: nvgpu.tma.async.store
// STORE-LABEL: gpu.func @nvgpu
// STORE: proton_gpu.store memory_access 0 with %{{.*}} : i64 and[%{{.*}}, %{{.*}}] by %{{.*}} shared, %{{.*}} to
// STORE: proton_gpu.store memory_access 1 with %{{.*}} : i64 and[%{{.*}}, %{{.*}}] shared, %{{.*}} to

// CHECK-LABEL: gpu.func @nvvm
// CHECK: %[[SHARED:.*]] = llvm.ptrtoint
// CHECK: %[[I:.*]] = llvm.sext %{{.*}} : i32 to i64
// CHECK: proton.access <kind = bulk_load, space = global, bytes = 1, tensor_map = 0> "load global" at %[[SHARED]], %[[I]] by
// CHECK: proton.access <kind = bulk_store, space = global, bytes = 1, tensor_map = 0>

// A function gets the map from its callers: argument 2 of the kernel in all calls.
// CHECK-LABEL: func.func @inner
// CHECK: proton.access <kind = bulk_load, space = global, bytes = 1, tensor_map = 2>

// A predicate that the text compares with 0, numbers in it, bytes that are known and not.
// CHECK-LABEL: gpu.func @text
// CHECK: %[[HOLDS:.*]] = llvm.icmp "ne" %{{.*}}, %{{.*}} : i32
// CHECK: proton.access <kind = bulk_load, space = global, bytes = 1, tensor_map = 0> "load global" at %{{.*}}, %{{.*}}, %{{.*}} by %[[HOLDS]]
// CHECK: proton.access <kind = bulk_load, space = global, bytes = 256> "load global" at %{{.*}}, %{{[^ ]*$}}
// CHECK: proton.access <kind = bulk_store, space = global, bytes = 1> "store global" at %{{.*}}, %{{.*}}, %{{[^ ]*$}}

// CHECK-LABEL: gpu.func @intrinsics
// CHECK: proton.access <kind = bulk_load, space = global, bytes = 1, tensor_map = 0> "load global" at %{{.*}}, %{{.*}}, %{{.*}}, %{{[^ ]*$}}
// CHECK: proton.access <kind = bulk_load, space = global, bytes = 512>

// CHECK-LABEL: gpu.func @leftOut
// CHECK-NOT: kind = bulk
// CHECK: gpu.return

!tile = memref<64x64xf16, #gpu.address_space<workgroup>>
!map = !nvgpu.tensormap.descriptor<tensor = !tile, swizzle = none, l2promo = none, oob = zero, interleave = none>
!barriers = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 1>

gpu.module @m {
  gpu.func @nvgpu(%A: !map, %B: !map, %x: index, %y: index, %first: i1) workgroup(%a: !tile) kernel {
    %c0 = arith.constant 0 : index
    %b = nvgpu.mbarrier.create -> !barriers
    nvgpu.tma.async.load %B[%x, %y], %b[%c0] to %a, predicate = %first : !map, !barriers -> !tile
    nvgpu.tma.async.store %a to %A[%y, %x] : !tile -> !map
    gpu.return
  }

  gpu.func @nvvm(%m: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64}, %s: !llvm.ptr<3>, %b: !llvm.ptr<3>, %x: i32, %p: i1) kernel {
    nvvm.cp.async.bulk.tensor.shared.cluster.global %s, %m, %b, box[%x] predicate = %p : !llvm.ptr<3>, !llvm.ptr
    nvvm.cp.async.bulk.tensor.global.shared.cta %m, %s, box[%x], predicate = %p : !llvm.ptr, !llvm.ptr<3>, i32, i1
    gpu.return
  }

  func.func @inner(%map: !map, %a: !tile, %b: !barriers, %x: index) {
    nvgpu.tma.async.load %map[%x, %x], %b[%x] to %a : !map, !barriers -> !tile
    return
  }
  gpu.func @caller(%x: index, %y: index, %A: !map) workgroup(%a: !tile) kernel {
    %b = nvgpu.mbarrier.create -> !barriers
    func.call @inner(%A, %a, %b, %x) : (!map, !tile, !barriers, index) -> ()
    func.call @inner(%A, %a, %b, %y) : (!map, !tile, !barriers, index) -> ()
    gpu.return
  }

  gpu.func @text(%m: !llvm.ptr, %s: i32, %b: i32, %x: i32, %leader: i32, %A: !llvm.ptr<1>, %n: i32) kernel {
    llvm.inline_asm has_side_effects "{\0A.reg .pred leader;\0Asetp.ne.u32 leader, $4, 0;\0A@leader cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, 64}], [$3];\0A}", "r,l,r,r,r,~{memory}" %s, %m, %x, %b, %leader : (i32, !llvm.ptr, i32, i32, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0+16], [$1], 256, [$2];", "r,l,r,~{memory}" %s, %A, %b : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], $2;", "l,r,r,~{memory}" %A, %s, %n : (!llvm.ptr<1>, i32, i32) -> ()
    gpu.return
  }

  llvm.func @llvm.nvvm.cp.async.bulk.global.to.shared.cluster(!llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr<1>, i32, i16, i64, i1, i1)
  gpu.func @intrinsics(%m: !llvm.ptr, %s: !llvm.ptr<3>, %b: !llvm.ptr<3>, %A: !llvm.ptr<1>, %x: i32) kernel {
    %mask = llvm.mlir.constant(0 : i16) : i16
    %hint = llvm.mlir.constant(0 : i64) : i64
    %no = llvm.mlir.constant(false) : i1
    %bytes = llvm.mlir.constant(512 : i32) : i32
    llvm.call_intrinsic "llvm.nvvm.cp.async.bulk.tensor.g2s.tile.3d"(%s, %b, %m, %x, %x, %x, %mask, %hint, %no, %no) : (!llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr, i32, i32, i32, i16, i64, i1, i1) -> ()
    llvm.call @llvm.nvvm.cp.async.bulk.global.to.shared.cluster(%s, %b, %A, %bytes, %mask, %hint, %no, %no) : (!llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr<1>, i32, i16, i64, i1, i1) -> ()
    gpu.return
  }

  gpu.func @leftOut(%m: !llvm.ptr, %s: !llvm.ptr<3>, %b: !llvm.ptr<3>, %x: i32, %off: i16) kernel {
    %other = llvm.load %m : !llvm.ptr -> !llvm.ptr
    // expected-warning@below {{mode 'memory' leaves this copy out: its tensor map is no argument of the kernel}}
    nvvm.cp.async.bulk.tensor.shared.cluster.global %s, %other, %b, box[%x] : !llvm.ptr<3>, !llvm.ptr
    // expected-warning@below {{mode 'memory' leaves this copy out: it gathers elements, which its coordinates alone do not describe}}
    nvvm.cp.async.bulk.tensor.shared.cluster.global %s, %m, %b, box[%x, %x, %x] im2col[%off] : !llvm.ptr<3>, !llvm.ptr
    // expected-warning@below {{mode 'memory' leaves this copy out: it stays in shared memory}}
    llvm.inline_asm has_side_effects "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [$0], [$1], 64, [$2];", "r,r,r,~{memory}" %s, %s, %b : (!llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr<3>) -> ()
    // expected-warning@below {{mode 'memory' leaves this copy out: what it copies is computed inside of its text}}
    llvm.inline_asm has_side_effects "{ .reg .b32 %r; mov.u32 %r, 5; cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [$0, {%r}], [$1]; }", "l,r,~{memory}" %m, %s : (!llvm.ptr, !llvm.ptr<3>) -> ()
    gpu.return
  }
}
