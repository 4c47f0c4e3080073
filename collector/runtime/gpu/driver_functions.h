// SPDX-License-Identifier: Apache-2.0
// The functions of a GPU's driver that have one form for every vendor.
#pragma once

#include <cstddef>

#include "collector/vendor/driver_values.h"
#include "collector/vendor/library_function.h"

namespace pstudio::gpu {

template <class... Parameters> using DriverFunction = LibraryFunction<DriverResult(Parameters...)>;

/// Functions of one opened driver. Sizes are in bytes. [thread: any, as the driver allows]
struct DriverFunctions {
  DriverFunction<DeviceAddress *, size_t> allocate;
  DriverFunction<DeviceAddress> free;
  DriverFunction<size_t *, size_t *> memoryInfo; ///< free, total
  DriverFunction<void **, size_t, unsigned> allocateHost;
  DriverFunction<DeviceAddress *, void *, unsigned> addressOfHost;
  DriverFunction<void *> freeHost;
  DriverFunction<DeviceAddress, const void *, size_t, Handle> copyToDevice;
  DriverFunction<void *, DeviceAddress, size_t, Handle> copyToHost;
  DriverFunction<DeviceAddress, unsigned char, size_t, Handle> fill;
  DriverFunction<Handle *, unsigned> createStream;
  DriverFunction<Handle> destroyStream;
  DriverFunction<Handle> queryStream;
  DriverFunction<Handle> synchronizeStream;
  DriverFunction<Handle *, unsigned> createEvent;
  DriverFunction<Handle> destroyEvent;
  DriverFunction<Handle, Handle> recordEvent; ///< event, stream
  DriverFunction<Handle> queryEvent;
  DriverFunction<float *, Handle, Handle> elapsedTime; ///< in milliseconds
};

} // namespace pstudio::gpu
