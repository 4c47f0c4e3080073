// SPDX-License-Identifier: Apache-2.0
// The lines of a kernel.
#pragma once

#include "core/summary/summary.h"

namespace pstudio::summary {

/// Of the launch with the longest GPU time; of equal ones the first. The trace has a launch.
Summary kernelSummary(const Trace &trace, std::span<const analysis::LaunchOverlap> overlaps);

} // namespace pstudio::summary
