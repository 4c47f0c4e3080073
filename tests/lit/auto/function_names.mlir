// Functions of C++ have the names of their source, where these differ.
// RUN: proton-opt %s --proton-mark-functions | FileCheck %s

// CHECK-LABEL: gpu.func @_ZN49_GLOBAL__N__426dc510_20_many_cuda_kernels_cu_main13matrixProductILi16EEEvPfPKfS3_i
// CHECK-NEXT: proton.record start "function matrixProduct<16>"
// CHECK-NEXT: proton.record end "function matrixProduct<16>"
// Overloads: f(int), f(float)
// CHECK-LABEL: gpu.func @_Z1fi
// CHECK-NEXT: proton.record start "function _Z1fi"
// CHECK-LABEL: gpu.func @_Z1ff
// CHECK-NEXT: proton.record start "function _Z1ff"
// CHECK-LABEL: gpu.func @_Zebra
// CHECK-NEXT: proton.record start "function _Zebra"
gpu.module @m {
  gpu.func @_ZN49_GLOBAL__N__426dc510_20_many_cuda_kernels_cu_main13matrixProductILi16EEEvPfPKfS3_i() kernel {
    gpu.return
  }
  gpu.func @_Z1fi() kernel {
    gpu.return
  }
  gpu.func @_Z1ff() kernel {
    gpu.return
  }
  gpu.func @_Zebra() kernel {
    gpu.return
  }
}
