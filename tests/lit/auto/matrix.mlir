// Matrix operations in runs; loads of fragments are not among them.
// RUN: proton-opt %s --proton-mark-matrix | FileCheck %s

// CHECK-LABEL: gpu.func @runs
// CHECK: nvgpu.ldmatrix
// CHECK-NEXT: proton.record start "mma.sync matrix.mlir:[[A:[0-9]+]]-[[B:[0-9]+]]"
// CHECK-NEXT: nvgpu.mma.sync
// CHECK-NEXT: nvgpu.mma.sync
// CHECK-NEXT: proton.record end "mma.sync matrix.mlir:[[A]]-[[B]]"
// CHECK-NEXT: proton.record start "outerproduct matrix.mlir:
// CHECK-NEXT: vector.outerproduct
// CHECK-NEXT: proton.record end "outerproduct
// CHECK-NEXT: proton.record start "contract matrix.mlir:
// CHECK-NEXT: vector.contract
// CHECK-NEXT: proton.record end "contract

// A product of a warp group goes on behind its instruction: what issuing a group takes, and the wait.
// CHECK-LABEL: llvm.func @groups
// CHECK: proton.record start "wgmma m.py:20-21"
// CHECK-NEXT: llvm.inline_asm {{.*}}wgmma.mma_async
// CHECK-NEXT: llvm.inline_asm {{.*}}wgmma.commit_group
// CHECK-NEXT: proton.record end "wgmma m.py:20-21"
// CHECK-NEXT: proton.record start "wait wgmma m.py:22"
// CHECK-NEXT: llvm.inline_asm {{.*}}wgmma.wait_group
// CHECK-NEXT: proton.record end "wait wgmma m.py:22"
// CHECK-NOT: proton.
#row = affine_map<(i, j, k) -> (i, k)>
#column = affine_map<(i, j, k) -> (k, j)>
#sum = affine_map<(i, j, k) -> (i, j)>
gpu.module @m {
  gpu.func @runs(%i: index, %x: vector<4xf32>, %m: vector<4x4xf32>, %b: vector<2x2xf16>, %c: vector<2x2xf16>)
      workgroup(%s: memref<16x16xf16, #gpu.address_space<workgroup>>) kernel {
    %a = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = false}
        : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
    %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]}
        : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
    %e = nvgpu.mma.sync (%a, %b, %d) {mmaShape = [16, 8, 16]}
        : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
    %o = vector.outerproduct %x, %x, %m : vector<4xf32>, vector<4xf32>
    %p = vector.contract {indexing_maps = [#row, #column, #sum], iterator_types = ["parallel", "parallel", "reduction"],
        kind = #vector.kind<add>} %m, %o, %m : vector<4x4xf32>, vector<4x4xf32> into vector<4x4xf32>
    gpu.return
  }
  llvm.func @groups(%a: i64, %x: f32) attributes {nvvm.kernel} {
    %d = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0}, $1, $1, 1, 1, 1, 0, 0;", "=f,l" %a : (i64) -> f32 loc("m.py":20:1)
    llvm.inline_asm has_side_effects "wgmma.commit_group.sync.aligned;", "" : () -> () loc("m.py":21:1)
    llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "" : () -> () loc("m.py":22:1)
    llvm.return
  }
}
