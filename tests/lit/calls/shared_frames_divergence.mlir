// What counts as reached by all threads of a CTA, of any shape: what a loaded value decides does not.
// RUN: proton-opt %s --verify-diagnostics --place-shared-frames | FileCheck %s

// CHECK-NOT: gpu.barrier
// CHECK-LABEL: gpu.func @fine
// CHECK: do {
// CHECK: gpu.barrier
// CHECK-NEXT: arith.constant
// CHECK-NEXT: func.call @f
// CHECK-NOT: gpu.barrier
!s = memref<32xf32, #gpu.address_space<workgroup>>
gpu.module @m {
  func.func private @f(%x: f32) {
    %c0 = arith.constant 0 : index
    %b = memref.alloca() : !s
    memref.store %x, %b[%c0] : !s
    return
  }
  gpu.func @loaded(%x: f32, %A: memref<4xi1>) kernel {
    %c0 = arith.constant 0 : index
    %c = memref.load %A[%c0] : memref<4xi1>
    scf.if %c {
      // expected-warning @+1 {{not all threads of a CTA reach this call of the function 'f': its 128 bytes of shared memory do not overlap any other buffer of the kernel 'loaded'}}
      func.call @f(%x) : (f32) -> ()
    }
    gpu.return
  }
  gpu.func @early(%x: f32) kernel {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id y
    %c = arith.cmpi eq, %t, %c0 : index
    cf.cond_br %c, ^out, ^go
  ^out:
    gpu.return
  ^go:
    // expected-warning @+1 {{not all threads of a CTA reach this call of the function 'f': its 128 bytes of shared memory do not overlap any other buffer of the kernel 'early'}}
    func.call @f(%x) : (f32) -> ()
    gpu.return
  }
  gpu.func @carried(%x: f32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    %r = scf.while (%i = %t) : (index) -> index {
      %c = arith.cmpi ult, %i, %n : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%i: index):
      // expected-warning @+1 {{not all threads of a CTA reach this call of the function 'f': its 128 bytes of shared memory do not overlap any other buffer of the kernel 'carried'}}
      func.call @f(%x) : (f32) -> ()
      %j = arith.addi %i, %c1 : index
      scf.yield %j : index
    }
    gpu.return
  }
  gpu.func @fine(%x: f32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %b = gpu.block_id x
    %d = gpu.block_dim x
    %r = scf.while (%i = %b) : (index) -> index {
      %c = arith.cmpi ult, %i, %n : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%i: index):
      func.call @f(%x) : (f32) -> ()
      %j = arith.addi %i, %d : index
      scf.yield %j : index
    }
    gpu.return
  }
  func.func private @flag(%i: index) -> i1 {
    %c0 = arith.constant 0 : index
    %c = arith.cmpi eq, %i, %c0 : index
    return %c : i1
  }
  gpu.func @called(%x: f32) kernel {
    %t = gpu.thread_id x
    %c = func.call @flag(%t) : (index) -> i1
    scf.if %c {
      // expected-warning @+1 {{not all threads of a CTA reach this call of the function 'f': its 128 bytes of shared memory do not overlap any other buffer of the kernel 'called'}}
      func.call @f(%x) : (f32) -> ()
    }
    gpu.return
  }
  gpu.func @shuffled(%x: f32) kernel {
    %w = arith.constant 32 : i32
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %c0 = arith.constant 0 : i32
    %o, %v = gpu.shuffle idx %i, %c0, %w : i32
    %c = arith.cmpi eq, %o, %c0 : i32
    scf.if %c {
      // expected-warning @+1 {{not all threads of a CTA reach this call of the function 'f': its 128 bytes of shared memory do not overlap any other buffer of the kernel 'shuffled'}}
      func.call @f(%x) : (f32) -> ()
    }
    %sg = gpu.subgroup_id : index
    %cc = arith.index_cast %sg : index to i32
    %c2 = arith.cmpi eq, %cc, %c0 : i32
    scf.if %c2 {
      // expected-warning @+1 {{not all threads of a CTA reach this call of the function 'f': its 128 bytes of shared memory do not overlap any other buffer of the kernel 'shuffled'}}
      func.call @f(%x) : (f32) -> ()
    }
    gpu.return
  }
}
