// SPDX-License-Identifier: Apache-2.0
// Kernels that take 0.1 to some ms on a large GPU, each launched 40 times with the same data, so
// that recorded launches can be compared with those between them (`--launch every=8`). Prints a
// checksum of the last output.
//   nvcc -std=c++17 -arch=sm_90 large_cuda_kernels.cu -o large
#include <cooperative_groups.h>
#include <cub/cub.cuh>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include "case.h"

namespace {

constexpr int kLaunches = 40;

/// 16 x 16 tiles in shared memory.
__global__ void tiledProduct(const float *a, const float *b, float *c, int n) {
  __shared__ float tileA[16][16], tileB[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    tileA[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    tileB[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

/// 64 x 64 tiles, 4 x 4 results a thread, copies two tiles ahead by cp.async.
__global__ void pipelinedProduct(const float *a, const float *b, float *c, int n) {
  constexpr int kTile = 64, kDepth = 16, kStages = 3;
  __shared__ float tileA[kStages][kTile][kDepth], tileB[kStages][kDepth][kTile];
  const int row = blockIdx.y * kTile, column = blockIdx.x * kTile, t = threadIdx.x;
  const auto copy = [&](int k) {
    const int stage = k % kStages;
    __pipeline_memcpy_async(&tileA[stage][t / 4][t % 4 * 4],
                            &a[(row + t / 4) * n + k * kDepth + t % 4 * 4], 16);
    __pipeline_memcpy_async(&tileB[stage][t / 16][t % 16 * 4],
                            &b[(k * kDepth + t / 16) * n + column + t % 16 * 4], 16);
  };
  float sums[4][4] = {};
  for (int k = 0; k < kStages - 1; ++k) {
    copy(k);
    __pipeline_commit();
  }
  for (int k = 0; k < n / kDepth; ++k) {
    if (k + kStages - 1 < n / kDepth)
      copy(k + kStages - 1);
    __pipeline_commit();
    __pipeline_wait_prior(kStages - 1);
    __syncthreads();
    const int stage = k % kStages;
    for (int i = 0; i < kDepth; ++i)
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 4; ++x)
          sums[y][x] += tileA[stage][t / 16 * 4 + y][i] * tileB[stage][i][t % 16 * 4 + x];
    __syncthreads();
  }
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x)
      c[(row + t / 16 * 4 + y) * n + column + t % 16 * 4 + x] = sums[y][x];
}

/// A warp computes one 16 x 16 tile with wmma.
__global__ void tensorProduct(const half *a, const half *b, float *c, int n) {
  namespace wmma = nvcuda::wmma;
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, tiles = n / 16;
  const int row = warp / tiles * 16, column = warp % tiles * 16;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < n; k += 16) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
    wmma::load_matrix_sync(left, a + row * n + k, n);
    wmma::load_matrix_sync(right, b + k * n + column, n);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

__global__ void transposed(const float *in, float *out, int n) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
  __syncthreads();
  const int outX = blockIdx.y * 32 + threadIdx.x, outY = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    out[(outY + i) * n + outX] = tile[threadIdx.x][threadIdx.y + i];
}

/// One row a CTA.
__global__ void softmaxRows(const float *in, float *out, int columns) {
  namespace cg = cooperative_groups;
  __shared__ float parts[8];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const float *row = in + size_t(blockIdx.x) * columns;
  const auto total = [&](float value, auto join) {
    for (int step = 16; step > 0; step /= 2)
      value = join(value, warp.shfl_xor(value, step));
    __syncthreads();
    if (warp.thread_rank() == 0)
      parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = parts[0];
    for (int i = 1; i < 8; ++i)
      value = join(value, parts[i]);
    return value;
  };
  float largest = -1e30f, sum = 0;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    largest = fmaxf(largest, row[i]);
  largest = total(largest, [](float a, float b) { return fmaxf(a, b); });
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    sum += expf(row[i] - largest);
  sum = total(sum, [](float a, float b) { return a + b; });
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    out[size_t(blockIdx.x) * columns + i] = expf(row[i] - largest) / sum;
}

__global__ void stencil(const float *in, float *out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1)
    return;
  const float *at = in + size_t(y) * n + x;
  out[size_t(y) * n + x] = 0.5f * at[0] + 0.125f * (at[-1] + at[1] + at[-n] + at[n]);
}

__global__ void bodies(const float4 *in, float4 *out, int count) {
  __shared__ float4 tile[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 own = in[i];
  float3 force{};
  for (int begin = 0; begin < count; begin += 128) {
    tile[threadIdx.x] = in[begin + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 128; ++k) {
      const float x = tile[k].x - own.x, y = tile[k].y - own.y, z = tile[k].z - own.z;
      const float inverse = rsqrtf(x * x + y * y + z * z + 1e-3f);
      const float weight = tile[k].w * inverse * inverse * inverse;
      force.x += weight * x, force.y += weight * y, force.z += weight * z;
    }
    __syncthreads();
  }
  out[i] = make_float4(force.x, force.y, force.z, own.w);
}

/// Divergent: the number of steps differs by thread.
__global__ void escapeTimes(uint32_t *out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float real = -2 + 3.0f * x / n, imaginary = -1.5f + 3.0f * y / n;
  float a = 0, b = 0;
  uint32_t steps = 0;
  while (a * a + b * b < 4 && steps < 400) {
    const float next = a * a - b * b + real;
    b = 2 * a * b + imaginary;
    a = next;
    ++steps;
  }
  out[y * n + x] = steps;
}

__global__ void histogram(const uint32_t *in, uint32_t *bins, int count) {
  __shared__ uint32_t own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    atomicAdd(&own[in[i] >> 24], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

template <class Launch> uint64_t sumAfter(Buffer<float> &out, const Launch &launch) {
  for (int i = 0; i < kLaunches; ++i) {
    launch();
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
  }
  return checksum(out.read());
}

uint64_t product(void (*kernel)(const float *, const float *, float *, int), int n, dim3 grid,
                 dim3 block) {
  Buffer<float> a(n * n), b(n * n), c(n * n);
  a.write(numbers(n * n, 1));
  b.write(numbers(n * n, 2));
  return sumAfter(c, [&] { kernel<<<grid, block>>>(a.data, b.data, c.data, n); });
}

uint64_t tensor(int n) {
  Buffer<half> a(n * n), b(n * n);
  Buffer<float> c(n * n);
  std::vector<half> values(n * n);
  const std::vector<float> source = numbers(n * n);
  for (int i = 0; i < n * n; ++i)
    values[i] = __float2half(source[i]);
  a.write(values);
  b.write(values);
  return sumAfter(c, [&] { tensorProduct<<<n * n / 256 / 4, 128>>>(a.data, b.data, c.data, n); });
}

uint64_t filtered(void (*kernel)(const float *, float *, int), int n, int columns, dim3 grid,
                  dim3 block) {
  Buffer<float> in(size_t(n) * columns), out(size_t(n) * columns);
  in.write(numbers(size_t(n) * columns));
  return sumAfter(out, [&] { kernel<<<grid, block>>>(in.data, out.data, columns); });
}

uint64_t attracted(int count) {
  Buffer<float> in(count * 4), out(count * 4);
  in.write(numbers(count * 4));
  return sumAfter(out, [&] {
    bodies<<<count / 128, 128>>>(reinterpret_cast<const float4 *>(in.data),
                                 reinterpret_cast<float4 *>(out.data), count);
  });
}

uint64_t escaped(int n) {
  Buffer<float> out(n * n);
  return sumAfter(out, [&] {
    escapeTimes<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(reinterpret_cast<uint32_t *>(out.data), n);
  });
}

uint64_t counted(int count) {
  Buffer<uint32_t> in(count);
  Buffer<float> bins(256);
  in.write(words(count));
  return sumAfter(bins, [&] {
    CHECK(cudaMemset(bins.data, 0, 1024));
    histogram<<<528, 256>>>(in.data, reinterpret_cast<uint32_t *>(bins.data), count);
  });
}

uint64_t sorted(int count) {
  Buffer<uint32_t> in(count);
  Buffer<float> out(count);
  in.write(words(count));
  size_t bytes = 0;
  auto *to = reinterpret_cast<uint32_t *>(out.data);
  CHECK(cub::DeviceRadixSort::SortKeys(nullptr, bytes, in.data, to, count));
  Buffer<char> memory(bytes);
  return sumAfter(out, [&] {
    CHECK(cub::DeviceRadixSort::SortKeys(memory.data, bytes, in.data, to, count));
  });
}

uint64_t scanned(int count) {
  Buffer<uint32_t> in(count);
  Buffer<float> out(count);
  in.write(words(count));
  size_t bytes = 0;
  auto *to = reinterpret_cast<uint32_t *>(out.data);
  CHECK(cub::DeviceScan::InclusiveSum(nullptr, bytes, in.data, to, count));
  Buffer<char> memory(bytes);
  return sumAfter(out, [&] {
    CHECK(cub::DeviceScan::InclusiveSum(memory.data, bytes, in.data, to, count));
  });
}

} // namespace

int main() {
  const auto show = [](const char *name, uint64_t sum) {
    std::printf("%s %016llx\n", name, static_cast<unsigned long long>(sum));
  };
  show("tiledProduct", product(tiledProduct, 1024, dim3(64, 64), dim3(16, 16)));
  show("pipelinedProduct", product(pipelinedProduct, 2048, dim3(32, 32), dim3(256)));
  show("tensorProduct", tensor(2048));
  show("transposed", filtered(transposed, 8192, 8192, dim3(256, 256), dim3(32, 8)));
  show("softmaxRows", filtered(softmaxRows, 8192, 4096, dim3(8192), dim3(256)));
  show("stencil", filtered(stencil, 8192, 8192, dim3(256, 1024), dim3(32, 8)));
  show("bodies", attracted(16384));
  show("escapeTimes", escaped(4096));
  show("histogram", counted(1 << 26));
  show("sorted", sorted(1 << 24));
  show("scanned", scanned(1 << 26));
}
