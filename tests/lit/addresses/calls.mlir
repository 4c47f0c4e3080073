// What functions know of their arguments, and calls of their results, CTAs of 128 x 2 x 1 threads.
// RUN: proton-opt %s --verify-diagnostics --proton-report-addresses="block=128,2,1"

gpu.module @m {
  func.func @once(%b: memref<4096xi8>, %v: i8, %i: index) {
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
    memref.store %v, %b[%i] : memref<4096xi8>
    return
  }
  // The calls have a stride in common.
  func.func @alike(%b: memref<4096xi8>, %v: i8, %i: index) {
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
    memref.store %v, %b[%i] : memref<4096xi8>
    return
  }
  // One stride for all threads, but which depends on the call.
  func.func @differently(%b: memref<4096xi8>, %v: i8, %i: index) {
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x affine, y +0, z +0, lane affine; divisible by 1}}
    memref.store %v, %b[%i] : memref<4096xi8>
    return
  }
  func.func @outer(%b: memref<4096xi8>, %v: i8, %i: index) {
    func.call @inner(%b, %v, %i) : (memref<4096xi8>, i8, index) -> ()
    return
  }
  func.func private @inner(%b: memref<4096xi8>, %v: i8, %i: index) {
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
    memref.store %v, %b[%i] : memref<4096xi8>
    return
  }
  func.func @scaled(%i: index) -> index {
    %c4 = arith.constant 4 : index
    %p = arith.muli %i, %c4 : index
    return %p : index
  }
  // Threads return at different places.
  func.func @one_of_two(%i: index, %n: index) -> index {
    %less = arith.cmpi ult, %i, %n : index
    cf.cond_br %less, ^a, ^b
  ^a:
    return %i : index
  ^b:
    return %n : index
  }
  func.func @repeated(%b: memref<4096xi8>, %v: i8, %i: index, %n: index) {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
    memref.store %v, %b[%i] : memref<4096xi8>
    %next = arith.addi %i, %c1 : index
    %less = arith.subi %n, %c1 : index
    %more = arith.cmpi ugt, %less, %c0 : index
    scf.if %more {
      func.call @repeated(%b, %v, %next, %less) : (memref<4096xi8>, i8, index, index) -> ()
    }
    return
  }
  func.func @not_called(%b: memref<4096xi8>, %v: i8, %i: index) {
    // expected-remark @+1 {{global store of 1 bytes, an address for each lane: x unknown, y unknown, z +0, lane unknown; divisible by 1}}
    memref.store %v, %b[%i] : memref<4096xi8>
    return
  }
  func.func private @external(index) -> index

  gpu.func @k(%b: memref<4096xi8>, %v: i8, %n: index) kernel {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %sum = arith.addi %x, %n : index
    func.call @once(%b, %v, %x) : (memref<4096xi8>, i8, index) -> ()
    func.call @alike(%b, %v, %x) : (memref<4096xi8>, i8, index) -> ()
    func.call @alike(%b, %v, %sum) : (memref<4096xi8>, i8, index) -> ()
    func.call @differently(%b, %v, %x) : (memref<4096xi8>, i8, index) -> ()
    func.call @differently(%b, %v, %n) : (memref<4096xi8>, i8, index) -> ()
    func.call @outer(%b, %v, %sum) : (memref<4096xi8>, i8, index) -> ()
    func.call @repeated(%b, %v, %x, %n) : (memref<4096xi8>, i8, index, index) -> ()
    %four = func.call @scaled(%x) : (index) -> index
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +4, y +0, z +0, lane +4; divisible by 1}}
    memref.store %v, %b[%four] : memref<4096xi8>
    %some = func.call @one_of_two(%x, %n) : (index, index) -> index
    // expected-remark @+1 {{global store of 1 bytes, an address for each lane: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    memref.store %v, %b[%some] : memref<4096xi8>
    %any = func.call @external(%x) : (index) -> index
    // expected-remark @+1 {{global store of 1 bytes, an address for each lane: x unknown, y unknown, z +0, lane unknown; divisible by 1}}
    memref.store %v, %b[%any] : memref<4096xi8>
    gpu.return
  }

  llvm.func @store(%p: !llvm.ptr<1>, %i: i32) -> i32 {
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %f = llvm.mlir.constant(0.0 : f32) : f32
    // expected-remark @+1 {{global store of 4 bytes, one address for a warp: x +4, y +0, z +0, lane +4; divisible by 4}}
    llvm.store %f, %q : f32, !llvm.ptr<1>
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %next = llvm.add %i, %c1 : i32
    llvm.return %next : i32
  }
  // Whoever has its address may call it.
  llvm.func @passed_on(%p: !llvm.ptr<1>, %i: i32) {
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    // expected-remark @+1 {{global load of 4 bytes, an address for each lane: x unknown, y unknown, z +0, lane unknown; divisible by 1}}
    %v = llvm.load %q : !llvm.ptr<1> -> f32
    llvm.return
  }
  llvm.func @l(%p: !llvm.ptr<1> {llvm.align = 16 : i64}) attributes {nvvm.kernel} {
    %x = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @passed_on(%p, %x) : (!llvm.ptr<1>, i32) -> ()
    %f = llvm.mlir.addressof @passed_on : !llvm.ptr
    %next = llvm.call @store(%p, %x) : (!llvm.ptr<1>, i32) -> i32
    %q = llvm.getelementptr %p[%next] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    // expected-remark @+1 {{global load of 4 bytes, one address for a warp: x +4, y +0, z +0, lane +4; divisible by 4}}
    %v = llvm.load %q : !llvm.ptr<1> -> f32
    llvm.return
  }
}
