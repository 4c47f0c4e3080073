// Workgroup buffers for the time of a call: where they lie, and which barriers that needs.
// RUN: proton-opt %s --split-input-file --verify-diagnostics --place-shared-frames | FileCheck %s

!s = memref<32xf32, #gpu.address_space<workgroup>>
!l = memref<100xf32, #gpu.address_space<workgroup>>

// Two calls after each other use one place; the second waits until all are out of the first one.
// CHECK-LABEL: gpu.module @after_each_other
// CHECK: memref.global "private" @shared_frame.k : memref<400xi8, #gpu.address_space<workgroup>> {alignment = 16 : i64}
// CHECK-LABEL: func.func private @small(
// CHECK-NEXT: %[[F:.*]] = memref.get_global @shared_frame.k
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: memref.view %[[F]][%[[C0]]][] : memref<400xi8, #gpu.address_space<workgroup>> to memref<32xf32, #gpu.address_space<workgroup>>
// CHECK-LABEL: func.func private @large(
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: memref.view %{{.*}}[%[[C0]]][]
// CHECK-LABEL: gpu.func @k
// CHECK: call @small
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: call @large
// CHECK-NEXT: gpu.return
gpu.module @after_each_other {
  func.func private @small(%x: f32) {
    %b = memref.alloca() : !s
    %c0 = arith.constant 0 : index
    memref.store %x, %b[%c0] : !s
    return
  }
  func.func private @large(%x: f32) {
    %b = memref.alloca() : !l
    %c0 = arith.constant 0 : index
    memref.store %x, %b[%c0] : !l
    return
  }
  gpu.func @k(%x: f32) kernel {
    func.call @small(%x) : (f32) -> ()
    func.call @large(%x) : (f32) -> ()
    gpu.return
  }
}

// -----

!s = memref<32xf32, #gpu.address_space<workgroup>>

// No barrier is added where there is one: in the callee behind its last use, or between the calls. In a loop the callee
// meets itself.
// CHECK-LABEL: gpu.module @barriers
// CHECK-LABEL: gpu.func @k
// CHECK: call @quiet
// CHECK-NEXT: call @quiet
// CHECK-NEXT: call @loud
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: call @loud
// CHECK-NEXT: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: call @loud
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NEXT: call @loud
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: }
// CHECK-NEXT: gpu.return
gpu.module @barriers {
  func.func private @quiet(%x: f32) {
    %b = memref.alloca() : !s
    %c0 = arith.constant 0 : index
    memref.store %x, %b[%c0] : !s
    gpu.barrier
    return
  }
  func.func private @loud(%x: f32) {
    %b = memref.alloca() : !s
    %c0 = arith.constant 0 : index
    memref.store %x, %b[%c0] : !s
    return
  }
  gpu.func @k(%x: f32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    func.call @quiet(%x) : (f32) -> ()
    func.call @quiet(%x) : (f32) -> ()
    func.call @loud(%x) : (f32) -> ()
    gpu.barrier
    func.call @loud(%x) : (f32) -> ()
    scf.for %i = %c0 to %n step %c1 {
      func.call @loud(%x) : (f32) -> ()
    }
    gpu.barrier
    scf.for %i = %c0 to %n step %c1 {
      func.call @loud(%x) : (f32) -> ()
      gpu.barrier
    }
    gpu.return
  }
}

// -----

!s = memref<32xf32, #gpu.address_space<workgroup>>

// What is used behind a call stays: the callee's frame lies beside it, on this way at 128, on the other at 0.
// CHECK-LABEL: gpu.module @two_ways
// CHECK: @shared_frame.k : memref<256xi8
// CHECK-LABEL: func.func private @leaf(
// CHECK-SAME: %{{.*}}: f32, %[[BASE:.*]]: index)
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[AT:.*]] = arith.addi %[[BASE]], %[[C0]] : index
// CHECK-NEXT: memref.view %{{.*}}[%[[AT]]][]
// CHECK-LABEL: func.func private @middle(
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: memref.view %{{.*}}[%[[C0]]][]
// CHECK: %[[C128:.*]] = arith.constant 128 : index
// CHECK-NEXT: call @leaf(%{{.*}}, %[[C128]]) : (f32, index) -> ()
// CHECK-LABEL: gpu.func @k
// CHECK: call @middle
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: call @leaf(%{{.*}}, %[[C0]])
gpu.module @two_ways {
  func.func private @leaf(%x: f32) {
    %b = memref.alloca() : !s
    %c0 = arith.constant 0 : index
    memref.store %x, %b[%c0] : !s
    return
  }
  func.func private @middle(%x: f32) {
    %b = memref.alloca() : !s
    %c0 = arith.constant 0 : index
    memref.store %x, %b[%c0] : !s
    func.call @leaf(%x) : (f32) -> ()
    %y = memref.load %b[%c0] : !s
    return
  }
  gpu.func @k(%x: f32) kernel {
    func.call @middle(%x) : (f32) -> ()
    func.call @leaf(%x) : (f32) -> ()
    gpu.return
  }
}

// -----

!s = memref<32xf32, #gpu.address_space<workgroup>>

// Buffers of one function: the barrier stands in front of the branch that only some threads take. What is used in a loop
// and older than it lives through it.
// CHECK-LABEL: gpu.module @in_one_function
// CHECK: @shared_frame.k : memref<256xi8
// CHECK-LABEL: gpu.func @k
// CHECK: memref.view %{{.*}}[%[[A:.*]]][]
// CHECK: memref.view
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK-NEXT: scf.if
// CHECK-NEXT: memref.store
// CHECK: scf.for
gpu.module @in_one_function {
  gpu.func @k(%x: f32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    %first = arith.cmpi eq, %t, %c0 : index
    %a = memref.alloca() : !s
    %b = memref.alloca() : !s
    %c = memref.alloca() : !s
    memref.store %x, %a[%t] : !s
    scf.if %first {
      memref.store %x, %b[%t] : !s
    }
    scf.for %i = %c0 to %n step %c1 {
      %y = memref.load %b[%i] : !s
      memref.store %y, %c[%i] : !s
    }
    gpu.return
  }
}

