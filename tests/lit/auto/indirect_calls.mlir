// Functions that kernels reach through values only: their accesses are counted as not covered.
// RUN: proton-opt %s --proton-mark-access-runs | FileCheck %s
// RUN: proton-opt %s --proton-report-unmarked --verify-diagnostics -o /dev/null

// CHECK-LABEL: gpu.func @selected
// CHECK-SAME: proton_gpu.coverage.accesses = array<i64: 1, 3>
gpu.module @throughSelect {
  llvm.func @f(%p: !llvm.ptr<1>) {
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.store %one, %p : i32, !llvm.ptr<1>
    // expected-warning @+1 {{auto modes do not record the function 'inner': it is called by 'f', which has its address taken}}
    llvm.call @inner(%p) : (!llvm.ptr<1>) -> ()
    llvm.return
  }
  llvm.func @h(%p: !llvm.ptr<1>) {
    %two = llvm.mlir.constant(2 : i32) : i32
    llvm.store %two, %p : i32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @inner(%p: !llvm.ptr<1>) {
    %three = llvm.mlir.constant(3 : i32) : i32
    llvm.store %three, %p : i32, !llvm.ptr<1>
    llvm.return
  }
  gpu.func @selected(%p: !llvm.ptr<1>, %c: i1) kernel {
    // expected-warning @+1 {{auto modes do not record the function 'f': it has its address taken}}
    %f = llvm.mlir.addressof @f : !llvm.ptr
    // expected-warning @+1 {{auto modes do not record the function 'h': it has its address taken}}
    %h = llvm.mlir.addressof @h : !llvm.ptr
    %callee = llvm.select %c, %f, %h : i1, !llvm.ptr
    llvm.call %callee(%p) : !llvm.ptr, (!llvm.ptr<1>) -> ()
    %four = llvm.mlir.constant(4 : i32) : i32
    llvm.store %four, %p : i32, !llvm.ptr<1>
    gpu.return
  }
}

// The load of the table reads constant memory, which this pass does not mark.
// CHECK-LABEL: gpu.func @tabled
// CHECK-SAME: proton_gpu.coverage.accesses = array<i64: 0, 1>
gpu.module @throughTable {
  llvm.mlir.global internal constant @table() {addr_space = 4 : i32} : !llvm.array<1 x ptr> {
    // expected-warning @+1 {{auto modes do not record the function 'g': it has its address taken}}
    %g = llvm.mlir.addressof @g : !llvm.ptr
    %none = llvm.mlir.undef : !llvm.array<1 x ptr>
    %all = llvm.insertvalue %g, %none[0] : !llvm.array<1 x ptr>
    llvm.return %all : !llvm.array<1 x ptr>
  }
  llvm.func @g(%p: !llvm.ptr<1>) {
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.store %one, %p : i32, !llvm.ptr<1>
    llvm.return
  }
  gpu.func @tabled(%p: !llvm.ptr<1>) kernel {
    %t = llvm.mlir.addressof @table : !llvm.ptr<4>
    %callee = llvm.load %t : !llvm.ptr<4> -> !llvm.ptr
    llvm.call %callee(%p) : !llvm.ptr, (!llvm.ptr<1>) -> ()
    gpu.return
  }
}

// An address that no kernel calls is nothing that a mode leaves out.
// CHECK-LABEL: gpu.func @notCalled
// CHECK-SAME: proton_gpu.coverage.accesses = array<i64: 1, 0>
gpu.module @notCalledAtAll {
  llvm.func @f(%p: !llvm.ptr<1>) {
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.store %one, %p : i32, !llvm.ptr<1>
    llvm.return
  }
  gpu.func @notCalled(%p: !llvm.ptr<1>) kernel {
    %f = llvm.mlir.addressof @f : !llvm.ptr
    llvm.store %f, %p : !llvm.ptr, !llvm.ptr<1>
    gpu.return
  }
}

gpu.module @unknown {
  gpu.func @parameter(%callee: !llvm.ptr) kernel {
    // expected-warning @+1 {{auto modes do not record the function that this call through a value reaches: no function of the module has its address taken}}
    llvm.call %callee() : !llvm.ptr, () -> ()
    gpu.return
  }
}
