// SPDX-License-Identifier: Apache-2.0
// Another preloaded library with a launch function: it counts, and calls libcuda's own, which it
// finds as such libraries do.
#include <cstdio>

#include <dlfcn.h>

namespace {

int s_launches = 0;

struct Report {
  ~Report() { std::printf("interposer %d\n", s_launches); }
} s_report;

} // namespace

extern "C" __attribute__((visibility("default"))) int
cuLaunchKernel(void *function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
               unsigned blockY, unsigned blockZ, unsigned sharedBytes, void *stream,
               void **parameters, void **extra) {
  ++s_launches;
  void *library = dlopen("libcuda.so.1", RTLD_LAZY);
  const auto real = reinterpret_cast<decltype(&cuLaunchKernel)>(dlsym(library, "cuLaunchKernel"));
  return real(function, gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes, stream,
              parameters, extra);
}
