// SPDX-License-Identifier: Apache-2.0
// Calls the driver in its constructor, which takes long: the loader's lock is held meanwhile.
#include <cstddef>
#include <cstdint>

#include <unistd.h>

extern "C" int cuMemcpyHtoD_v2(uint64_t, const void *, size_t);

namespace {

__attribute__((constructor)) void callDriver() {
  usleep(500'000);
  char byte = 0, target = 0;
  cuMemcpyHtoD_v2(reinterpret_cast<uint64_t>(&target), &byte, 1);
}

} // namespace
