// What records on AMD GPUs cannot be: rejected by name.
// RUN: not proton-opt %s --convert-proton-gpu-to-llvm="target=amd chip=gfx942 block=64,1,1" 2>&1 | FileCheck %s --check-prefix=STREAM
// RUN: not proton-opt %s --convert-proton-gpu-to-llvm="target=amd chip=gfx803 block=64,1,1" 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not proton-opt %s --convert-proton-gpu-to-llvm="target=amd chip=gfx942" 2>&1 | FileCheck %s --check-prefix=BLOCK

// STREAM: error: 'proton_gpu.segment_alloc' op has strategy 'stream', which AMD GPUs do not have yet; 'flush' and 'circular' keep records there
// CHIP: error: 'proton_gpu.segment_alloc' op cannot be lowered: records are not written for the AMD GPU 'gfx803'
// BLOCK: error: option 'block' takes three numbers of at least 1
gpu.module @m {
  gpu.func @k(%buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc strategy stream keeps 1024 units 1 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.flush_point 1 of %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}
