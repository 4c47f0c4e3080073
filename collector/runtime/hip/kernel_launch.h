// SPDX-License-Identifier: Apache-2.0
// Launches of kernels in a stream.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "collector/runtime/gpu/stream.h"
#include "collector/runtime/hip/device.h"

namespace pstudio::hip {

using gpu::Stream;

/// Launch configuration of a kernel.
struct LaunchShape {
  std::array<uint32_t, 3> grid{1, 1, 1};  ///< CTAs
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads
  uint64_t dynamicLdsBytes = 0;
};

/// InvalidInput, with kernel, limit and value, for a launch that exceeds a limit of the device or
/// the kernel: extents, threads, local data share, and 2^32 threads along an axis, which AMD's
/// dispatch packet cannot encode.
Result<void> checkLaunch(const DeviceInfo &device, const KernelLayout &kernel,
                         const LaunchShape &shape);

/// Queues the kernel with one word for each of its explicit arguments. Errors as checkLaunch() and
/// packArguments(). The words may change after the call.
Result<void> launch(Stream &stream, const Kernel &kernel, const LaunchShape &shape,
                    std::span<const uint64_t> arguments);

} // namespace pstudio::hip
