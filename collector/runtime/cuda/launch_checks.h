// SPDX-License-Identifier: Apache-2.0
// Checks of a launch against the limits of the device and the kernel. They run before the driver is
// called, and their errors use the user's terms.
#pragma once

#include <cstdint>

#include "collector/runtime/cuda/kernel_launch.h"
#include "collector/runtime/gpu/launch_checks.h"

namespace pstudio::cuda {

/// Largest cluster [CTAs] of every device with clusters, and of some devices.
inline constexpr uint64_t kPortableClusterSize = 8;
inline constexpr uint64_t kLargestClusterSize = 16;

/// InvalidInput, with kernel, limit and value; Unsupported for clusters on a device without them.
Result<void> checkLaunch(const DeviceInfo &device, const Kernel &kernel, const LaunchShape &shape);

/// InvalidInput unless there is an argument of the right kind for each parameter: a tensor map for
/// a parameter of 128 bytes, else a word. Unsupported for other structures. Succeeds if the driver
/// does not report the sizes of the parameters.
Result<void> checkArguments(const Kernel &kernel, const ArgumentBlock &arguments);

} // namespace pstudio::cuda
