// SPDX-License-Identifier: Apache-2.0
// A program of cases: each launches kernels and prints a checksum of what they wrote.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    const cudaError_t error = (call);                                                              \
    if (error != cudaSuccess) {                                                                    \
      std::printf("error %s: %s at %s:%d\n", cudaGetErrorName(error), #call, __FILE__, __LINE__);  \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (false)

/// Memory of the device that is filled with a pattern, so that a missing write shows.
template <class T> struct Buffer {
  explicit Buffer(size_t count, bool isPoisoned = true) : count(count) {
    CHECK(cudaMalloc(&data, count * sizeof(T)));
    if (isPoisoned)
      CHECK(cudaMemset(data, 0xA5, count * sizeof(T)));
  }
  ~Buffer() { cudaFree(data); }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  std::vector<T> read() const {
    std::vector<T> host(count);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(host.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }
  void write(const std::vector<T> &host) {
    CHECK(cudaMemcpy(data, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  }

  T *data = nullptr;
  size_t count;
};

/// FNV-1a over the bytes.
template <class T> uint64_t checksum(const std::vector<T> &values) {
  uint64_t hash = 0xcbf29ce484222325;
  const auto *bytes = reinterpret_cast<const unsigned char *>(values.data());
  for (size_t i = 0; i < values.size() * sizeof(T); ++i)
    hash = (hash ^ bytes[i]) * 0x100000001b3;
  return hash;
}

/// Numbers that are the same in each run.
inline std::vector<float> numbers(size_t count, uint32_t seed = 1) {
  std::vector<float> values(count);
  for (float &value : values) {
    seed = seed * 1664525u + 1013904223u;
    value = static_cast<float>(seed >> 8) / (1u << 24) - 0.5f;
  }
  return values;
}

inline std::vector<uint32_t> words(size_t count, uint32_t seed = 1) {
  std::vector<uint32_t> values(count);
  for (uint32_t &value : values)
    value = seed = seed * 1664525u + 1013904223u;
  return values;
}

struct Case {
  const char *name;
  std::function<uint64_t()> run;
};

/// Runs the cases whose names contain one of the arguments, or all, three times each.
inline int runCases(const std::vector<Case> &cases, int argc, char **argv) {
  for (const Case &one : cases) {
    bool isWanted = argc < 2;
    for (int i = 1; i < argc; ++i)
      isWanted |= std::strstr(one.name, argv[i]) != nullptr;
    if (!isWanted)
      continue;
    for (int i = 0; i < 3; ++i) {
      const uint64_t sum = one.run();
      CHECK(cudaDeviceSynchronize());
      std::printf("%s %016llx\n", one.name, static_cast<unsigned long long>(sum));
    }
  }
  return 0;
}
