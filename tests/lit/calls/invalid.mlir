// Calls that leave the paths to a record unknown.
// RUN: proton-opt %s --split-input-file --verify-diagnostics --proton-assign-operations

// Recursion over two functions: the whole chain is named, from the kernel on.
gpu.module @m {
  func.func private @f() {
    proton.record start "f"
    proton.record end "f"
    // expected-note @+1 {{the function 'f' calls 'g' here}}
    func.call @g() : () -> ()
    return
  }
  func.func private @g() {
    // expected-error @+2 {{the function 'f' records and calls itself (k -> f -> g -> f): a record identifies its call path, so the number of paths must be finite; remove the scopes from it, or write the recursion as a loop}}
    // expected-note @+1 {{the function 'g' calls 'f' here}}
    func.call @f() : () -> ()
    return
  }
  gpu.func @k() kernel {
    // expected-note @+1 {{the kernel 'k' calls 'f' here}}
    func.call @f() : () -> ()
    gpu.return
  }
}

// -----

// A function that calls itself but records nothing, nor anything that it calls, is nobody's business here.
gpu.module @m {
  func.func private @silent() {
    func.call @silent() : () -> ()
    return
  }
  gpu.func @k() kernel {
    proton.record start "all"
    func.call @silent() : () -> ()
    proton.record end "all"
    gpu.return
  }
}

// -----

// A call through a value that may reach a function that records; it is two calls away from the kernel.
gpu.module @m {
  llvm.func @f() {
    proton.record start "f"
    proton.record end "f"
    llvm.return
  }
  llvm.func @through(%any: !llvm.ptr) {
    // expected-error @+1 {{this call through a value (k -> through) may reach the function 'f', which records: a record identifies its call path, so all calls must be direct; call the function by its name, or remove the scopes from it}}
    llvm.call %any() : !llvm.ptr, () -> ()
    llvm.return
  }
  gpu.func @k() kernel {
    // expected-note @+1 {{its address is taken here}}
    %f = llvm.mlir.addressof @f : !llvm.ptr
    // expected-note @+1 {{the kernel 'k' calls 'through' here}}
    llvm.call @through(%f) : (!llvm.ptr) -> ()
    gpu.return
  }
}

// -----

// The same in the llvm dialect, in the kernel itself.
gpu.module @m {
  llvm.func @f() {
    proton.record start "f"
    proton.record end "f"
    llvm.return
  }
  llvm.func @k() attributes {nvvm.kernel} {
    // expected-note @+1 {{its address is taken here}}
    %f = llvm.mlir.addressof @f : !llvm.ptr
    // expected-error @+1 {{this call through a value (k) may reach the function 'f', which records}}
    llvm.call %f() : !llvm.ptr, () -> ()
    llvm.return
  }
}

// -----

// A call through a value is allowed where no function that records can be meant.
gpu.module @m {
  llvm.func @silent() {
    llvm.return
  }
  gpu.func @k() kernel {
    %f = llvm.mlir.addressof @silent : !llvm.ptr
    proton.record start "all"
    llvm.call %f() : !llvm.ptr, () -> ()
    proton.record end "all"
    gpu.return
  }
}

// -----

// An address that may be called from elsewhere.
gpu.module @m {
  llvm.func @f() {
    proton.record start "f"
    proton.record end "f"
    llvm.return
  }
  llvm.func @k(%to: !llvm.ptr) attributes {nvvm.kernel} {
    // expected-error @+1 {{the address of the function 'f' is taken, which records: a record identifies its call path, so all calls must be direct}}
    %f = llvm.mlir.addressof @f : !llvm.ptr
    llvm.store %f, %to : !llvm.ptr, !llvm.ptr
    llvm.return
  }
}

// -----

// A scope is closed in the function that opens it: every path through a function is balanced.
gpu.module @m {
  func.func private @opens() {
    // expected-error @+1 {{scope 's' is started without being closed}}
    proton.record start "s"
    // expected-note @+1 {{the function may be left here with the scope open}}
    return
  }
  func.func private @closes() {
    // expected-error @+1 {{scope 's' is closed without being opened}}
    proton.record end "s"
    return
  }
  gpu.func @k() kernel {
    func.call @opens() : () -> ()
    func.call @closes() : () -> ()
    gpu.return
  }
}

