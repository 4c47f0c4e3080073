// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/shim/device_memory.h"

namespace pstudio::attach {

CuResult DeviceMemory::allocate(const DriverApi &driver, size_t bytes, CuStream stream) {
  isStreamOrdered = driver.cuMemAllocAsync && driver.cuMemFreeAsync &&
                    driver.cuMemAllocAsync(&address, bytes, stream) == CuResult::Success;
  if (isStreamOrdered)
    return CuResult::Success;
  // Devices and virtual machines without memory pools.
  const CuResult result = driver.cuMemAlloc_v2(&address, bytes);
  if (result != CuResult::Success)
    address = 0;
  return result;
}

void DeviceMemory::free(const DriverApi &driver, CuStream stream) {
  if (!address)
    return;
  if (isStreamOrdered)
    driver.cuMemFreeAsync(address, stream);
  else
    driver.cuMemFree_v2(address);
  address = 0;
}

} // namespace pstudio::attach
