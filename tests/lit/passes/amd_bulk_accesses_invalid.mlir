// Bulk copies on an AMD GPU, which has none: rejected by name.
// RUN: proton-opt %s --convert-proton-gpu-to-llvm="target=amd chip=gfx942 block=64,1,1" --verify-diagnostics
gpu.module @m {
  gpu.func @k(%tile: i64, %x: i64, %buffer: !llvm.ptr) kernel {
    // expected-error @+1 {{'proton_gpu.segment_alloc' op contains records of bulk copies, which AMD GPUs do not have}}
    %s = proton_gpu.segment_alloc units 1 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 0 with %tile : i64 and [%x] shared, %t to %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}
