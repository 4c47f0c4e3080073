// SPDX-License-Identifier: Apache-2.0
// Which part of a launch is recorded: the length of some of its CTAs is not that of the kernel.
#pragma once

#include <cstdint>
#include <string>

#include "core/trace/trace.h"

namespace pstudio {

/// CTAs of a launch.
struct LaunchCoverage {
  uint64_t recorded = 0; ///< with a track
  uint64_t all = 0;      ///< of the grid; 0: unknown
  bool operator==(const LaunchCoverage &) const = default;

  /// Some CTAs are recorded, and others are not: sampled, or they did not run.
  bool isPartial() const { return recorded > 0 && recorded < all; }
};

/// Of one launch of the trace. O(tracks).
LaunchCoverage coverageOf(const Trace &trace, LaunchId launch);

/// Of all launches with recorded CTAs together. O(tracks).
LaunchCoverage coverageOf(const Trace &trace);

/// "4 of 128 CTAs"; empty if all CTAs are recorded, or if it is not known.
std::string partText(const LaunchCoverage &coverage);

} // namespace pstudio
