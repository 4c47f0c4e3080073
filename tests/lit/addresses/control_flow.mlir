// Loops, branches and what comes together behind them, CTAs of 128 x 2 x 1 threads. Each store's
// address tells of its index.
// RUN: proton-opt %s --verify-diagnostics --proton-report-addresses="block=128,2,1"

gpu.module @m {
  gpu.func @for(%b: memref<4096xi8>, %v: i8, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c128 = arith.constant 128 : index
    %x = gpu.thread_id x
    // What a loop counts from the thread's own number on, in the same iteration.
    scf.for %i = %x to %n step %c128 {
      // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
      memref.store %v, %b[%i] : memref<4096xi8>
    }
    scf.for %i = %c0 to %n step %c16 {
      // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +0, y +0, z +0, lane +0; divisible by 1}}
      memref.store %v, %b[%i] : memref<4096xi8>
    }
    // A value carried by the loop, and what is left of it.
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> index {
      // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
      memref.store %v, %b[%p] : memref<4096xi8>
      %next = arith.addi %p, %c128 : index
      scf.yield %next : index
    }
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
    memref.store %v, %b[%last] : memref<4096xi8>
    // Threads leave this loop in different iterations.
    %lost = scf.for %i = %x to %n step %c1 iter_args(%p = %x) -> index {
      // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
      memref.store %v, %b[%p] : memref<4096xi8>
      %next = arith.addi %p, %c128 : index
      scf.yield %next : index
    }
    // expected-remark @+1 {{global store of 1 bytes, an address for each lane: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    memref.store %v, %b[%lost] : memref<4096xi8>
    // The stride itself grows.
    %grown = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> index {
      // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x affine, y +0, z +0, lane affine; divisible by 1}}
      memref.store %v, %b[%p] : memref<4096xi8>
      %next = arith.addi %p, %x : index
      scf.yield %next : index
    }
    gpu.return
  }

  gpu.func @if(%b: memref<4096xi8>, %v: i8, %n: index, %all: i1) kernel {
    %c64 = arith.constant 64 : index
    %x = gpu.thread_id x
    %sum = arith.addi %x, %n : index
    %twice = arith.addi %x, %x : index
    %a = scf.if %all -> index {
      scf.yield %x : index
    } else {
      scf.yield %sum : index
    }
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
    memref.store %v, %b[%a] : memref<4096xi8>
    // Two strides: there is one, but which?
    %which = scf.if %all -> index {
      scf.yield %x : index
    } else {
      scf.yield %twice : index
    }
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x affine, y +0, z +0, lane affine; divisible by 1}}
    memref.store %v, %b[%which] : memref<4096xi8>
    // Whole warps take one way.
    %first = arith.cmpi ult, %x, %c64 : index
    %h = scf.if %first -> index {
      scf.yield %x : index
    } else {
      scf.yield %sum : index
    }
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1 in groups of 64, y +0, z +0, lane +1; divisible by 1}}
    memref.store %v, %b[%h] : memref<4096xi8>
    // Lanes take different ways.
    %mine = arith.cmpi ult, %x, %n : index
    %d = scf.if %mine -> index {
      // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
      memref.store %v, %b[%x] : memref<4096xi8>
      scf.yield %x : index
    } else {
      scf.yield %sum : index
    }
    // expected-remark @+1 {{global store of 1 bytes, an address for each lane: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    memref.store %v, %b[%d] : memref<4096xi8>
    gpu.return
  }

  gpu.func @while(%b: memref<4096xi8>, %v: i8, %n: index) kernel {
    %c8 = arith.constant 8 : index
    %c0 = arith.constant 0 : index
    %x = gpu.thread_id x
    %p:2 = scf.while (%i = %c0, %q = %x) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %i, %n : index
      scf.condition(%more) %i, %q : index, index
    } do {
    ^bb0(%i: index, %q: index):
      // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
      memref.store %v, %b[%q] : memref<4096xi8>
      %j = arith.addi %i, %c8 : index
      %r = arith.addi %q, %c8 : index
      scf.yield %j, %r : index, index
    }
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
    memref.store %v, %b[%p#1] : memref<4096xi8>
    %l = scf.while (%q = %x) : (index) -> index {
      %more = arith.cmpi ult, %q, %n : index
      scf.condition(%more) %q : index
    } do {
    ^bb0(%q: index):
      // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
      memref.store %v, %b[%q] : memref<4096xi8>
      %r = arith.addi %q, %c8 : index
      scf.yield %r : index
    }
    // expected-remark @+1 {{global store of 1 bytes, an address for each lane: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    memref.store %v, %b[%l] : memref<4096xi8>
    gpu.return
  }

  gpu.func @other_structures(%b: memref<4096xi8>, %v: i8, %n: index) kernel {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    affine.for %i = 0 to 64 step 4 {
      %p = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %x)
      // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
      memref.store %v, %b[%p] : memref<4096xi8>
    }
    affine.for %i = 0 to 64 {
      affine.for %j = affine_map<(d0) -> (d0 * 8)>(%i) to 512 step 4 {
        // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +0, y +0, z +0, lane +0; divisible by 1}}
        memref.store %v, %b[%j] : memref<4096xi8>
      }
    }
    scf.parallel (%i) = (%x) to (%n) step (%c1) {
      // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
      memref.store %v, %b[%i] : memref<4096xi8>
    }
    %s = scf.index_switch %n -> index
    case 0 {
      scf.yield %x : index
    }
    default {
      scf.yield %c0 : index
    }
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x affine, y +0, z +0, lane affine; divisible by 1}}
    memref.store %v, %b[%s] : memref<4096xi8>
    %t = scf.index_switch %x -> index
    case 0 {
      scf.yield %x : index
    }
    default {
      scf.yield %c0 : index
    }
    // expected-remark @+1 {{global store of 1 bytes, an address for each lane: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    memref.store %v, %b[%t] : memref<4096xi8>
    %mine = arith.cmpi ult, %x, %n : index
    %e = scf.execute_region -> index {
      cf.cond_br %mine, ^a, ^b
    ^a:
      scf.yield %x : index
    ^b:
      scf.yield %c0 : index
    }
    // expected-remark @+1 {{global store of 1 bytes, an address for each lane: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    memref.store %v, %b[%e] : memref<4096xi8>
    gpu.return
  }

  gpu.func @blocks(%b: memref<4096xi8>, %v: i8, %n: index, %all: i1) kernel {
    %x = gpu.thread_id x
    %sum = arith.addi %x, %n : index
    cf.cond_br %all, ^left, ^right
  ^left:
    cf.br ^meet(%x : index)
  ^right:
    cf.br ^meet(%sum : index)
  ^meet(%p: index):
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
    memref.store %v, %b[%p] : memref<4096xi8>
    %mine = arith.cmpi ult, %x, %n : index
    cf.cond_br %mine, ^again(%x : index), ^again(%sum : index)
  ^again(%q: index):
    // expected-remark @+1 {{global store of 1 bytes, an address for each lane: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    memref.store %v, %b[%q] : memref<4096xi8>
    %i = arith.index_cast %n : index to i32
    cf.switch %i : i32, [default: ^out(%x : index), 7: ^out(%sum : index)]
  ^out(%r: index):
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
    memref.store %v, %b[%r] : memref<4096xi8>
    gpu.return
  }

  gpu.func @block_loop(%b: memref<4096xi8>, %v: i8, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %x = gpu.thread_id x
    cf.br ^head(%c0, %x : index, index)
  ^head(%i: index, %p: index):
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
    memref.store %v, %b[%p] : memref<4096xi8>
    %next = arith.addi %i, %c8 : index
    %q = arith.addi %p, %c8 : index
    %more = arith.cmpi ult, %next, %n : index
    cf.cond_br %more, ^head(%next, %q : index, index), ^behind
  ^behind:
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
    memref.store %v, %b[%q] : memref<4096xi8>
    cf.br ^own(%x : index)
  ^own(%s: index):
    %t = arith.addi %s, %c8 : index
    %mine = arith.cmpi ult, %t, %n : index
    cf.cond_br %mine, ^own(%t : index), ^done
  ^done:
    // Lanes left the loop in different iterations.
    // expected-remark @+1 {{global store of 1 bytes, an address for each lane: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    memref.store %v, %b[%t] : memref<4096xi8>
    gpu.return
  }

  // A way that is never taken tells nothing.
  gpu.func @never(%b: memref<4096xi8>, %v: i8, %n: index) kernel {
    %false = arith.constant false
    %x = gpu.thread_id x
    %p = scf.if %false -> index {
      memref.store %v, %b[%n] : memref<4096xi8>
      scf.yield %n : index
    } else {
      scf.yield %x : index
    }
    // expected-remark @+1 {{global store of 1 bytes, one address for a warp: x +1, y +0, z +0, lane +1; divisible by 1}}
    memref.store %v, %b[%p] : memref<4096xi8>
    gpu.return
  }
}
