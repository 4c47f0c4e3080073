// SPDX-License-Identifier: Apache-2.0
// A device, its architecture and one stream: what measuring needs of a GPU.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "collector/codegen/nvidia/architecture.h"
#include "collector/runtime/cuda/context.h"
#include "collector/runtime/cuda/kernel_launch.h"
#include "core/base/result.h"

namespace pstudio::calibration {

/// Move-only. [one thread]
struct MeasuringDevice {
  cuda::Context context;
  nvidia::Architecture architecture; ///< what kernels are compiled for
  cuda::Stream stream;

  /// A stream of its own on `context`. RunFailed with the driver's text.
  static Result<MeasuringDevice> open(const cuda::Context &context,
                                      const nvidia::Architecture &architecture);

  /// Waits for all work. RunFailed if a kernel faulted or took longer than a few seconds.
  Result<void> wait();
  /// Device memory with every byte set to `value`.
  Result<cuda::DeviceBuffer> makeFilled(uint64_t bytes, std::byte value, std::string_view purpose);
  /// Waits for all work and copies the whole buffer back.
  Result<std::vector<std::byte>> read(const cuda::DeviceBuffer &buffer);
};

} // namespace pstudio::calibration
