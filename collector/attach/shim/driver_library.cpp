// SPDX-License-Identifier: Apache-2.0
// Handles of the drivers that the process has loaded. Loads none.
#include "collector/attach/shim/driver_library.h"

#include <atomic>

#include <dlfcn.h>

#include "collector/attach/shim/loaded_libraries.h"

namespace pstudio::attach {

namespace {

constexpr const char *kHip = "libamdhip64.so"; // its number is that of the version

} // namespace

void *driverLibrary(DriverKind kind) {
  static constinit std::atomic<void *> s_libraries[2] = {};
  std::atomic<void *> &known = s_libraries[static_cast<unsigned>(kind)];
  if (void *library = known.load(std::memory_order_acquire))
    return library;
  void *library = kind == DriverKind::Cuda ? dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD)
                                           : loadedLibrary(kHip);
  known.store(library, std::memory_order_release);
  return library;
}

bool isInDriver(const void *address) {
  // libcuda.so.1, libcuda.so.580.65.06; not libcudart
  return isInLibrary(address, "libcuda.so") || isInLibrary(address, kHip);
}

} // namespace pstudio::attach
