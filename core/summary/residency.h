// SPDX-License-Identifier: Apache-2.0
// CTAs that an SM holds at once, from the resources of a launch.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/trace/trace.h"

namespace pstudio::summary {

/// Residency of the CTAs of a launch.
struct Residency {
  uint32_t ctasPerSm = 0;     ///< at least 1
  std::string_view limitedBy; ///< "registers"; empty if the number was reported by the driver
  double waves = 0;           ///< CTAs of the grid / CTAs that the device holds at once
};

/// As the launch ran, with its instrumentation. Reported by the driver, else calculated from the
/// registers, threads and shared memory of a CTA and the limits of its compute capability (CUDA C++
/// Programming Guide, "Technical Specifications per Compute Capability": registers
/// are allocated in units of 256 a warp, in the partition of the SM that runs the warp; from
/// compute capability 8.0 on, 1 KiB of shared memory is reserved for each CTA). None if a number is
/// unknown, and for other vendors. O(arguments).
std::optional<Residency> residencyOf(const Trace &trace, const Launch &launch);

} // namespace pstudio::summary
