// SPDX-License-Identifier: Apache-2.0
// Kernels of nvcc's usual kinds; no result depends on the order of threads.
#include <cassert>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include "case.h"

namespace cg = cooperative_groups;

namespace {

constexpr int kCount = 1 << 14;
constexpr int kBlock = 128;
constexpr int kGrid = kCount / kBlock;

__constant__ float kTable[256];
__device__ int g_counter;
__device__ float g_offset = 0.25f;

//===--- Elements ----------------------------------------------------------------------------===//

template <class T> __global__ void addOne(T *out, const T *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] + T(1);
}

__global__ void gridStride(float *out, const float *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = in[i] * 2.0f + g_offset;
}

__global__ void vectorLoads(float4 *out, const float4 *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 value = in[i];
    value.x += value.w;
    value.y *= value.z;
    out[i] = value;
  }
}

__global__ void mathFunctions(float *out, const float *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = sinf(in[i]) + expf(in[i]) * rsqrtf(1.0f + in[i] * in[i]) + tanhf(in[i]) +
             __powf(fabsf(in[i]), 0.3f);
}

__global__ void doubles(double *out, const double *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = sqrt(fabs(in[i])) / (1.0 + in[i] * in[i]);
}

__global__ void halves(__half2 *out, const __half2 *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = __hfma2(in[i], in[i], __float2half2_rn(0.5f));
}

__global__ void longIntegers(uint64_t *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const uint64_t x = 0x9E3779B97F4A7C15ull * (i + 1);
    out[i] = __umul64hi(x, x) + x / (i + 3) + x % (i + 7) + __popcll(x);
  }
}

__global__ void constantTable(float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = kTable[i & 255] + kTable[(i * 7) & 255];
}

//===--- Control flow ------------------------------------------------------------------------===//

__global__ void divergent(uint32_t *out, int n) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= uint32_t(n))
    return;
  uint32_t steps = 0;
  for (uint64_t x = i + 1; x != 1 && steps < 500; ++steps)
    x = x % 2 ? 3 * x + 1 : x / 2;
  out[i] = steps;
}

__global__ void switches(int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int value = i;
  switch (i % 11) {
  case 0:
    value += 3;
    break;
  case 1:
    value *= 5;
    break;
  case 2:
    value ^= 0x55;
    break;
  case 3:
    value -= 9;
    [[fallthrough]];
  case 4:
    value <<= 2;
    break;
  case 5:
    value = ~value;
    break;
  case 6:
    value /= 3;
    break;
  case 7:
    value = __brev(value);
    break;
  case 8:
    value = __clz(value);
    break;
  default:
    value = -value;
  }
  out[i] = value;
}

__global__ void earlyExit(int *out, const uint32_t *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int step = 0; step < 64; ++step) {
    if ((in[(i + step) % n] & 15) == 0) {
      out[i] = step;
      return;
    }
    if (step % 3 == 2)
      continue;
  }
  out[i] = -1;
}

__device__ __noinline__ float polynomial(float x, int degree) {
  float sum = 0;
  for (int i = 0; i <= degree; ++i)
    sum = sum * x + 1.0f / (i + 1);
  return sum;
}

__global__ void calls(float *out, const float *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = polynomial(in[i], 3 + i % 4);
}

__device__ __noinline__ uint32_t recursive(uint32_t n) {
  return n < 2 ? n : recursive(n - 1) + recursive(n - 2);
}

__global__ void recursion(uint32_t *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = recursive(i % 12);
}

using Operation = float (*)(float, float);
__device__ float plus(float a, float b) {
  return a + b;
}
__device__ float minus(float a, float b) {
  return a - b;
}
__device__ float times(float a, float b) {
  return a * b;
}
__device__ Operation const kOperations[] = {plus, minus, times};

__global__ void functionPointers(float *out, const float *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = kOperations[i % 3](in[i], in[(i + 1) % n]);
}

struct Shape {
  __device__ virtual float area(float x) const { return x; }
};
struct Square : Shape {
  __device__ float area(float x) const override { return x * x; }
};

__global__ void virtualCalls(float *out, const float *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Shape shape;
  Square square;
  const Shape *which = i % 2 ? &shape : static_cast<const Shape *>(&square);
  out[i] = which->area(in[i]);
}

