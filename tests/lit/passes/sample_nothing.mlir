// Sampled iterations of a kernel without loops are reported.
// RUN: proton-opt %s --convert-proton-to-proton-gpu --proton-sample-iterations=every=4 -o /dev/null 2>&1 | FileCheck %s

// CHECK: warning: every=4 has no effect: no scope, value or access is in a loop
gpu.module @m {
  gpu.func @k() kernel {
    proton.record start "all"
    proton.record end "all"
    gpu.return
  }
}
