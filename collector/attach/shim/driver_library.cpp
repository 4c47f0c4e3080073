// SPDX-License-Identifier: Apache-2.0
// Handle of libcuda if the process has loaded it. Does not load it.
#include "collector/attach/shim/driver_library.h"

#include <atomic>

#include <dlfcn.h>

#include "collector/attach/shim/loaded_libraries.h"

namespace pstudio::attach {

void *driverLibrary() {
  static constinit std::atomic<void *> s_library = nullptr;
  if (void *known = s_library.load(std::memory_order_acquire))
    return known;
  void *library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  s_library.store(library, std::memory_order_release);
  return library;
}

bool isInDriver(const void *address) {
  return isInLibrary(address, "libcuda.so"); // libcuda.so.1, libcuda.so.580.65.06; not libcudart
}

} // namespace pstudio::attach