__global__ void localArray(int *out, const uint32_t *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int bins[32] = {};
  for (int k = 0; k < 64; ++k)
    ++bins[in[(i + k) % n] & 31];
  int best = 0;
  for (int b = 1; b < 32; ++b)
    best = bins[b] > bins[best] ? b : best;
  out[i] = best;
}

//===--- Shared memory -----------------------------------------------------------------------===//

__global__ void sharedReverse(float *out, const float *in) {
  __shared__ float tile[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[kBlock - 1 - threadIdx.x];
}

__global__ void dynamicShared(float *out, const float *in, int window) {
  extern __shared__ float tile[];
  const int base = blockIdx.x * blockDim.x;
  for (int i = threadIdx.x; i < int(blockDim.x) + window; i += blockDim.x)
    tile[i] = in[(base + i) % kCount];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < window; ++k)
    sum += tile[threadIdx.x + k];
  out[base + threadIdx.x] = sum;
}

__global__ void transpose(float *out, const float *in, int side) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * side + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    out[(y + k) * side + x] = tile[threadIdx.x][threadIdx.y + k];
}

template <int kTile>
__global__ void matrixProduct(float *c, const float *a, const float *b, int n) {
  __shared__ float tileA[kTile][kTile], tileB[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += kTile) {
    tileA[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    tileB[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kTile; ++i)
      sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void histogram(uint32_t *out, const uint32_t *in, int n) {
  __shared__ uint32_t bins[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    bins[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i] & 255], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&out[i], bins[i]);
}

__global__ void namedBarriers(float *out, const float *in) {
  __shared__ float tile[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (threadIdx.x < 128) {
    tile[threadIdx.x] = in[i];
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[i] = tile[127 - threadIdx.x];
  } else {
    tile[threadIdx.x] = in[i] * 2;
    asm volatile("bar.sync 2, 128;" ::: "memory");
    out[i] = tile[383 - threadIdx.x];
  }
}

__global__ void barrierReductions(int *out, const uint32_t *in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int count = __syncthreads_count(in[i] & 1);
  const int any = __syncthreads_or(in[i] == 17), all = __syncthreads_and(in[i] != 17);
  out[i] = count * 4 + any * 2 + all;
}

//===--- Warps and groups --------------------------------------------------------------------===//

__global__ void shuffles(float *out, const float *in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = in[i];
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffff, value, offset);
  const float first = __shfl_sync(0xffffffff, value, 0);
  out[i] = first + __shfl_xor_sync(0xffffffff, in[i], 5) + __shfl_up_sync(0xffffffff, in[i], 3);
}

__global__ void votes(uint32_t *out, const uint32_t *in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const uint32_t ballot = __ballot_sync(0xffffffff, in[i] & 1);
  const uint32_t same = __match_any_sync(0xffffffff, in[i] & 3);
  out[i] = ballot ^ same ^ (__any_sync(0xffffffff, in[i] > 5) ? 1 : 0) ^
           __reduce_add_sync(0xffffffff, in[i] & 7);
}

__global__ void partialWarps(uint32_t *out, const uint32_t *in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t value = in[i];
  if (threadIdx.x % 32 < 20) {
    const uint32_t active = __activemask() & 0xfffff;
    value = __shfl_sync(active, value, 7);
    __syncwarp(active);
  }
  out[i] = value;
}

__global__ void tiles(float *out, const float *in) {
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<16>(block);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = cg::reduce(tile, in[i], cg::plus<float>());
  tile.sync();
  out[i] = sum + tile.shfl(in[i], 3);
}

__global__ void coalescedGroups(int *out, const uint32_t *in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = -1;
  if (in[i] & 4) {
    const auto group = cg::coalesced_threads();
    value = group.size() * 100 + group.thread_rank();
  }
  out[i] = value;
}

__global__ void gridSync(float *out, float *between, const float *in, int n) {
  const auto grid = cg::this_grid();
  for (int i = grid.thread_rank(); i < n; i += grid.size())
    between[i] = in[i] * 3.0f;
  grid.sync();
  for (int i = grid.thread_rank(); i < n; i += grid.size())
    out[i] = between[n - 1 - i] + 1.0f;
}

//===--- Atomics -----------------------------------------------------------------------------===//

__global__ void atomics(uint32_t *out, const uint32_t *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&out[0], in[i] & 15);
  atomicMax(&out[1], in[i]);
  atomicMin(&out[2], in[i]);
  atomicXor(&out[3], in[i]);
  atomicOr(&out[4], 1u << (in[i] & 31));
  uint32_t old = out[5], seen;
  do {
    seen = old;
    old = atomicCAS(&out[5], seen, seen + (in[i] & 1));
  } while (old != seen);
}

__global__ void lastBlock(uint32_t *out, uint32_t *counter, const uint32_t *in, uint32_t *partial) {
  __shared__ uint32_t sum;
  __shared__ bool isLast;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x] & 0xff);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    isLast = atomicAdd(counter, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    uint32_t all = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      all += __ldcg(&partial[b]);
    out[0] = all;
    *counter = 0;
  }
}

