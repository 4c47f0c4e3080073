// Entry to every way out; include and exclude by globs.
// RUN: proton-opt %s --proton-mark-functions | FileCheck %s
// RUN: proton-opt %s --proton-mark-functions="include=first,sec* exclude=second" | FileCheck %s --check-prefix=SOME
// RUN: proton-opt %s --proton-mark-functions --convert-proton-to-proton-gpu | FileCheck %s --check-prefix=RECORDS

// CHECK-LABEL: gpu.func @first
// CHECK-NEXT: proton.record start "function first"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: proton.record end "function first"
// CHECK-NEXT: gpu.return

// Two returns, two ends.
// CHECK-LABEL: gpu.func @second
// CHECK-NEXT: proton.record start "function second"
// CHECK: ^bb1:
// CHECK-NEXT: proton.record end "function second"
// CHECK-NEXT: gpu.return
// CHECK: ^bb2:
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: proton.record end "function second"
// CHECK-NEXT: gpu.return

// The name is taken by an annotation.
// CHECK-LABEL: gpu.func @third
// CHECK-NEXT: proton.record start "function third #2"
// CHECK-NEXT: proton.record start "function third"
// CHECK-NEXT: proton.record end "function third"
// CHECK-NEXT: proton.record end "function third #2"

// CHECK-LABEL: llvm.func @fourth
// CHECK-NEXT: proton.record start "function fourth"
// CHECK: llvm.cond_br
// CHECK: proton.record end "function fourth"
// CHECK-NEXT: llvm.unreachable
// CHECK: proton.record end "function fourth"
// CHECK-NEXT: llvm.return

// Called by no kernel.
// CHECK-LABEL: func.func @helper
// CHECK-NEXT: return

// SOME: proton.record start "function first"
// SOME-NOT: "function second"
// SOME-NOT: "function fourth"

// RECORDS-LABEL: gpu.func @second
// RECORDS: scope_start 0
// RECORDS: scope_end 0
// RECORDS: scope_end 0
gpu.module @m {
  gpu.func @first() kernel {
    gpu.barrier
    gpu.return
  }
  gpu.func @second(%early: i1) kernel {
    cf.cond_br %early, ^bb1, ^bb2
  ^bb1:
    gpu.return
  ^bb2:
    gpu.barrier
    gpu.return
  }
  gpu.func @third() kernel {
    proton.record start "function third"
    proton.record end "function third"
    gpu.return
  }
  llvm.func @fourth(%bad: i1) attributes {nvvm.kernel} {
    llvm.cond_br %bad, ^bb1, ^bb2
  ^bb1:
    llvm.unreachable
  ^bb2:
    llvm.return
  }
  func.func @helper() {
    return
  }
}
