// SPDX-License-Identifier: Apache-2.0
// Kernels that use variables of their module, with the host's accesses between the launches; no
// result depends on the order of threads.
#include "case.h"

namespace {

constexpr int kCount = 1 << 12;
constexpr int kBlock = 128;
constexpr int kGrid = kCount / kBlock;

__device__ unsigned g_counter;
static __device__ unsigned s_sum = 3;
__device__ int g_array[kCount];
__device__ int *g_cursor = g_array + 16;
__device__ const double kTable[5] = {1.0, 0.5, 0.25, 3.0, -2.0};
__managed__ int m_value = 5;
__constant__ float kWeights[32];
__constant__ int kLimit = 77;
__constant__ int *kPlace = g_array + 32;
template <class T> __device__ T g_typed = T(2);

__device__ int index() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void counts(unsigned *out) {
  atomicAdd(&g_counter, 1u);
  out[index()] = threadIdx.x;
}

__global__ void sums(unsigned *out) {
  const int i = index();
  atomicAdd(&s_sum, unsigned(i) & 7u);
  out[i] = i;
}

__global__ void readsSum(unsigned *out) {
  out[index()] = s_sum;
}

__global__ void writesArray(int *out, int offset) {
  const int i = index();
  g_array[(i + offset) % kCount] = i * 3;
  out[i] = offset;
}

__global__ void readsArray(int *out, int offset) {
  const int i = index();
  out[i] = g_array[(i + offset) % kCount] + g_array[7];
}

__global__ void followsPointers(int *out) {
  out[index()] = g_cursor[threadIdx.x] - kPlace[threadIdx.x];
}

__global__ void movesPointer(int *out) {
  out[index()] = 1;
  if (index() == 0)
    g_cursor += 1;
}

__device__ __noinline__ int helped(int i) {
  return g_array[i % kCount] + int(kWeights[i & 31] * 64.0f) + int(kTable[i % 5] * 4.0);
}

__global__ void callsHelper(int *out) {
  out[index()] = helped(index() + 3);
}

__global__ void weighs(float *out) {
  const int i = index();
  out[i] = kWeights[i & 31] * 2.0f + kWeights[3] + kLimit;
}

/// The address of constant memory in a register: the compiler cannot tell which memory it is.
__global__ void mixesMemories(float *out, const float *in, int n) {
  const int i = index();
  const float *from = i % 3 == n ? in : kWeights;
  out[i] = from[i & 31];
}

__global__ void givesAddresses(const void **out) {
  if (index() != 0)
    return;
  out[0] = &g_array[0];
  out[1] = &kWeights[0];
  out[2] = &m_value;
  out[3] = &g_cursor;
}

__global__ void changesManaged(int *out) {
  const int i = index();
  atomicAdd(&m_value, i & 1);
  out[i] = i;
}

template <int kStep> __global__ void keepsStatic(int *out) {
  static __device__ int s_calls = 10;
  const int i = index();
  atomicAdd(&s_calls, kStep);
  out[i] = kStep;
}

template <int kStep> __global__ void typed(float *out) {
  const int i = index();
  out[i] = g_typed<float>;
  if (i == 0)
    g_typed<int> += kStep;
}

/// Uses none.
__global__ void plain(int *out) {
  out[index()] = index();
}

//===--- Launches ----------------------------------------------------------------------------===//

template <class T, class Launch> uint64_t outputOf(Launch launch) {
  Buffer<T> out(kCount);
  launch(out.data);
  CHECK(cudaGetLastError());
  return checksum(out.read());
}

uint64_t runCounter() {
  const uint64_t sum = outputOf<unsigned>([](unsigned *out) { counts<<<kGrid, kBlock>>>(out); });
  unsigned now = 0;
  CHECK(cudaMemcpyFromSymbol(&now, g_counter, sizeof now));
  const unsigned next = now + 11;
  CHECK(cudaMemcpyToSymbol(g_counter, &next, sizeof next));
  return sum * 31 + now;
}

uint64_t runStatic() {
  const uint64_t sum = outputOf<unsigned>([](unsigned *out) { sums<<<kGrid, kBlock>>>(out); });
  return sum * 31 + outputOf<unsigned>([](unsigned *out) { readsSum<<<kGrid, kBlock>>>(out); });
}

uint64_t runArray() {
  static int s_offset = 5;
  s_offset += 3;
  const uint64_t sum =
      outputOf<int>([](int *out) { writesArray<<<kGrid, kBlock>>>(out, s_offset); });
  std::vector<int> host(kCount);
  CHECK(cudaMemcpyFromSymbol(host.data(), g_array, kCount * sizeof(int)));
  return sum * 31 + checksum(host) * 17 +
         outputOf<int>([](int *out) { readsArray<<<kGrid, kBlock>>>(out, s_offset + 1); });
}

uint64_t runPointers() {
  const uint64_t before = outputOf<int>([](int *out) { followsPointers<<<kGrid, kBlock>>>(out); });
  const uint64_t moved = outputOf<int>([](int *out) { movesPointer<<<kGrid, kBlock>>>(out); });
  return before * 31 + moved +
         outputOf<int>([](int *out) { followsPointers<<<kGrid, kBlock>>>(out); });
}

uint64_t runHelper() {
  return outputOf<int>([](int *out) { callsHelper<<<kGrid, kBlock>>>(out); });
}

/// Constants change on the launches' stream, without a wait.
uint64_t runConstants() {
  static uint32_t s_seed = 1;
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  Buffer<float> first(kCount), second(kCount);
  float *pinned = nullptr;
  CHECK(cudaMallocHost(&pinned, 64 * sizeof(float)));
  const std::vector<float> values = numbers(64, ++s_seed);
  std::memcpy(pinned, values.data(), 64 * sizeof(float));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpyToSymbolAsync(kWeights, pinned, 32 * sizeof(float), 0, cudaMemcpyHostToDevice,
                                stream));
  weighs<<<kGrid, kBlock, 0, stream>>>(first.data);
  CHECK(cudaMemcpyToSymbolAsync(kWeights, pinned + 32, 32 * sizeof(float), 0,
                                cudaMemcpyHostToDevice, stream));
  weighs<<<kGrid, kBlock, 0, stream>>>(second.data);
  CHECK(cudaStreamSynchronize(stream));
  const uint64_t sum = checksum(first.read()) * 31 + checksum(second.read());
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaStreamDestroy(stream));
  return sum;
}