// -----

!s = memref<32xf32, #gpu.address_space<workgroup>>

// A call that not all threads come to: nothing lies in its place, and what it calls does not share either.
// CHECK-LABEL: gpu.module @divergent
// CHECK: @shared_frame.k : memref<640xi8
// CHECK-LABEL: func.func private @twice(
// CHECK-NOT: gpu.barrier
// CHECK: call @leaf
// CHECK-NOT: gpu.barrier
// CHECK-LABEL: gpu.func @k
// CHECK: call @other
// CHECK: scf.if
// CHECK-NEXT: call @twice
// CHECK-NOT: gpu.barrier
gpu.module @divergent {
  func.func private @other(%x: f32) {
    %b = memref.alloca() : !s
    %c0 = arith.constant 0 : index
    memref.store %x, %b[%c0] : !s
    return
  }
  func.func private @leaf(%x: f32) {
    %b = memref.alloca() : !s
    %c0 = arith.constant 0 : index
    %c = memref.alloca() : !s
    memref.store %x, %b[%c0] : !s
    memref.store %x, %c[%c0] : !s
    return
  }
  func.func private @twice(%x: f32) {
    func.call @leaf(%x) : (f32) -> ()
    func.call @leaf(%x) : (f32) -> ()
    return
  }
  gpu.func @k(%x: f32) kernel {
    %c8 = arith.constant 8 : index
    %t = gpu.thread_id x
    %low = arith.cmpi ult, %t, %c8 : index
    func.call @other(%x) : (f32) -> ()
    scf.if %low {
      // expected-warning @+1 {{not all threads of a CTA reach this call of the function 'twice': its 512 bytes of shared memory do not overlap any other buffer of the kernel 'k', and no barrier separates one execution from the next}}
      func.call @twice(%x) : (f32) -> ()
    }
    gpu.return
  }
}

// -----

!s = memref<32xf32, #gpu.address_space<workgroup>>

// Unstructured control flow: buffers keep their place, calls share theirs.
// CHECK-LABEL: gpu.module @blocks
// CHECK: @shared_frame.k : memref<256xi8
// CHECK-LABEL: gpu.func @k
// CHECK: ^bb1:
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: call @leaf
// CHECK-NEXT: cf.cond_br
gpu.module @blocks {
  func.func private @leaf(%x: f32) {
    %b = memref.alloca() : !s
    %c0 = arith.constant 0 : index
    memref.store %x, %b[%c0] : !s
    return
  }
  gpu.func @k(%x: f32, %more: i1) kernel {
    %b = memref.alloca() : !s
    %c0 = arith.constant 0 : index
    memref.store %x, %b[%c0] : !s
    cf.br ^loop
  ^loop:
    func.call @leaf(%x) : (f32) -> ()
    cf.cond_br %more, ^loop, ^end
  ^end:
    gpu.return
  }
}

// -----

!s = memref<32xf32, #gpu.address_space<workgroup>>
!l = memref<64xf32, #gpu.address_space<workgroup>>

// Kernels that share a function share a buffer, others have their own. An address that is kept, and asynchronous copies,
// take a place of their own.
// CHECK-LABEL: gpu.module @kernels
// CHECK-DAG: @shared_frame.kept : memref<384xi8
// CHECK-DAG: @shared_frame.one : memref<256xi8
// CHECK-LABEL: gpu.func @one
// CHECK: memref.get_global @shared_frame.one
// CHECK-LABEL: gpu.func @two
// CHECK: memref.get_global @shared_frame.one
gpu.module @kernels {
  func.func private @leaf(%x: f32) {
    %b = memref.alloca() : !s
    %c0 = arith.constant 0 : index
    memref.store %x, %b[%c0] : !s
    return
  }
  gpu.func @one(%x: f32) kernel {
    func.call @leaf(%x) : (f32) -> ()
    gpu.return
  }
  gpu.func @two(%x: f32) kernel {
    %b = memref.alloca() : !l
    %c0 = arith.constant 0 : index
    memref.store %x, %b[%c0] : !l
    func.call @leaf(%x) : (f32) -> ()
    gpu.return
  }
  gpu.func @kept(%x: f32) kernel {
    %b = memref.alloca() : !s
    %c0 = arith.constant 0 : index
    %p = memref.extract_aligned_pointer_as_index %b : !s -> index
    %c = memref.alloca() : !s
    memref.store %x, %c[%c0] : !s
    %d = memref.alloca() : !l
    memref.store %x, %d[%c0] : !l
    gpu.return
  }
}

// -----

// A global keeps what lies in it between calls: nothing is laid over it.
// CHECK-LABEL: gpu.module @globals
// CHECK-NOT: shared_frame
// CHECK: memref.global "private" @partial
// CHECK-NOT: shared_frame
gpu.module @globals {
  memref.global "private" @partial : memref<4xf32, #gpu.address_space<workgroup>>
  func.func private @f() {
    %p = memref.get_global @partial : memref<4xf32, #gpu.address_space<workgroup>>
    %mine = memref.alloca() : memref<4xf32>
    return
  }
  gpu.func @k() kernel {
    func.call @f() : () -> ()
    gpu.return
  }
}
