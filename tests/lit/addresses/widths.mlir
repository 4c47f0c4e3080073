// Bytes of accesses, and the distance between neighbours, for types whose size is padded, CTAs of 32 threads.
// RUN: proton-opt %s --verify-diagnostics --proton-report-addresses="block=32,1,1"

gpu.module @m {
  llvm.func @pointers(%a: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %x = nvvm.read.ptx.sreg.tid.x : i32
    %p3 = llvm.getelementptr %a[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<3xf32>
    // expected-remark @+1 {{global load of 12 bytes, one address for a warp: x +16,}}
    %v3 = llvm.load %p3 : !llvm.ptr<1> -> vector<3xf32>
    %p5 = llvm.getelementptr %a[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<5xf32>
    // expected-remark @+1 {{global load of 20 bytes, one address for a warp: x +32,}}
    %v5 = llvm.load %p5 : !llvm.ptr<1> -> vector<5xf32>
    %p7 = llvm.getelementptr %a[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<7xi8>
    // expected-remark @+1 {{global load of 7 bytes, one address for a warp: x +8,}}
    %v7 = llvm.load %p7 : !llvm.ptr<1> -> vector<7xi8>
    %pb = llvm.getelementptr %a[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<8xi1>
    // expected-remark @+1 {{global load of 1 bytes, one address for a warp: x +1,}}
    %vb = llvm.load %pb : !llvm.ptr<1> -> vector<8xi1>
    %pc = llvm.getelementptr %a[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<33xi1>
    // expected-remark @+1 {{global load of 5 bytes, one address for a warp: x +8,}}
    %vc = llvm.load %pc : !llvm.ptr<1> -> vector<33xi1>
    %pi = llvm.getelementptr %a[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i24
    // expected-remark @+1 {{global load of 3 bytes, one address for a warp: x +4,}}
    %vi = llvm.load %pi : !llvm.ptr<1> -> i24
    %pp = llvm.getelementptr %a[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.vec<3 x ptr>
    // expected-remark @+1 {{global load of 24 bytes, one address for a warp: x +32,}}
    %vp = llvm.load %pp : !llvm.ptr<1> -> !llvm.vec<3 x ptr>
    %pa = llvm.getelementptr %a[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<3 x f32>
    // expected-remark @+1 {{global load of 12 bytes, one address for a warp: x +12,}}
    %va = llvm.load %pa : !llvm.ptr<1> -> !llvm.array<3 x f32>
    %ps = llvm.getelementptr %a[%x, 1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.struct<(i8, i64, i8)>
    // expected-remark @+1 {{global load of 8 bytes, one address for a warp: x +24,}}
    %vs = llvm.load %ps : !llvm.ptr<1> -> i64
    %pk = llvm.getelementptr %a[%x, 1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.struct<packed (i8, i64)>
    // expected-remark @+1 {{global load of 8 bytes, one address for a warp: x +9,}}
    %vk = llvm.load %pk : !llvm.ptr<1> -> i64
    llvm.return
  }

  gpu.func @memrefs(%A: memref<512xf32>, %B: memref<512xi1>, %C: memref<32xvector<3xf32>>) kernel {
    %x = gpu.thread_id x
    // expected-remark @+1 {{global load of 12 bytes, one address for a warp: x +4,}}
    %v = vector.load %A[%x] : memref<512xf32>, vector<3xf32>
    // expected-remark @+1 {{global load of 1 bytes, one address for a warp: x +1,}}
    %b = vector.load %B[%x] : memref<512xi1>, vector<8xi1>
    // expected-remark @+1 {{global load of 12 bytes, one address for a warp: x +16,}}
    %c = memref.load %C[%x] : memref<32xvector<3xf32>>
    gpu.return
  }
}
