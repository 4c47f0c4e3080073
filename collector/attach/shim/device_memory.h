// SPDX-License-Identifier: Apache-2.0
// Device memory of one recorded launch.
#pragma once

#include <cstddef>

#include "collector/attach/shim/driver_api.h"

namespace pstudio::attach {

/// Does not free itself: the context may be gone. Ordered by a stream where the driver can, because
/// cuMemAlloc and cuMemFree wait for kernels of the whole device.
struct DeviceMemory {
  CuDevicePointer address = 0; ///< 0: none
  bool isStreamOrdered = false;

  /// What `stream` does next may use it. Fails with the driver's error.
  CuResult allocate(const DriverApi &driver, size_t bytes, CuStream stream);
  /// After what `stream` has to do. The memory must not be in use by other streams.
  void free(const DriverApi &driver, CuStream stream);
};

} // namespace pstudio::attach