__global__ void moduleVariable(int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    g_counter += 5;
  out[i] = i;
}

//===--- Textures, printf, assert ------------------------------------------------------------===//

__global__ void textures(float *out, cudaTextureObject_t texture, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < side)
    out[y * side + x] = tex2D<float>(texture, x + 0.5f, y + 0.5f) + tex2D<float>(texture, x, y);
}

__global__ void prints(int *out) {
  if (threadIdx.x == 3 && blockIdx.x == 1)
    printf("thread %d of block %d\n", threadIdx.x, blockIdx.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

__global__ void asserts(int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(n > 0);
  out[i] = i / n;
}

//===--- Tensor cores, asynchronous copies, clusters -----------------------------------------===//

__global__ void warpMatrix(float *out, const __half *a, const __half *b) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, __half, row_major> left;
  fragment<matrix_b, 16, 16, 16, __half, col_major> right;
  fragment<accumulator, 16, 16, 16, float> sum;
  fill_fragment(sum, 0.0f);
  for (int k = 0; k < 64; k += 16) {
    load_matrix_sync(left, a + k, 64);
    load_matrix_sync(right, b + k, 64);
    mma_sync(sum, left, right, sum);
  }
  store_matrix_sync(out, sum, 16, mem_row_major);
}

__global__ void asyncCopies(float *out, const float *in, int rounds) {
  __shared__ alignas(16) float stages[2][kBlock * 4];
  const float *from = in + blockIdx.x * kBlock * 4;
  float sum = 0;
  __pipeline_memcpy_async(&stages[0][threadIdx.x * 4], &from[threadIdx.x * 4], 16);
  __pipeline_commit();
  for (int round = 0; round < rounds; ++round) {
    const int next = (round + 1) & 1;
    __pipeline_memcpy_async(&stages[next][threadIdx.x * 4], &from[threadIdx.x * 4], 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += stages[round & 1][(threadIdx.x * 7 + round) % (kBlock * 4)];
    __syncthreads();
  }
  __pipeline_wait_prior(0);
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void __cluster_dims__(2, 1, 1) clusters(float *out, const float *in) {
  __shared__ float mine[kBlock];
  const auto cluster = cg::this_cluster();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  mine[threadIdx.x] = in[i];
  cluster.sync();
  const float *other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[i] = other[threadIdx.x] - mine[threadIdx.x];
  cluster.sync();
}

__global__ void bulkCopies(float *out, const float *in) {
  __shared__ alignas(128) float tile[1024];
  __shared__ alignas(8) uint64_t barrier;
  const auto at = static_cast<uint32_t>(__cvta_generic_to_shared(&barrier));
  const auto to = static_cast<uint32_t>(__cvta_generic_to_shared(tile));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(at));
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  for (uint32_t phase = 0; phase < 4; ++phase) {
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 4096;" ::"r"(at) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
                   "4096, [%2];" ::"r"(to),
                   "l"(in + (blockIdx.x * 4 + phase) * 1024), "r"(at)
                   : "memory");
    }
    asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n@p "
                 "bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at),
                 "r"(phase & 1)
                 : "memory");
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
      out[(blockIdx.x * 4 + phase) * 1024 + i] = tile[1023 - i];
    __syncthreads();
  }
}
#endif

