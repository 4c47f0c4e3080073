// Patterns of include and exclude that match no function are reported with the functions that there are.
// RUN: proton-opt %s --proton-select-functions="include=nosuch,k exclude=other*,helper" -o /dev/null 2>&1 | FileCheck %s

// CHECK: warning: include=nosuch matches no function: there are k, helper
// CHECK: warning: exclude=other* matches no function: there are k, helper
// CHECK-NOT: warning
gpu.module @m {
  func.func private @declared()
  gpu.func @k() kernel {
    gpu.return
  }
  func.func @helper() {
    return
  }
}
