// Where the lanes of a warp may be apart in functions that are called.
// RUN: proton-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(convert-proton-to-proton-gpu,gpu.module(proton-gpu-report-divergence{block=128,1,1}))'

// A call under divergence makes the whole callee divergent, over two levels; another call of the same function does not
// take that back.
gpu.module @m {
  func.func private @inner() {
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton.record start "s"
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton.record end "s"
    return
  }
  func.func private @outer() {
    func.call @inner() : () -> ()
    return
  }
  gpu.func @k() kernel {
    %c3 = arith.constant 3 : index
    %t = gpu.thread_id x
    %some = arith.cmpi ult, %t, %c3 : index
    func.call @inner() : () -> ()
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %some {
      func.call @outer() : () -> ()
    }
    gpu.return
  }
}

// -----

// Arguments are what all callers give together: a warp's number everywhere, so the branch on it is taken by whole warps.
gpu.module @m {
  func.func private @f(%n: index) -> index {
    %c1 = arith.constant 1 : index
    %first = arith.cmpi eq, %n, %c1 : index
    scf.if %first {
      proton.record start "s"
      proton.record end "s"
    }
    return %n : index
  }
  gpu.func @k() kernel {
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %warp = arith.divui %t, %c32 : index
    %same = func.call @f(%warp) : (index) -> index
    %again = func.call @f(%same) : (index) -> index
    %c2 = arith.constant 2 : index
    %second = arith.cmpi eq, %again, %c2 : index
    scf.if %second {
      proton.record start "t"
      proton.record end "t"
    }
    gpu.return
  }
}

// -----

// One caller gives a value of its own to each lane: then the branch parts the warp, and so does the result.
gpu.module @m {
  func.func private @f(%n: index) -> index {
    %c1 = arith.constant 1 : index
    %first = arith.cmpi eq, %n, %c1 : index
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %first {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton.record start "s"
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton.record end "s"
    }
    return %n : index
  }
  gpu.func @k() kernel {
    %c2 = arith.constant 2 : index
    %t = gpu.thread_id x
    %a = func.call @f(%c2) : (index) -> index
    %b = func.call @f(%t) : (index) -> index
    %second = arith.cmpi eq, %a, %c2 : index
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %second {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton.record start "t"
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton.record end "t"
    }
    gpu.return
  }
}

// -----

// Nothing is known of what a function without a body returns.
gpu.module @m {
  func.func private @elsewhere(index) -> index
  gpu.func @k() kernel {
    %c2 = arith.constant 2 : index
    %a = func.call @elsewhere(%c2) : (index) -> index
    %second = arith.cmpi eq, %a, %c2 : index
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %second {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton.record start "t"
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton.record end "t"
    }
    gpu.return
  }
}
