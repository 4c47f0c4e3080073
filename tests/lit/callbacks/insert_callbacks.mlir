// Calls stand in front of what they are told of, with its address, bytes, space and line.
// RUN: proton-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(proton-insert-callbacks{callbacks=a@load,b@store,b@load,c@enter,d@exit,e@iteration,f@barrier,g@after_barrier exclude=left_out}))' | FileCheck %s
// RUN: not proton-opt %s --pass-pipeline='builtin.module(gpu.module(proton-insert-callbacks{callbacks=a@lode}))' 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: unknown callback point 'lode' (did you mean 'load'?)

// CHECK-LABEL: gpu.module @m
// CHECK-DAG: llvm.func @pstudio.callback.a.load(i64, i32, i32, i32)
// CHECK-DAG: llvm.func @pstudio.callback.c.enter(i32)
gpu.module @m {
  // CHECK-LABEL: gpu.func @accesses
  // CHECK-SAME: (%[[A:.*]]: memref<4x8xf32>, %[[S:.*]]: memref<32xi8, 3>, %[[P:.*]]: !llvm.ptr<3>, %[[I:.*]]: index)
  gpu.func @accesses(%a: memref<4x8xf32>, %s: memref<32xi8, 3>, %p: !llvm.ptr<3>, %i: index) kernel {
    // CHECK: %[[LINE:.*]] = llvm.mlir.constant([[# @LINE - 1]] : i32)
    // CHECK-NOT: llvm.call
    // CHECK: llvm.call @pstudio.callback.c.enter(%{{.*}})
    // CHECK: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
    // CHECK: arith.muli %[[I]], %c32
    // CHECK: arith.muli %[[I]], %c4
    // CHECK: %[[AT:.*]] = arith.index_cast %{{.*}} : index to i64
    // CHECK: %[[BYTES:.*]] = llvm.mlir.constant(4 : i32)
    // CHECK: %[[GLOBAL:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK: llvm.call @pstudio.callback.a.load(%[[AT]], %[[BYTES]], %[[GLOBAL]], %{{.*}}) : (i64, i32, i32, i32) -> ()
    // CHECK: llvm.call @pstudio.callback.b.load(%[[AT]], %[[BYTES]], %[[GLOBAL]], %{{.*}})
    // CHECK-NEXT: memref.load %[[A]]
    %v = memref.load %a[%i, %i] : memref<4x8xf32>
    // CHECK: llvm.mlir.constant(2 : i32)
    // CHECK: %[[SHARED:.*]] = llvm.mlir.constant(3 : i32)
    // CHECK-NOT: a.load
    // CHECK: llvm.call @pstudio.callback.b.store(%{{.*}}, %{{.*}}, %[[SHARED]], %{{.*}})
    // CHECK-NEXT: vector.store
    %two = arith.constant dense<1> : vector<2xi8>
    vector.store %two, %s[%i] : memref<32xi8, 3>, vector<2xi8>
    // CHECK: llvm.ptrtoint %[[P]] : !llvm.ptr<3> to i64
    // CHECK: llvm.call @pstudio.callback.a.load
    // CHECK: llvm.load
    %w = llvm.load %p : !llvm.ptr<3> -> i32
    // CHECK: affine.for
    // CHECK: llvm.call @pstudio.callback.e.iteration
    // CHECK: llvm.call @pstudio.callback.a.load
    // CHECK: affine.load
    affine.for %k = 0 to 4 {
      %x = affine.load %a[%k floordiv 2, %k mod 8] : memref<4x8xf32>
    }
    // Private memory has no points.
    // CHECK: memref.alloca
    // CHECK-NOT: llvm.call
    // CHECK: memref.load
    %mine = memref.alloca() : memref<2xf32, 5>
    %y = memref.load %mine[%i] : memref<2xf32, 5>
    // CHECK: llvm.call @pstudio.callback.d.exit
    // CHECK-NEXT: gpu.return
    gpu.return
  }

  // CHECK-LABEL: gpu.func @loops
  gpu.func @loops(%n: index, %c: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    func.call @left_out() : () -> ()
    func.call @reached() : () -> ()
    // CHECK: scf.for
    // CHECK-NEXT: llvm.mlir.constant
    // CHECK-NEXT: llvm.call @pstudio.callback.e.iteration
    scf.for %i = %c0 to %n step %c1 {
      // CHECK: llvm.call @pstudio.callback.f.barrier
      // CHECK-NEXT: gpu.barrier
      // CHECK-NEXT: llvm.mlir.constant
      // CHECK-NEXT: llvm.call @pstudio.callback.g.after_barrier
      gpu.barrier
    }
    // CHECK: scf.while
    // CHECK-NOT: llvm.call
    // CHECK: scf.condition
    // CHECK: llvm.call @pstudio.callback.e.iteration
    scf.while : () -> () {
      scf.condition(%c)
    } do {
      scf.yield
    }
    // CHECK: cf.br ^[[HEADER:.*]]
    cf.br ^header
  ^header:
    // CHECK: ^[[HEADER]]:
    // CHECK-NEXT: llvm.mlir.constant
    // CHECK-NEXT: llvm.call @pstudio.callback.e.iteration
    cf.cond_br %c, ^header, ^done
  ^done:
    gpu.return
  }

  // CHECK-LABEL: func.func @left_out
  // CHECK-NOT: llvm.call
  func.func @left_out() {
    return
  }

  // CHECK-LABEL: func.func @reached
  // CHECK: llvm.call @pstudio.callback.c.enter
  // CHECK: llvm.call @pstudio.callback.d.exit
  // CHECK-NEXT: return
  func.func @reached() {
    return
  }
}

// -----

gpu.module @unknown {
  gpu.func @masked(%a: memref<8xf32>, %i: index, %mask: vector<4xi1>) kernel {
    %zero = arith.constant 0.0 : f32
    // expected-error @below {{the address and bytes of this load are unknown, so no callback can receive them; exclude its function (exclude=)}}
    %v = vector.transfer_read %a[%i], %zero, %mask : memref<8xf32>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @dynamic {
  gpu.func @strided(%a: memref<8xf32, strided<[?]>>, %i: index) kernel {
    // expected-error @below {{the address of this access depends on a layout that is known only at run time}}
    %v = memref.load %a[%i] : memref<8xf32, strided<[?]>>
    gpu.return
  }
}
