// Shared memory for the time of a call whose place cannot be known.
// RUN: proton-opt %s --split-input-file --verify-diagnostics --place-shared-frames

gpu.module @m {
  gpu.func @k(%n: index) kernel {
    // expected-error @+1 {{a buffer in workgroup memory needs a fixed size and the plain layout of its elements: give it a static shape, or pass it as an argument}}
    %b = memref.alloca(%n) : memref<?xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @m {
  func.func private @f(%n: index) {
    %b = memref.alloca() : memref<4xf32, #gpu.address_space<workgroup>>
    // expected-error @+1 {{the function 'f' has shared memory for the time of a call and calls itself (f -> f): its address depends on the call path, which must be known at compile time; make its buffer a memref.global, or call the function by name}}
    func.call @f(%n) : (index) -> ()
    return
  }
  gpu.func @k(%n: index) kernel {
    func.call @f(%n) : (index) -> ()
    gpu.return
  }
}

// -----

gpu.module @m {
  llvm.func @f() {
    %b = memref.alloca() : memref<4xf32, #gpu.address_space<workgroup>>
    llvm.return
  }
  gpu.func @k() kernel {
    // expected-error @+1 {{the function 'f' has shared memory for the time of a call and has its address taken}}
    %f = llvm.mlir.addressof @f : !llvm.ptr
    llvm.call %f() : !llvm.ptr, () -> ()
    gpu.return
  }
}
