// SPDX-License-Identifier: Apache-2.0
// Device memory of one recorded launch.
#pragma once

#include <cstddef>

#include "collector/attach/shim/driver_api.h"

namespace pstudio::attach {

/// Has no destructor, since the context may be destroyed. Stream-ordered if the driver supports it,
/// because cuMemAlloc and cuMemFree wait for kernels of the whole device.
struct DeviceMemory {
  CuDevicePointer address = 0; ///< 0: none
  bool isStreamOrdered = false;

  /// Allocates memory for the next work of `stream`. Returns the driver's result.
  CuResult allocate(const DriverApi &driver, size_t bytes, CuStream stream);
  /// Frees the memory after the queued work of `stream`. Other streams must not use the memory.
  void free(const DriverApi &driver, CuStream stream);
};

} // namespace pstudio::attach