/// Matrix product of a warp group by wgmma, with both operands in shared memory and no swizzle.
#if !defined(__CUDA_ARCH__) || defined(__CUDA_ARCH_FEAT_SM90_ALL)
__device__ uint64_t descriptor(const void *tile, uint32_t leading, uint32_t stride) {
  const uint64_t at = static_cast<uint32_t>(__cvta_generic_to_shared(tile));
  return (at & 0x3ffff) >> 4 | uint64_t(leading >> 4) << 16 | uint64_t(stride >> 4) << 32;
}

__global__ void warpGroupMatrix(float *out, const __half *a, const __half *b) {
  __shared__ alignas(128) __half left[64 * 16], right[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128)
    left[i] = a[i];
  for (int i = threadIdx.x; i < 8 * 16; i += 128)
    right[i] = b[i];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("{\nwgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, "
               "1, 1, 0, 0;\n}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(descriptor(left, 128, 256)), "l"(descriptor(right, 128, 256)));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (int i = 0; i < 4; ++i)
    out[threadIdx.x * 4 + i] = d[i];
}
#else
__global__ void warpGroupMatrix(float *, const __half *, const __half *) {}
#endif

//===--- Launches ----------------------------------------------------------------------------===//

template <class Kernel> uint64_t onFloats(Kernel kernel) {
  Buffer<float> out(kCount), in(kCount);
  in.write(numbers(kCount));
  kernel(out.data, in.data);
  CHECK(cudaGetLastError());
  return checksum(out.read());
}

template <class T, class Kernel> uint64_t onWords(Kernel kernel, size_t count = kCount) {
  Buffer<T> out(count);
  Buffer<uint32_t> in(kCount);
  in.write(words(kCount));
  kernel(out.data, in.data);
  CHECK(cudaGetLastError());
  return checksum(out.read());
}

uint64_t runTextures() {
  constexpr int kSide = 128;
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CHECK(cudaMallocArray(&array, &format, kSide, kSide));
  const std::vector<float> image = numbers(kSide * kSide);
  CHECK(cudaMemcpy2DToArray(array, 0, 0, image.data(), kSide * sizeof(float), kSide * sizeof(float),
                            kSide, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.filterMode = cudaFilterModeLinear;
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  Buffer<float> out(kSide * kSide);
  textures<<<dim3(1, kSide), kSide>>>(out.data, texture, kSide);
  const uint64_t sum = checksum(out.read());
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(array));
  return sum;
}

uint64_t runGridSync() {
  return onFloats([](float *out, float *in) {
    static Buffer<float> between(kCount);
    float *middle = between.data;
    int n = kCount;
    void *arguments[] = {&out, &middle, &in, &n};
    CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void *>(gridSync), dim3(32), dim3(kBlock),
                                      arguments, 0, nullptr));
  });
}

uint64_t runStreams() {
  Buffer<float> out(kCount), in(kCount);
  in.write(numbers(kCount));
  cudaStream_t streams[4];
  for (cudaStream_t &stream : streams)
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int i = 0; i < 4; ++i)
    gridStride<<<8, kBlock, 0, streams[i]>>>(out.data + i * kCount / 4, in.data + i * kCount / 4,
                                             kCount / 4);
  for (cudaStream_t stream : streams) {
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
  }
  return checksum(out.read());
}

uint64_t runModuleVariable() {
  Buffer<int> out(kCount);
  const int begin = 7;
  CHECK(cudaMemcpyToSymbol(g_counter, &begin, sizeof(begin)));
  moduleVariable<<<kGrid, kBlock>>>(out.data);
  moduleVariable<<<kGrid, kBlock>>>(out.data);
  int now = 0;
  CHECK(cudaMemcpyFromSymbol(&now, g_counter, sizeof(now)));
  return checksum(out.read()) ^ static_cast<uint64_t>(now);
}

uint64_t runConstantTable() {
  const std::vector<float> table = numbers(256, 5);
  CHECK(cudaMemcpyToSymbol(kTable, table.data(), 256 * sizeof(float)));
  return onFloats([](float *out, float *) { constantTable<<<kGrid, kBlock>>>(out, kCount); });
}

