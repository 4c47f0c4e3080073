// SPDX-License-Identifier: Apache-2.0
// Kernels of many kinds, one group for each macro K_...; make_corpus.py compiles them and splits the PTX.
#ifdef K_all
#define K_saxpy
#define K_bounds
#define K_stencil
#define K_product
#define K_groups
#define K_grid
#define K_async_copy
#define K_mma
#define K_atomics
#define K_shuffles
#define K_textures
#define K_constant
#define K_printing
#define K_dynamic
#define K_switches
#define K_calls
#define K_wide
#define K_mathematics
#define K_halves
#define K_local
#define K_loops
#define K_clocks
#define K_templates
#define K_barriers
#define K_volatile_loads
#define K_wmma
#endif
#ifdef K_hopper
#define K_cluster
#define K_tma
#endif
#include <cooperative_groups.h>
#include <cstdint>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifdef K_wmma
#include <mma.h>
#endif

namespace cg = cooperative_groups;

#ifdef K_saxpy
extern "C" __global__ void saxpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += a * x[i];
}
#endif
#ifdef K_bounds
extern "C" __global__ void __launch_bounds__(128, 4) bounded(float *x) { x[threadIdx.x] *= 2; }
extern "C" __global__ void empty() {}
extern "C" __global__ void scalars(char a, short b, int c, long long d, float e, double f, double *out) {
  *out = a + b + c + static_cast<double>(d) + e + f;
}
#endif
#ifdef K_stencil
extern "C" __global__ void stencil(const float *in, float *out, int n) {
  __shared__ float tile[258];
  int i = blockIdx.x * 256 + threadIdx.x;
  tile[threadIdx.x + 1] = i < n ? in[i] : 0;
  if (threadIdx.x == 0)
    tile[0] = i > 0 ? in[i - 1] : 0;
  if (threadIdx.x == 255)
    tile[257] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n)
    out[i] = 0.25f * tile[threadIdx.x] + 0.5f * tile[threadIdx.x + 1] + 0.25f * tile[threadIdx.x + 2];
}
#endif
#ifdef K_product
template <int N> __device__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float as[N][N], bs[N][N + 1];
  int row = blockIdx.y * N + threadIdx.y, column = blockIdx.x * N + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += N) {
    as[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < N; ++j)
      sum += as[threadIdx.y][j] * bs[j][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
extern "C" __global__ void product16(const float *a, const float *b, float *c, int n) { product<16>(a, b, c, n); }
extern "C" __global__ void product32(const float *a, const float *b, float *c, int n) { product<32>(a, b, c, n); }
#endif
#ifdef K_groups
extern "C" __global__ void groups(const int *in, int *out) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  int v = in[block.thread_rank()];
  for (int d = tile.size() / 2; d > 0; d /= 2)
    v += tile.shfl_down(v, d);
  if (tile.thread_rank() == 0)
    atomicAdd(out, v);
  auto active = cg::coalesced_threads();
  if (active.thread_rank() == 0)
    out[1] = static_cast<int>(active.size());
}
#endif
#ifdef K_grid
extern "C" __global__ void grid_sync(float *x, int n) {
  auto grid = cg::this_grid();
  for (int step = 0; step < 4; ++step) {
    for (int i = static_cast<int>(grid.thread_rank()); i < n; i += static_cast<int>(grid.size()))
      x[i] = x[i] * 0.5f + 1;
    grid.sync();
  }
}
#endif
#ifdef K_cluster
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster(int *out) {
  __shared__ int mine[64];
  auto c = cg::this_cluster();
  mine[threadIdx.x] = static_cast<int>(threadIdx.x + c.block_rank());
  c.sync();
  int *other = c.map_shared_rank(mine, c.block_rank() ^ 1);
  out[blockIdx.x * 64 + threadIdx.x] = other[threadIdx.x];
  c.sync();
}
#endif
#ifdef K_async_copy
extern "C" __global__ void async_copy(const float *in, float *out, int n) {
  extern __shared__ float tiles[];
  for (int s = 0; s < 2; ++s) {
    unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tiles + s * 256 + threadIdx.x * 4));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(in + s * 256 + threadIdx.x * 4));
    asm volatile("cp.async.commit_group;");
  }
  for (int s = 0; s < n; ++s) {
    asm volatile("cp.async.wait_group 1;");
    __syncthreads();
    out[s * 64 + threadIdx.x] = tiles[(s & 1) * 256 + threadIdx.x];
    __syncthreads();
    unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tiles + (s & 1) * 256 + threadIdx.x * 4));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(in + (s + 2) * 256 + threadIdx.x * 4));
    asm volatile("cp.async.commit_group;");
  }
  asm volatile("cp.async.wait_all;");
}
#endif
#ifdef K_tma
struct alignas(64) Map { char bytes[128]; };
extern "C" __global__ void tma(const __grid_constant__ Map map, float *out) {
  __shared__ alignas(128) float tile[1024];
  __shared__ uint64_t barrier;
  unsigned bar = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  unsigned dst = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar));
    asm volatile("fence.mbarrier_init.release.cluster;");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 4096;" ::"r"(bar));
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::
                     "r"(dst), "l"(&map), "r"(bar), "r"(0), "r"(static_cast<int>(blockIdx.x)) : "memory");
  }
  __syncthreads();
  asm volatile("{\n .reg .pred P1;\nLAB_WAIT:\n mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n @P1 bra DONE;\n bra LAB_WAIT;\nDONE:\n}" ::"r"(bar), "r"(0));
  out[threadIdx.x] = tile[threadIdx.x];
}
extern "C" __global__ void bulk(const float *in, float *out) {
  __shared__ alignas(16) float tile[256];
  unsigned dst = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  tile[threadIdx.x] = in[threadIdx.x];
  asm volatile("fence.proxy.async.shared::cta;");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 1024;" ::"l"(out), "r"(dst) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group.read 0;");
  }
}
#endif
#ifdef K_wgmma
extern "C" __global__ void __launch_bounds__(128) wgmma(float *out, uint64_t a, uint64_t b, int steps) {
  float d[8] = {};
  asm volatile("wgmma.fence.sync.aligned;");
  for (int k = 0; k < steps; ++k)
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %10, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7}, %8, %9, p, 1, 1, 0, 0;\n}"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
                 : "l"(a + k), "l"(b + k), "r"(k));
  asm volatile("wgmma.commit_group.sync.aligned;");
  asm volatile("wgmma.wait_group.sync.aligned 0;");
  for (int i = 0; i < 8; ++i)
    out[threadIdx.x * 8 + i] = d[i];
}
extern "C" __global__ void __launch_bounds__(256) roles(float *out) {
  if (threadIdx.x < 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    out[threadIdx.x] = 1;
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    asm volatile("bar.sync 1, 128;");
    out[threadIdx.x] = 2;
  }
}
#endif
#ifdef K_wmma
extern "C" __global__ void wmma_product(const __half *a, const __half *b, float *c, int n) {
  using namespace nvcuda;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  for (int k = 0; k < n; k += 16) {
    wmma::load_matrix_sync(fa, a + k, n);
    wmma::load_matrix_sync(fb, b + k, n);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}
#endif
#ifdef K_mma
extern "C" __global__ void mma(const uint32_t *in, float *out) {
  __shared__ alignas(16) uint32_t s[512];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(s + threadIdx.x * 4));
  uint32_t a[4], b[2];
  float c[4] = {};
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(at));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(b[0]), "=r"(b[1]) : "r"(at));
  for (int i = 0; i < 4; ++i)
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  for (int i = 0; i < 4; ++i)
    out[threadIdx.x * 4 + i] = c[i];
}
#endif
#ifdef K_atomics
extern "C" __global__ void atomics(int *i, unsigned long long *l, float *f, double *d, __half2 *h, int *old) {
  old[0] = atomicAdd(i, 1) + atomicCAS(i + 1, 1, 2) + atomicExch(i + 2, 4) + atomicMin(i + 3, 5) + atomicOr(i + 4, 3);
  atomicAdd(l, 5ull);
  atomicAdd(f, 1.5f);
  atomicAdd(d, 1.5);
  atomicAdd(h, __float2half2_rn(1));
  atomicAdd_block(i + 5, 1);
  atomicInc(reinterpret_cast<unsigned *>(i + 6), 10);
  __threadfence();
  __threadfence_system();
}
extern "C" __global__ void histogram(const unsigned char *in, unsigned *bins, int n) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
    atomicAdd(&local[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
#endif
#ifdef K_shuffles
extern "C" __global__ void shuffles(const float *in, float *out) {
  float v = in[threadIdx.x];
#pragma unroll
  for (int d = 16; d > 0; d >>= 1)
    v += __shfl_xor_sync(~0u, v, d);
  unsigned vote = __ballot_sync(~0u, v > 0);
  if (__any_sync(~0u, v < 0) || __all_sync(~0u, v > 3))
    v += __popc(vote);
  v += static_cast<float>(__match_any_sync(~0u, static_cast<int>(v)));
  v += static_cast<float>(__reduce_add_sync(~0u, threadIdx.x)) + __activemask();
  out[threadIdx.x] = v;
}
#endif
#ifdef K_textures
extern "C" __global__ void textures(cudaTextureObject_t t, cudaSurfaceObject_t s, float *out) {
  float v = tex2D<float>(t, threadIdx.x, blockIdx.x) + tex1Dfetch<float>(t, threadIdx.x);
  surf2Dwrite(v, s, threadIdx.x * 4, blockIdx.x);
  float4 q = tex2Dgather<float4>(t, v, v);
  out[threadIdx.x] = v + q.x + q.w;
}
#endif
#ifdef K_constant
__constant__ float table[64];
__device__ int counter = 3;
__device__ float weights[4] = {1, 2, 3, 4};
__managed__ int managed_value;
extern "C" __global__ void constants(float *out) {
  out[threadIdx.x] = table[threadIdx.x & 63] * weights[threadIdx.x & 3] + atomicAdd(&counter, 1) + managed_value;
}
#endif
#ifdef K_printing
#include <cassert>
extern "C" __global__ void printing(int *x) {
  assert(x[threadIdx.x] >= 0);
  if (threadIdx.x % 8 == 0)
    printf("thread %d has %d and %f, \"%%\" {};//\n", threadIdx.x, x[threadIdx.x], x[1] * 0.5);
  if (x[0] == 77)
    __trap();
}
#endif
#ifdef K_dynamic
extern __shared__ char memory[];
extern "C" __global__ void dynamic(float *out, int n) {
  float *f = reinterpret_cast<float *>(memory);
  double *d = reinterpret_cast<double *>(memory + 1024);
  f[threadIdx.x] = static_cast<float>(n);
  d[threadIdx.x] = n;
  __syncthreads();
  out[threadIdx.x] = f[n & 31] + static_cast<float>(d[n & 31]);
}
#endif
#ifdef K_switches
extern "C" __global__ void switches(const int *in, int *out, int n) {
  int v = in[threadIdx.x];
  switch (v) {
  case 0: out[0] = n; break;
  case 1: out[1] = n * 3; atomicAdd(out, 1); break;
  case 2: out[2] = n / 3; break;
  case 3: out[3] = __clz(n); __syncthreads(); break;
  case 4: out[4] = __popc(n); break;
  case 5: out[5] = n % 17; atomicMax(out, 2); break;
  case 6: out[6] = __brev(n); break;
  case 7: out[7] = __ffs(n); break;
  default: out[8] = v;
  }
}
#endif
#ifdef K_calls
__device__ __noinline__ int collatz(int n) {
  int steps = 0;
  while (n != 1 && steps < 1000) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  return steps;
}
__device__ __noinline__ double2 pair(double a) { return {a, a * 2}; }
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ int one(int a) { return a + 1; }
__device__ int two(int a) { return a * 2; }
using F = int (*)(int);
__device__ F functions[2] = {one, two};
extern "C" __global__ void calls(int *out, double *d, int n) {
  out[threadIdx.x] = collatz(static_cast<int>(threadIdx.x) + 1) + fibonacci(n);
  double2 p = pair(n);
  d[threadIdx.x] = p.x + p.y;
}
extern "C" __global__ void indirect(int *out, int n) { out[threadIdx.x] = functions[n & 1](static_cast<int>(threadIdx.x)); }
#endif
#ifdef K_wide
extern "C" __global__ void wide(const unsigned *a, const unsigned *b, unsigned *out) {
  unsigned r[4];
  asm("add.cc.u32 %0, %4, %8;\n\taddc.cc.u32 %1, %5, %9;\n\taddc.cc.u32 %2, %6, %10;\n\taddc.u32 %3, %7, %11;"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
  unsigned lo, hi;
  asm("mad.lo.cc.u32 %0, %2, %3, %4;\n\tmadc.hi.u32 %1, %2, %3, 0;" : "=r"(lo), "=r"(hi) : "r"(a[4]), "r"(b[4]), "r"(r[0]));
  unsigned __int128 x = *reinterpret_cast<const unsigned __int128 *>(a) * *reinterpret_cast<const unsigned __int128 *>(b);
  *reinterpret_cast<unsigned __int128 *>(out) = x;
  out[4] = r[1] + r[2] + r[3] + lo + hi;
}
#endif
#ifdef K_mathematics
extern "C" __global__ void mathematics(const float *in, float *out, const double *din, double *dout) {
  float x = in[threadIdx.x];
  out[threadIdx.x] = sinf(x) + cosf(x) * expf(x) - logf(x) + sqrtf(x) + rsqrtf(x) + powf(x, 3.5f) + tanhf(x) + __sinf(x) + fmaf(x, x, x) + fmodf(x, 3);
  double y = din[threadIdx.x];
  dout[threadIdx.x] = sin(y) + exp(y) + y / 3.7 + sqrt(y) + pow(y, 1.5);
}
#endif
#ifdef K_halves
extern "C" __global__ void halves(const __half2 *a, __half2 *b, const __nv_bfloat162 *c, __nv_bfloat162 *d, const uint4 *v, uint4 *w) {
  b[threadIdx.x] = __hfma2(a[threadIdx.x], a[threadIdx.x], b[threadIdx.x]);
  d[threadIdx.x] = __hmul2(c[threadIdx.x], d[threadIdx.x]);
  uint4 q = v[threadIdx.x];
  q.x = __dp4a(q.y, q.z, q.w);
  q.y = __byte_perm(q.x, q.z, 0x3210) + __vadd4(q.x, q.y);
  w[threadIdx.x] = q;
}
extern "C" __global__ void bytes(const uchar4 *in, uchar4 *out, const short2 *s, short2 *t) {
  uchar4 v = in[threadIdx.x];
  out[threadIdx.x] = {v.w, v.z, v.y, v.x};
  t[threadIdx.x].x = static_cast<short>(s[threadIdx.x].y * 3);
}
#endif
#ifdef K_local
extern "C" __global__ void local_memory(const int *index, float *out) {
  float buffer[64];
  for (int i = 0; i < 64; ++i)
    buffer[i] = static_cast<float>(i * index[i]);
  out[threadIdx.x] = buffer[index[threadIdx.x] & 63];
}
#endif
#ifdef K_loops
extern "C" __global__ void loops(const float *in, float *out, int n, int m) {
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = threadIdx.x; j < m; j += 32) {
      if (in[j] < 0)
        continue;
      if (in[j] > 100)
        break;
      sum += in[j * n + i];
    }
    do {
      sum *= 0.5f;
    } while (sum > 10);
  }
  out[threadIdx.x] = sum;
}
extern "C" __global__ void early(int *x, int n) {
  if (threadIdx.x >= n)
    return;
  while (atomicCAS(x, 0, 1) != 0)
    __nanosleep(100);
  x[1] += 1;
  __threadfence();
  atomicExch(x, 0);
}
#endif
#ifdef K_clocks
extern "C" __global__ void clocks(long long *out) {
  long long begin = clock64();
  unsigned lane, warp, sm;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  unsigned long long time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  out[threadIdx.x] = clock64() - begin + lane + warp + sm + static_cast<long long>(time) + clock();
}
#endif
#ifdef K_templates
template <class T, int N> struct Vector { T v[N]; };
template <class T, int N> __global__ void scale(Vector<T, N> s, T *out) {
#pragma unroll
  for (int i = 0; i < N; ++i)
    out[threadIdx.x * N + i] *= s.v[i];
}
template __global__ void scale<float, 4>(Vector<float, 4>, float *);
template __global__ void scale<double, 3>(Vector<double, 3>, double *);
template __global__ void scale<int, 8>(Vector<int, 8>, int *);
template __global__ void scale<short, 2>(Vector<short, 2>, short *);
#endif
#ifdef K_barriers
extern "C" __global__ void named_barriers(int *x) {
  if (threadIdx.x < 64) {
    asm volatile("bar.sync 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  }
  x[threadIdx.x] = __syncthreads_count(x[threadIdx.x] > 0) + __syncthreads_and(x[0]) + __syncthreads_or(x[1]);
  __syncwarp();
  asm volatile("barrier.sync 2;" ::: "memory");
}
#endif
#ifdef K_volatile_loads
extern "C" __global__ void loads(const float *__restrict__ a, volatile int *v, int4 *q, float *out) {
  out[threadIdx.x] = __ldg(a + threadIdx.x) + static_cast<float>(v[threadIdx.x]) + __ldcs(a) + __ldcg(a + 1);
  q[threadIdx.x] = make_int4(q[0].x, q[1].y, q[2].z, q[3].w);
  __stcs(out, 1.0f);
  asm volatile("prefetch.global.L2 [%0];" ::"l"(a));
}
#endif
#ifdef K_cub
#include <cub/cub.cuh>
#if K_cub == 1
extern "C" __global__ void block_sums(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, 128>;
  using Scan = cub::BlockScan<int, 128>;
  __shared__ union { typename Reduce::TempStorage r; typename Scan::TempStorage s; } t;
  int v = in[threadIdx.x], total = Reduce(t.r).Sum(v);
  __syncthreads();
  Scan(t.s).ExclusiveSum(v, v);
  out[threadIdx.x] = v + total;
}
#else
extern "C" __global__ void block_sort(int *keys) {
  using Sort = cub::BlockRadixSort<int, 128, 4>;
  __shared__ typename Sort::TempStorage t;
  int k[4];
  cub::LoadDirectBlocked(static_cast<int>(threadIdx.x), keys, k);
  Sort(t).Sort(k);
  cub::StoreDirectStriped<128>(static_cast<int>(threadIdx.x), keys, k);
}
#endif
#endif
#ifdef K_thrust
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/execution_policy.h>
#include <thrust/device_ptr.h>
struct Square { __device__ float operator()(float x) const { return x * x; } };
float sum(thrust::device_ptr<float> p, int n) {
  thrust::transform(thrust::device, p, p + n, p, Square());
  return thrust::reduce(thrust::device, p, p + n);
}
#endif
