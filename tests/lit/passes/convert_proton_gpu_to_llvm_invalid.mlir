// What the lowerings reject.
// RUN: proton-opt %s --split-input-file --verify-diagnostics --convert-proton-gpu-to-llvm
// RUN: not proton-opt %s --split-input-file --convert-proton-gpu-to-llvm=target=cuda 2>&1 | FileCheck %s
// RUN: not proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=nvidia block=32,1,1" 2>&1 | FileCheck %s --check-prefix=NVIDIA
// RUN: not proton-opt %s --split-input-file --convert-proton-gpu-to-llvm="target=nvidia block=32,0,1" 2>&1 | FileCheck %s --check-prefix=BLOCK

// CHECK: error: target 'cuda' is not known; the targets are: cpu, nvidia, amd
// NVIDIA: error: 'proton_gpu.segment_alloc' op is not allocated: run proton-gpu-allocate-scratch first
// NVIDIA: error: 'cf.br' op must not pass a segment on: only proton_gpu operations may use it
// BLOCK: error: option 'block' takes three numbers of at least 1, the threads of a CTA in x, y and z

gpu.module @m {
  gpu.func @not_allocated() kernel {
    // expected-error @+1 {{'proton_gpu.segment_alloc' op is not allocated: run proton-gpu-allocate-scratch first}}
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @segment_passed_on(%buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 1 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    // expected-error @+1 {{'cf.br' op must not pass a segment on: only proton_gpu operations may use it}}
    cf.br ^next(%s : !proton_gpu.segment<64, global, warp>)
  ^next(%arrived: !proton_gpu.segment<64, global, warp>):
    proton_gpu.finalize %arrived : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @store_without_flush_point(%buffer: !llvm.ptr) workgroup(%m: memref<16xi64, #gpu.address_space<workgroup>>) kernel {
    %s = proton_gpu.segment_alloc strategy flush keeps 64 units 1 in %buffer : !llvm.ptr staged %m : memref<16xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<16, shared, warp>
    %t = proton_gpu.read_counter : i32
    // expected-error @+1 {{'proton_gpu.store' op needs a flush_point directly after it, because its segment has strategy 'flush'}}
    proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<16, shared, warp>
    gpu.return
  }
}