uint64_t runMixed() {
  const std::vector<float> values = numbers(32, 9);
  CHECK(cudaMemcpyToSymbol(kWeights, values.data(), 32 * sizeof(float)));
  Buffer<float> in(32);
  in.write(numbers(32, 4));
  return outputOf<float>([&](float *out) { mixesMemories<<<kGrid, kBlock>>>(out, in.data, 1); });
}

/// Whether each address is that which the host gets, as a bit.
uint64_t runAddresses() {
  Buffer<const void *> out(4);
  givesAddresses<<<kGrid, kBlock>>>(out.data);
  const std::vector<const void *> device = out.read();
  void *host[3] = {};
  CHECK(cudaGetSymbolAddress(&host[0], g_array));
  CHECK(cudaGetSymbolAddress(&host[1], kWeights));
  CHECK(cudaGetSymbolAddress(&host[2], g_cursor));
  return uint64_t(device[0] == host[0]) | uint64_t(device[1] == host[1]) << 1 |
         uint64_t(device[2] == &m_value) << 2 | uint64_t(device[3] == host[2]) << 3;
}

uint64_t runManaged() {
  const uint64_t sum = outputOf<int>([](int *out) { changesManaged<<<kGrid, kBlock>>>(out); });
  CHECK(cudaDeviceSynchronize());
  m_value += 2;
  return sum * 31 + static_cast<uint64_t>(m_value);
}

template <int kStep> uint64_t runKept() {
  return outputOf<int>([](int *out) { keepsStatic<kStep><<<kGrid, kBlock>>>(out); });
}

template <int kStep> uint64_t runTyped() {
  const uint64_t sum = outputOf<float>([](float *out) { typed<kStep><<<kGrid, kBlock>>>(out); });
  int now = 0;
  CHECK(cudaMemcpyFromSymbol(&now, g_typed<int>, sizeof now));
  return sum * 31 + static_cast<uint64_t>(now);
}

uint64_t runPlain() {
  return outputOf<int>([](int *out) { plain<<<kGrid, kBlock>>>(out); });
}

} // namespace

int main(int argc, char **argv) {
  return runCases({{"counter", runCounter},
                   {"static_variable", runStatic},
                   {"array", runArray},
                   {"pointers", runPointers},
                   {"helper", runHelper},
                   {"constants", runConstants},
                   {"mixed_memories", runMixed},
                   {"addresses", runAddresses},
                   {"managed", runManaged},
                   {"kept_1", runKept<1>},
                   {"kept_2", runKept<2>},
                   {"typed_3", runTyped<3>},
                   {"plain", runPlain}},
                  argc, argv);
}
