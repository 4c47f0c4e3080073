// Spaces of generic pointers and of memrefs without memory space, CTAs of 64 threads.
// RUN: proton-opt %s --verify-diagnostics --proton-report-addresses="block=64,1,1"

gpu.module @m {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<64 x f32>
  llvm.mlir.global internal constant @table() {addr_space = 4 : i32} : !llvm.array<64 x f32>
  llvm.mlir.global internal @counters() : !llvm.array<64 x f32>

  llvm.func @casts(%a: !llvm.ptr) attributes {nvvm.kernel} {
    %x = nvvm.read.ptx.sreg.tid.x : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %generic = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr
    %p = llvm.getelementptr %generic[%x] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    // expected-remark @+1 {{shared load of 4 bytes, one address for a warp}}
    %v = llvm.load %p : !llvm.ptr -> f32
    %q = llvm.getelementptr %a[%x] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    // expected-remark @+1 {{global store of 4 bytes, one address for a warp}}
    llvm.store %v, %q : f32, !llvm.ptr
    %table = llvm.mlir.addressof @table : !llvm.ptr<4>
    %constants = llvm.addrspacecast %table : !llvm.ptr<4> to !llvm.ptr
    // expected-remark @+1 {{constant load of 4 bytes}}
    %c = llvm.load %constants : !llvm.ptr -> f32
    %counters = llvm.mlir.addressof @counters : !llvm.ptr
    // expected-remark @+1 {{global store of 4 bytes}}
    llvm.store %c, %counters : f32, !llvm.ptr
    %one = llvm.mlir.constant(1 : i32) : i32
    %own = llvm.alloca %one x f32 : (i32) -> !llvm.ptr
    // expected-remark @+1 {{local store of 4 bytes}}
    llvm.store %c, %own : f32, !llvm.ptr
    llvm.return
  }

  // A pointer from memory, and one of either space, are known when the kernel runs.
  llvm.func @unknown(%a: !llvm.ptr, %c: i1) attributes {nvvm.kernel} {
    %f = llvm.mlir.constant(0.0 : f32) : f32
    // expected-remark @+1 {{global load of 8 bytes}}
    %loaded = llvm.load %a : !llvm.ptr -> !llvm.ptr
    // expected-remark @+1 {{generic store of 4 bytes}}
    llvm.store %f, %loaded : f32, !llvm.ptr
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %generic = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr
    %either = llvm.select %c, %a, %generic : i1, !llvm.ptr
    // expected-remark @+1 {{generic store of 4 bytes}}
    llvm.store %f, %either : f32, !llvm.ptr
    // Null is no address.
    %null = llvm.mlir.zero : !llvm.ptr
    %optional = llvm.select %c, %generic, %null : i1, !llvm.ptr
    // expected-remark @+1 {{shared store of 4 bytes}}
    llvm.store %f, %optional : f32, !llvm.ptr
    llvm.return
  }

  llvm.func @numbers(%a: !llvm.ptr, %n: i64) attributes {nvvm.kernel} {
    %f = llvm.mlir.constant(0.0 : f32) : f32
    %mask = llvm.mlir.constant(-16 : i64) : i64
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %generic = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr
    %number = llvm.ptrtoint %generic : !llvm.ptr to i64
    %sum = llvm.add %n, %number : i64
    %down = llvm.and %sum, %mask : i64
    %p = llvm.inttoptr %down : i64 to !llvm.ptr
    // expected-remark @+1 {{shared store of 4 bytes}}
    llvm.store %f, %p : f32, !llvm.ptr
    // The difference of two addresses, added to a number, is no address in shared memory.
    %other = llvm.ptrtoint %a : !llvm.ptr to i64
    %difference = llvm.sub %number, %number : i64
    %moved = llvm.add %n, %difference : i64
    %q = llvm.inttoptr %moved : i64 to !llvm.ptr
    // expected-remark @+1 {{generic store of 4 bytes}}
    llvm.store %f, %q : f32, !llvm.ptr
    llvm.return
  }

  llvm.func @blocks(%a: !llvm.ptr, %n: i32) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %generic = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr
    llvm.br ^loop(%generic, %a, %zero : !llvm.ptr, !llvm.ptr, i32)
  ^loop(%p: !llvm.ptr, %q: !llvm.ptr, %i: i32):
    // expected-remark @+1 {{shared load of 4 bytes}}
    %v = llvm.load %p : !llvm.ptr -> f32
    // expected-remark @+1 {{global store of 4 bytes}}
    llvm.store %v, %q : f32, !llvm.ptr
    %p1 = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f32
    %q1 = llvm.getelementptr %q[1] : (!llvm.ptr) -> !llvm.ptr, f32
    %next = llvm.add %i, %one : i32
    %more = llvm.icmp "slt" %next, %n : i32
    llvm.cond_br %more, ^loop(%p1, %q1, %next : !llvm.ptr, !llvm.ptr, i32), ^out
  ^out:
    llvm.return
  }

  // Called with pointers of one space, and of both.
  llvm.func @one(%p: !llvm.ptr, %v: f32) {
    // expected-remark @+1 {{shared store of 4 bytes}}
    llvm.store %v, %p : f32, !llvm.ptr
    llvm.return
  }
  llvm.func @both(%p: !llvm.ptr, %v: f32) {
    // expected-remark @+1 {{generic store of 4 bytes}}
    llvm.store %v, %p : f32, !llvm.ptr
    llvm.return
  }
  llvm.func @caller(%a: !llvm.ptr, %v: f32) attributes {nvvm.kernel} {
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %generic = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr
    llvm.call @one(%generic, %v) : (!llvm.ptr, f32) -> ()
    llvm.call @both(%generic, %v) : (!llvm.ptr, f32) -> ()
    llvm.call @both(%a, %v) : (!llvm.ptr, f32) -> ()
    llvm.return
  }

  // Unoptimised code keeps its pointers in stack variables.
  llvm.func @variable(%a: !llvm.ptr, %v: f32) attributes {nvvm.kernel} {
    %one = llvm.mlir.constant(1 : i32) : i32
    %slot = llvm.alloca %one x !llvm.ptr : (i32) -> !llvm.ptr
    // expected-remark @+1 {{local store of 8 bytes}}
    llvm.store %a, %slot : !llvm.ptr, !llvm.ptr
    // expected-remark @+1 {{local load of 8 bytes}}
    %p = llvm.load %slot : !llvm.ptr -> !llvm.ptr
    // expected-remark @+1 {{global store of 4 bytes}}
    llvm.store %v, %p : f32, !llvm.ptr
    llvm.return
  }

  gpu.func @memrefs(%A: memref<64xf32>, %c: i1) workgroup(%w: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %x = gpu.thread_id x
    %own = memref.alloca() : memref<64xf32>
    %tile = memref.memory_space_cast %w : memref<64xf32, #gpu.address_space<workgroup>> to memref<64xf32>
    // expected-remark @+1 {{shared load of 4 bytes, one address for a warp}}
    %v = memref.load %tile[%x] : memref<64xf32>
    // expected-remark @+1 {{global store of 4 bytes, one address for a warp}}
    memref.store %v, %A[%x] : memref<64xf32>
    %some = memref.subview %own[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
    // expected-remark @+1 {{local store of 4 bytes}}
    memref.store %v, %some[%x] : memref<32xf32, strided<[1]>>
    %chosen = arith.select %c, %A, %tile : memref<64xf32>
    // expected-remark @+1 {{generic store of 4 bytes}}
    memref.store %v, %chosen[%x] : memref<64xf32>
    gpu.return
  }
}
