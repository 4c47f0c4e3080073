// SPDX-License-Identifier: Apache-2.0
// Whether a device can take a launch, reported in the user's terms before the driver is called.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "collector/runtime/gpu/device_info.h"
#include "core/base/result.h"

namespace pstudio {

/// Product of the extents.
constexpr uint64_t volume(const std::array<uint32_t, 3> &extents) {
  return uint64_t(extents[0]) * extents[1] * extents[2];
}

} // namespace pstudio

namespace pstudio::gpu {

/// "kernel NAME cannot be launched: WHAT".
tl::unexpected<Error> rejectLaunch(std::string_view kernel, std::string what, std::string hint = {},
                                   ErrorCode code = ErrorCode::InvalidInput);

/// The next three are InvalidInput, naming kernel, limit and value, for a launch beyond a limit of
/// the device. `grid` in CTAs, `block` in threads.
Result<void> checkExtents(const DeviceInfo &device, std::string_view kernel,
                          const std::array<uint32_t, 3> &grid,
                          const std::array<uint32_t, 3> &block);
Result<void> checkThreads(const DeviceInfo &device, std::string_view kernel,
                          const std::array<uint32_t, 3> &block);
/// `memory` is the vendor's name of shared memory. Sizes are those of a CTA.
Result<void> checkSharedMemory(const DeviceInfo &device, std::string_view kernel,
                               std::string_view memory, uint64_t fixedBytes, uint64_t dynamicBytes);

} // namespace pstudio::gpu
