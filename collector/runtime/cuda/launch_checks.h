// SPDX-License-Identifier: Apache-2.0
// Whether a device and a kernel can take a launch, reported in the user's terms before the driver
// is called.
#pragma once

#include <cstdint>

#include "collector/runtime/cuda/kernel_launch.h"
#include "collector/runtime/gpu/launch_checks.h"

namespace pstudio::cuda {

/// CTAs of a cluster that every device with clusters can run, and that some can.
inline constexpr uint64_t kPortableClusterSize = 8;
inline constexpr uint64_t kLargestClusterSize = 16;

/// InvalidInput, naming kernel, limit and value; Unsupported for clusters on a device without them.
Result<void> checkLaunch(const DeviceInfo &device, const Kernel &kernel, const LaunchShape &shape);

/// InvalidInput unless there is an argument of the right kind for each parameter: a tensor map for
/// one of 128 bytes, else a word; Unsupported for other structures. Passes where the driver does
/// not tell the parameters' sizes.
Result<void> checkArguments(const Kernel &kernel, const ArgumentBlock &arguments);

} // namespace pstudio::cuda
