// What proton-gpu-allocate-scratch rejects.
// RUN: proton-opt %s --split-input-file --verify-diagnostics --proton-gpu-allocate-scratch

gpu.module @m {
  gpu.func @shared_not_allocated() kernel {
    // expected-error @+1 {{'proton_gpu.segment_alloc' op has no shared memory: run proton-gpu-allocate-shared-memory first}}
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, shared, warp>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @two_segments() kernel {
    // expected-note @+1 {{the first segment is here}}
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    // expected-error @+1 {{'proton_gpu.segment_alloc' op is the second segment of its kernel: only one is supported}}
    %t = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    gpu.return
  }
}
