// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/shim/victim/driver_table.h"

#include <cstdio>
#include <cstdlib>

#include <dlfcn.h>

namespace pstudio::test {

using pstudio::kCuProcAddressPerThreadStream;

namespace {

using GetProcAddress = CuResult (*)(const char *, void **, int, uint64_t);
using GetProcAddress2 = CuResult (*)(const char *, void **, int, uint64_t, int *);

void *checked(void *found, const char *name) {
  if (found)
    return found;
  std::printf("missing %s\n", name);
  std::exit(9);
}

/// Looks up a function by base name and version, as the CUDA runtime does.
void *byProcAddress(void *library, const char *base, bool isPerThread, int way) {
  void *found = nullptr;
  void *first = checked(dlsym(library, way == 1 ? "cuGetProcAddress" : "cuGetProcAddress_v2"),
                        "cuGetProcAddress");
  const uint64_t flags = isPerThread ? kCuProcAddressPerThreadStream : 1;
  if (way == 1) {
    reinterpret_cast<GetProcAddress>(first)(base, &found, 11080, flags);
    if (!found) // functions of libraries require 12.0
      reinterpret_cast<GetProcAddress>(first)(base, &found, 12000, flags);
    return found;
  }
  // As in the runtime, the look-up function is itself looked up.
  void *second = nullptr;
  int status = 0;
  reinterpret_cast<GetProcAddress2>(first)("cuGetProcAddress", &second, 12000, 0, &status);
  reinterpret_cast<GetProcAddress2>(checked(second, "cuGetProcAddress of itself"))(
      base, &found, 13000, flags, &status);
  return found;
}

void *find(const std::string &way, const char *name, const char *base, bool isPerThread) {
  static void *s_library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  checked(s_library, "libcuda.so.1");
  const std::string symbol = std::string(name) + (isPerThread ? "_ptsz" : "");
  if (way == "handle")
    return dlsym(s_library, symbol.c_str());
  if (way == "default")
    return dlsym(RTLD_DEFAULT, symbol.c_str());
  if (way == "next")
    return dlsym(RTLD_NEXT, symbol.c_str());
  return byProcAddress(s_library, base, isPerThread, way == "v1" ? 1 : 2);
}

} // namespace

DriverTable findDriver(const std::string &wayAndVariant) {
  const size_t dash = wayAndVariant.find('-');
  const std::string way = wayAndVariant.substr(0, dash);
  const bool wantsPerThread = dash != std::string::npos;
  if (way == "linked")
    return linkedDriver(wantsPerThread);
  DriverTable table;
#define VICTIM_FIND(name, base, perThread, ...)                                                    \
  table.name = reinterpret_cast<decltype(table.name)>(                                             \
      checked(find(way, #name, #base, wantsPerThread && perThread), #name));
  VICTIM_FUNCTIONS(VICTIM_FIND)
#undef VICTIM_FIND
  table.fakeDriverReport = reinterpret_cast<decltype(table.fakeDriverReport)>(
      checked(find("handle", "fakeDriverReport", "", false), "fakeDriverReport"));
  table.fakeLastLaunch = reinterpret_cast<decltype(table.fakeLastLaunch)>(
      checked(find("handle", "fakeLastLaunch", "", false), "fakeLastLaunch"));
  return table;
}

} // namespace pstudio::test
