// SPDX-License-Identifier: Apache-2.0
// Algorithms of CUB and Thrust, whose kernels are templates of the toolkit's headers.
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

#include "case.h"

namespace {

constexpr int kCount = 200'000;

/// Calls an algorithm of CUB twice: for the size of its memory, then with it.
template <class Algorithm> void withMemory(Algorithm algorithm) {
  size_t bytes = 0;
  CHECK(algorithm(nullptr, bytes));
  Buffer<char> memory(bytes + 1);
  CHECK(algorithm(memory.data, bytes));
  CHECK(cudaDeviceSynchronize());
}

template <class Algorithm> uint64_t onWords(Algorithm algorithm, size_t outputs = kCount) {
  Buffer<uint32_t> in(kCount), out(outputs);
  CHECK(cudaMemset(out.data, 0, outputs * 4));
  in.write(words(kCount));
  withMemory(
      [&](void *memory, size_t &bytes) { return algorithm(memory, bytes, in.data, out.data); });
  return checksum(out.read());
}

uint64_t sortPairs() {
  Buffer<uint32_t> keys(kCount), sorted(kCount), values(kCount), moved(kCount);
  keys.write(words(kCount));
  values.write(words(kCount, 9));
  withMemory([&](void *memory, size_t &bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, keys.data, sorted.data, values.data,
                                           moved.data, kCount);
  });
  return checksum(sorted.read()) ^ checksum(moved.read()) * 3;
}

template <class T> std::vector<T> copied(const thrust::device_vector<T> &from) {
  std::vector<T> host(from.size());
  thrust::copy(from.begin(), from.end(), host.begin());
  return host;
}

struct Scramble {
  __host__ __device__ uint32_t operator()(uint32_t x) const { return x * 2654435761u ^ (x >> 7); }
};
struct IsSmall {
  __host__ __device__ bool operator()(uint32_t x) const { return x < 1u << 30; }
};

uint64_t thrustTransform() {
  const std::vector<uint32_t> from = words(kCount);
  thrust::device_vector<uint32_t> in(from.begin(), from.end()), out(kCount);
  thrust::transform(in.begin(), in.end(), out.begin(), Scramble());
  return checksum(copied(out));
}

uint64_t thrustSortUnique() {
  std::vector<uint32_t> from = words(kCount);
  for (uint32_t &value : from)
    value &= 0xffff;
  thrust::device_vector<uint32_t> in(from.begin(), from.end());
  thrust::sort(in.begin(), in.end());
  in.erase(thrust::unique(in.begin(), in.end()), in.end());
  return checksum(copied(in));
}

uint64_t thrustScanReduce() {
  const std::vector<uint32_t> from = words(kCount);
  thrust::device_vector<uint32_t> in(from.begin(), from.end()), out(kCount);
  thrust::inclusive_scan(in.begin(), in.end(), out.begin());
  return checksum(copied(out)) ^ thrust::reduce(in.begin(), in.end(), 0u);
}

} // namespace

int main(int argc, char **argv) {
  return runCases(
      {
          {"radix_sort",
           [] {
             return onWords([](void *m, size_t &b, uint32_t *in, uint32_t *out) {
               return cub::DeviceRadixSort::SortKeys(m, b, in, out, kCount);
             });
           }},
          {"sort_pairs", sortPairs},
          {"reduce",
           [] {
             return onWords(
                 [](void *m, size_t &b, uint32_t *in, uint32_t *out) {
                   return cub::DeviceReduce::Sum(m, b, in, out, kCount);
                 },
                 1);
           }},
          {"inclusive_scan",
           [] {
             return onWords([](void *m, size_t &b, uint32_t *in, uint32_t *out) {
               return cub::DeviceScan::InclusiveSum(m, b, in, out, kCount);
             });
           }},
          {"select_if",
           [] {
             return onWords(
                 [](void *m, size_t &b, uint32_t *in, uint32_t *out) {
                   return cub::DeviceSelect::If(m, b, in, out, out + kCount, kCount, IsSmall());
                 },
                 kCount + 1);
           }},
          {"histogram_even",
           [] {
             return onWords(
                 [](void *m, size_t &b, uint32_t *in, uint32_t *out) {
                   return cub::DeviceHistogram::HistogramEven(m, b, in, out, 257, 0u, 0xffffffffu,
                                                              kCount);
                 },
                 256);
           }},
          {"run_lengths",
           [] {
             return onWords(
                 [](void *m, size_t &b, uint32_t *in, uint32_t *out) {
                   return cub::DeviceRunLengthEncode::Encode(m, b, in, out, out + kCount,
                                                             out + 2 * kCount, kCount);
                 },
                 2 * kCount + 1);
           }},
          {"thrust_transform", thrustTransform},
          {"thrust_sort_unique", thrustSortUnique},
          {"thrust_scan_reduce", thrustScanReduce},
      },
      argc, argv);
}
