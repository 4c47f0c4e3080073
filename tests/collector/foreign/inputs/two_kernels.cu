// SPDX-License-Identifier: Apache-2.0
// Two kernels in CUDA C++ as clang compiles them: an addition, and a sum over each block.
#include <cuda_runtime.h>
#include "proton_markers.h"

extern "C" __global__ void add(const float *a, const float *b, float *c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  proton_scope_start("load");
  const float x = a[i], y = b[i];
  proton_scope_end("load");
  c[i] = x + y;
}

extern "C" __global__ void reduce(const float *in, float *out) {
  __shared__ float tile[32];
  const int event = proton_allocate_event("sum");
  float x = in[blockIdx.x * blockDim.x + threadIdx.x];
  proton_scope_start("warp");
  proton_event_start(event, threadIdx.x / 32);
  for (int offset = 16; offset > 0; offset /= 2)
    x += __shfl_xor_sync(0xffffffffu, x, offset);
  proton_event_end(event, threadIdx.x / 32);
  proton_scope_end("warp");
  if (threadIdx.x % 32 == 0)
    tile[threadIdx.x / 32] = x;
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < blockDim.x / 32; ++i)
      sum += tile[i];
    out[blockIdx.x] = sum;
  }
}
