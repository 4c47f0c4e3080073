// SPDX-License-Identifier: Apache-2.0
// Kernels of nvcc for tests: nvcc -ptx -arch=sm_80 cuda_kernels.cu -o cuda_kernels.ptx
#include <cuda_pipeline.h>
#include <mma.h>

/// C = A + B; a loop with a stride.
extern "C" __global__ void add(const float *a, const float *b, float *c, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    c[i] = a[i] + b[i];
}

/// out[row] = sum of a row, by shared memory and barriers.
extern "C" __global__ void __launch_bounds__(128) row_sum(const float *in, float *out, int columns) {
  __shared__ float partial[128];
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += 128)
    sum += in[blockIdx.x * columns + i];
  partial[threadIdx.x] = sum;
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (threadIdx.x < half)
      partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = partial[0];
}

/// c = a + b, staged by asynchronous copies in dynamic shared memory.
extern "C" __global__ void add_async(const float *a, const float *b, float *c, int tiles) {
  extern __shared__ float staged[];
  const int threads = blockDim.x;
  for (int tile = 0; tile < tiles; ++tile) {
    const int i = (blockIdx.x * tiles + tile) * threads + threadIdx.x;
    __pipeline_memcpy_async(&staged[threadIdx.x], &a[i], 4);
    __pipeline_memcpy_async(&staged[threads + threadIdx.x], &b[i], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    c[i] = staged[threadIdx.x] + staged[threads + threadIdx.x];
    __syncthreads();
  }
}

/// C = A B of 16 x 16 tiles, one a warp, K = 64, f16 to f32.
extern "C" __global__ void product(const half *a, const half *b, float *c, int k) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, half, row_major> left;
  fragment<matrix_b, 16, 16, 16, half, row_major> right;
  fragment<accumulator, 16, 16, 16, float> sum;
  const int columns = 16 * gridDim.x;
  fill_fragment(sum, 0.0f);
  for (int i = 0; i < k; i += 16) {
    load_matrix_sync(left, a + blockIdx.y * 16 * k + i, k);
    load_matrix_sync(right, b + i * columns + blockIdx.x * 16, columns);
    mma_sync(sum, left, right, sum);
  }
  store_matrix_sync(c + blockIdx.y * 16 * columns + blockIdx.x * 16, sum, columns, mem_row_major);
}