uint64_t runHalves(bool isWarpGroup) {
  Buffer<__half> a(64 * 64), b(64 * 64);
  std::vector<__half> values;
  for (const float value : numbers(64 * 64))
    values.push_back(__float2half(value));
  a.write(values);
  b.write(values);
  Buffer<float> out(512);
  if (isWarpGroup)
    warpGroupMatrix<<<1, 128>>>(out.data, a.data, b.data);
  else
    warpMatrix<<<1, 32>>>(out.data, a.data, b.data);
  CHECK(cudaGetLastError());
  return checksum(out.read());
}

uint64_t runHistogram() {
  return onWords<uint32_t>(
      [](uint32_t *out, uint32_t *in) {
        CHECK(cudaMemset(out, 0, 256 * 4));
        histogram<<<16, kBlock>>>(out, in, kCount);
      },
      256);
}

uint64_t runAtomics() {
  return onWords<uint32_t>(
      [](uint32_t *out, uint32_t *in) {
        CHECK(cudaMemset(out, 0, 8 * 4));
        atomics<<<kGrid, kBlock>>>(out, in, kCount);
      },
      8);
}

uint64_t runLastBlock() {
  return onWords<uint32_t>(
      [](uint32_t *out, uint32_t *in) {
        static Buffer<uint32_t> counter(1), partial(kGrid);
        CHECK(cudaMemset(counter.data, 0, 4));
        lastBlock<<<kGrid, kBlock>>>(out, counter.data, in, partial.data);
      },
      1);
}

template <class T> uint64_t runAddOne() {
  Buffer<T> out(kCount), in(kCount, false);
  CHECK(cudaMemset(in.data, 3, kCount * sizeof(T)));
  addOne<T><<<kGrid, kBlock>>>(out.data, in.data, kCount - 5);
  return checksum(out.read());
}

template <int kTile> uint64_t runProduct() {
  return onFloats([](float *out, float *in) {
    matrixProduct<kTile><<<dim3(128 / kTile, 128 / kTile), dim3(kTile, kTile)>>>(out, in, in, 128);
  });
}

