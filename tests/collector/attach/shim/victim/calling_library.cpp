// SPDX-License-Identifier: Apache-2.0
// Calls the driver in its constructor, which takes long: the loader's lock is held meanwhile.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <unistd.h>

extern "C" int cuMemcpyHtoD_v2(uint64_t, const void *, size_t);

namespace {

__attribute__((constructor)) void callDriver() {
  char byte = 0, target = 0;
  const char *begun = getenv("VICTIM_BEGUN");
  if (!begun || write(std::atoi(begun), &byte, 1) != 1)
    return;
  usleep(300'000); // the other thread calls the driver and may wait for the loader's lock
  cuMemcpyHtoD_v2(reinterpret_cast<uint64_t>(&target), &byte, 1);
}

} // namespace