// -----

// Two to the power of 12 paths with 3 scopes each: the figures, and who takes most of the ids.
gpu.module @m {
  // expected-note @+1 {{the function 'leaf' has 3 and is reached over 4096 paths}}
  func.func private @leaf() {
    proton.record start "a"
    proton.record end "a"
    proton.record start "b"
    proton.record end "b"
    proton.record start "c"
    proton.record end "c"
    return
  }
  func.func private @l1() {
    func.call @leaf() : () -> ()
    func.call @leaf() : () -> ()
    func.call @leaf() : () -> ()
    func.call @leaf() : () -> ()
    func.call @leaf() : () -> ()
    func.call @leaf() : () -> ()
    func.call @leaf() : () -> ()
    func.call @leaf() : () -> ()
    return
  }
  func.func private @l2() {
    func.call @l1() : () -> ()
    func.call @l1() : () -> ()
    func.call @l1() : () -> ()
    func.call @l1() : () -> ()
    func.call @l1() : () -> ()
    func.call @l1() : () -> ()
    func.call @l1() : () -> ()
    func.call @l1() : () -> ()
    return
  }
  func.func private @l3() {
    func.call @l2() : () -> ()
    func.call @l2() : () -> ()
    func.call @l2() : () -> ()
    func.call @l2() : () -> ()
    func.call @l2() : () -> ()
    func.call @l2() : () -> ()
    func.call @l2() : () -> ()
    func.call @l2() : () -> ()
    return
  }
  // expected-error @+2 {{the kernel 'k' has 12289 scopes, events and values, counted once for each path of calls, but a record can name only 4096: call the functions with the most records from fewer places, for example from a loop, or record less in them; a mode can exclude them (exclude=)}}
  // expected-note @+1 {{the kernel 'k' has 1 and is reached over 1 path}}
  gpu.func @k() kernel {
    proton.record start "all"
    func.call @l3() : () -> ()
    func.call @l3() : () -> ()
    func.call @l3() : () -> ()
    func.call @l3() : () -> ()
    func.call @l3() : () -> ()
    func.call @l3() : () -> ()
    func.call @l3() : () -> ()
    func.call @l3() : () -> ()
    proton.record end "all"
    gpu.return
  }
}

// -----

// An event of the caller must be one on every way.
gpu.module @m {
  func.func private @wait(%e: i32) {
    // expected-error @+1 {{the event of this record must come from a proton.allocate_event on every call path: allocate it in a caller and pass it as an argument}}
    proton.event end %e : i32
    return
  }
  gpu.func @k() kernel {
    %e = proton.allocate_event "copy" : i32
    %c7 = arith.constant 7 : i32
    proton.event start %e : i32
    func.call @wait(%e) : (i32) -> ()
    // expected-note @+1 {{this call passes something that is not an allocation}}
    func.call @wait(%c7) : (i32) -> ()
    gpu.return
  }
}

// -----

// A function may keep an event to itself; that it returns one is not known of a call.
gpu.module @m {
  func.func private @make() -> i32 {
    %e = proton.allocate_event "copy" : i32
    proton.event start %e : i32
    proton.event end %e : i32
    return %e : i32
  }
  gpu.func @k() kernel {
    // expected-note @+1 {{it may be this value, which is not an allocation}}
    %e = func.call @make() : () -> i32
    // expected-error @+1 {{the event of this record must come from one proton.allocate_event on every path}}
    proton.event end %e : i32
    gpu.return
  }
}

// -----

// Some of the functions that record an event may be excluded, so half of one is no error.
gpu.module @m {
  func.func private @wait(%e: i32) {
    // expected-warning @+1 {{event 'copy' is ended but never started}}
    proton.event end %e : i32
    return
  }
  gpu.func @k() kernel {
    // expected-note @+1 {{allocated here}}
    %e = proton.allocate_event "copy" : i32
    func.call @wait(%e) : (i32) -> ()
    gpu.return
  }
}