std::vector<Case> allCases() {
  return {
    {"add_one_float", runAddOne<float>}, {"add_one_double", runAddOne<double>},
        {"add_one_byte", runAddOne<unsigned char>}, {"add_one_short", runAddOne<short>},
        {"add_one_long", runAddOne<long long>},
        {"grid_stride",
         [] {
           return onFloats(
               [](float *out, float *in) { gridStride<<<16, kBlock>>>(out, in, kCount); });
         }},
        {"vector_loads",
         [] {
           return onFloats([](float *out, float *in) {
             vectorLoads<<<kGrid, kBlock>>>(reinterpret_cast<float4 *>(out),
                                            reinterpret_cast<float4 *>(in), kCount);
           });
         }},
        {"math_functions",
         [] {
           return onFloats(
               [](float *out, float *in) { mathFunctions<<<kGrid, kBlock>>>(out, in, kCount); });
         }},
        {"doubles",
         [] {
           return onFloats([](float *out, float *in) {
             doubles<<<kGrid / 2, kBlock>>>(reinterpret_cast<double *>(out),
                                            reinterpret_cast<double *>(in), kCount / 2);
           });
         }},
        {"halves",
         [] {
           return onFloats([](float *out, float *in) {
             halves<<<kGrid, kBlock>>>(reinterpret_cast<__half2 *>(out),
                                       reinterpret_cast<__half2 *>(in), kCount);
           });
         }},
        {"long_integers",
         [] {
           return onWords<uint64_t>(
               [](uint64_t *out, uint32_t *) { longIntegers<<<kGrid, kBlock>>>(out, kCount); });
         }},
        {"constant_table", runConstantTable},
        {"divergent",
         [] {
           return onWords<uint32_t>(
               [](uint32_t *out, uint32_t *) { divergent<<<kGrid, kBlock>>>(out, kCount); });
         }},
        {"switches",
         [] {
           return onWords<int>(
               [](int *out, uint32_t *) { switches<<<kGrid, kBlock>>>(out, kCount); });
         }},
        {"early_exit",
         [] {
           return onWords<int>(
               [](int *out, uint32_t *in) { earlyExit<<<kGrid, kBlock>>>(out, in, kCount); });
         }},
        {"calls",
         [] {
           return onFloats(
               [](float *out, float *in) { calls<<<kGrid, kBlock>>>(out, in, kCount); });
         }},
        {"recursion",
         [] {
           return onWords<uint32_t>(
               [](uint32_t *out, uint32_t *) { recursion<<<kGrid, kBlock>>>(out, kCount); });
         }},
        {"function_pointers",
         [] {
           return onFloats(
               [](float *out, float *in) { functionPointers<<<kGrid, kBlock>>>(out, in, kCount); });
         }},
        {"virtual_calls",
         [] {
           return onFloats(
               [](float *out, float *in) { virtualCalls<<<kGrid, kBlock>>>(out, in, kCount); });
         }},
        {"local_array",
         [] {
           return onWords<int>(
               [](int *out, uint32_t *in) { localArray<<<kGrid, kBlock>>>(out, in, kCount); });
         }},
        {"shared_reverse",
         [] {
           return onFloats(
               [](float *out, float *in) { sharedReverse<<<kGrid, kBlock>>>(out, in); });
         }},
        {"dynamic_shared",
         [] {
           return onFloats([](float *out, float *in) {
             dynamicShared<<<kGrid, kBlock, (kBlock + 33) * 4>>>(out, in, 33);
           });
         }},
        {"transpose",
         [] {
           return onFloats(
               [](float *out, float *in) { transpose<<<dim3(4, 4), dim3(32, 8)>>>(out, in, 128); });
         }},
        {"matrix_product_8", runProduct<8>}, {"matrix_product_16", runProduct<16>},
        {"matrix_product_32", runProduct<32>}, {"histogram", runHistogram},
        {"named_barriers",
         [] {
           return onFloats(
               [](float *out, float *in) { namedBarriers<<<kCount / 256, 256>>>(out, in); });
         }},
        {"barrier_reductions",
         [] {
           return onWords<int>(
               [](int *out, uint32_t *in) { barrierReductions<<<kGrid, kBlock>>>(out, in); });
         }},
        {"shuffles",
         [] {
           return onFloats([](float *out, float *in) { shuffles<<<kGrid, kBlock>>>(out, in); });
         }},
        {"votes",
         [] {
           return onWords<uint32_t>(
               [](uint32_t *out, uint32_t *in) { votes<<<kGrid, kBlock>>>(out, in); });
         }},
        {"partial_warps",
         [] {
           return onWords<uint32_t>(
               [](uint32_t *out, uint32_t *in) { partialWarps<<<kGrid, kBlock>>>(out, in); });
         }},
        {"tiles",
         [] { return onFloats([](float *out, float *in) { tiles<<<kGrid, kBlock>>>(out, in); }); }},
        {"coalesced_groups",
         [] {
           return onWords<int>(
               [](int *out, uint32_t *in) { coalescedGroups<<<kGrid, kBlock>>>(out, in); });
         }},
        {"grid_sync", runGridSync}, {"atomics", runAtomics}, {"last_block", runLastBlock},
        {"module_variable", runModuleVariable}, {"textures", runTextures},
        {"prints",
         [] { return onWords<int>([](int *out, uint32_t *) { prints<<<kGrid, kBlock>>>(out); }); }},
        {"asserts",
         [] {
           return onWords<int>([](int *out, uint32_t *) { asserts<<<kGrid, kBlock>>>(out, 3); });
         }},
        {"warp_matrix", [] { return runHalves(false); }},
        {"async_copies",
         [] {
           return onFloats(
               [](float *out, float *in) { asyncCopies<<<kGrid / 4, kBlock>>>(out, in, 9); });
         }},
        {"streams", runStreams},
#if defined(PSTUDIO_SM90)
        {"clusters",
         [] {
           return onFloats([](float *out, float *in) { clusters<<<kGrid, kBlock>>>(out, in); });
         }},
        {"bulk_copies",
         [] {
           return onFloats(
               [](float *out, float *in) { bulkCopies<<<kCount / 4096, kBlock>>>(out, in); });
         }},
        {"warp_group_matrix", [] { return runHalves(true); }},
#endif
  };
}

} // namespace

int main(int argc, char **argv) {
  return runCases(allCases(), argc, argv);
}
