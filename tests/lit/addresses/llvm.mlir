// Addresses of the llvm and nvvm dialects, CTAs of 128 x 2 x 1 threads.
// RUN: proton-opt %s --verify-diagnostics --proton-report-addresses="block=128,2,1"

gpu.module @m {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<64 x array<32 x f32>>

  llvm.func @pointers(%a: !llvm.ptr<1> {llvm.align = 16 : i64}, %n: i32) attributes {nvvm.kernel} {
    %x = nvvm.read.ptx.sreg.tid.x : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c31 = llvm.mlir.constant(31 : i32) : i32
    %f = llvm.mlir.constant(0.0 : f32) : f32
    %x4 = llvm.mul %x, %c4 : i32
    %p = llvm.getelementptr %a[%x4] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    // expected-remark @+1 {{global load of 16 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 16}}
    %v = llvm.load %p : !llvm.ptr<1> -> vector<4xf32>
    // expected-remark @+1 {{global store of 16 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 16}}
    llvm.store %v, %p : vector<4xf32>, !llvm.ptr<1>
    %wide = llvm.sext %x : i32 to i64
    %q = llvm.getelementptr %a[%wide] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
    // expected-remark @+1 {{global load of 2 bytes, one address for a warp: x +2, y +0, z +0, lane +2; divisible by 2}}
    %h = llvm.load %q : !llvm.ptr<1> -> f16
    // A sum of 32 bits may wrap before it is widened.
    %sum = llvm.add %x, %n : i32
    %r = llvm.getelementptr %a[%sum] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    // expected-remark @+1 {{global load of 4 bytes, an address for each lane: x unknown, y +0, z +0, lane unknown; divisible by 4}}
    %s = llvm.load %r : !llvm.ptr<1> -> f32
    %exact = llvm.add %x, %n overflow<nsw> : i32
    %t = llvm.getelementptr %a[%exact] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +4, y +0, z +0, lane +4; divisible by 4}}
    %u = llvm.load %t : !llvm.ptr<1> -> f32
    %field = llvm.getelementptr %a[%x, 1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.struct<(i8, f32)>
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +8, y +0, z +0, lane +8; divisible by 4}}
    %w = llvm.load %field : !llvm.ptr<1> -> f32
    %generic = llvm.addrspacecast %p : !llvm.ptr<1> to !llvm.ptr
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 16}}
    %g = llvm.load %generic : !llvm.ptr -> f32
    %number = llvm.ptrtoint %p : !llvm.ptr<1> to i64
    %again = llvm.inttoptr %number : i64 to !llvm.ptr<1>
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 16}}
    %o = llvm.load %again : !llvm.ptr<1> -> f32
    // expected-remark @+1 {{global atomic access of 4 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 16}}
    %old = llvm.atomicrmw fadd %p, %f monotonic : !llvm.ptr<1>, f32
    %lane = llvm.and %x, %c31 : i32
    %swizzled = llvm.xor %lane, %c4 : i32
    %z = llvm.getelementptr %a[%swizzled] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    // expected-remark @+1 {{global load of 4 bytes, an address for each lane: x +4 in groups of 4, y +0, z +0, lane +4 in groups of 4; divisible by 4}}
    %zz = llvm.load %z : !llvm.ptr<1> -> f32
    llvm.return
  }

  llvm.func @shared(%a: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %x = nvvm.read.ptx.sreg.tid.x : i32
    %y = nvvm.read.ptx.sreg.tid.y : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %p = llvm.getelementptr %tile[0, %y, %x] : (!llvm.ptr<3>, i32, i32) -> !llvm.ptr<3>, !llvm.array<64 x array<32 x f32>>
    // expected-remark @+1 {{shared load of 4 bytes, one address for a warp: x +4, y +128, z +0, lane +4; divisible by 4}}
    %v = llvm.load %p : !llvm.ptr<3> -> f32
    %q = llvm.getelementptr %a[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xf32>
    %d = llvm.getelementptr %tile[%x] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xf32>
    // expected-remark @+2 {{global load of 16 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 1}}
    // expected-remark @+1 {{shared store of 16 bytes, one address for a warp: x +16, y +0, z +0, lane +16; divisible by 16}}
    nvvm.cp.async.shared.global %d, %q, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @choices(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %all: i1) attributes {nvvm.kernel} {
    %x = nvvm.read.ptx.sreg.tid.x : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %either = llvm.select %all, %a, %b : i1, !llvm.ptr<1>
    %p = llvm.getelementptr %either[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +4, y +0, z +0, lane +4; divisible by 1}}
    %v = llvm.load %p : !llvm.ptr<1> -> f32
    %few = llvm.icmp "ult" %x, %c2 : i32
    %mine = llvm.select %few, %a, %b : i1, !llvm.ptr<1>
    // expected-remark @+1 {{global load of 4 bytes, an address for each lane: x +0 in groups of 2, y +0, z +0, lane +0 in groups of 2; divisible by 1}}
    %w = llvm.load %mine : !llvm.ptr<1> -> f32
    // What a pointer in memory points to.
    // expected-remark @+1 {{global load of 8 bytes, one address for a warp: x +0, y +0, z +0, lane +0; divisible by 1}}
    %next = llvm.load %a : !llvm.ptr<1> -> !llvm.ptr<1>
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x unknown, y unknown, z +0, lane +0; divisible by 1}}
    %u = llvm.load %next : !llvm.ptr<1> -> f32
    llvm.cond_br %all, ^c(%p : !llvm.ptr<1>), ^c(%a : !llvm.ptr<1>)
  ^c(%q: !llvm.ptr<1>):
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x affine, y +0, z +0, lane affine; divisible by 1}}
    %t = llvm.load %q : !llvm.ptr<1> -> f32
    llvm.return
  }
}
