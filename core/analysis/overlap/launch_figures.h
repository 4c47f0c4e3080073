// SPDX-License-Identifier: Apache-2.0
// Figures that combine several parts of an analysed launch. Panel, text, JSON and findings show
// these.
#pragma once

#include <cstdint>
#include <optional>

#include "core/analysis/overlap/overlap.h"

namespace pstudio::analysis {

/// The cost of the waits of a channel: the part of the active time of the warps that wait for
/// copies, 0 to 1. None if no warp waits for copies. O(roles).
std::optional<double> waitedShare(const LaunchOverlap &launch, const Channel &channel);

/// The largest share of time that a role of consumers waits for copies, 0 to 1; 0 without
/// consumers. O(roles).
double consumersStarved(const LaunchOverlap &launch);

/// The most matrix operations of one warp in flight at once. O(channels).
uint32_t matrixInFlight(const LaunchOverlap &launch);

/// The number of operations whose issue is not recorded, or of waits without an issue if that is
/// larger. O(channels +
/// sites).
uint64_t issuesNotRecorded(const LaunchOverlap &launch);

/// True if the duration of an empty wait was not measured for a queue. Named barriers do not need
/// one.
bool isUnmeasured(const WaitThreshold &threshold);

/// False if each wait for the channel counts as blocked because the duration of an empty wait is
/// unknown: the waited time is then an upper limit.
bool isBlockingKnown(const LaunchOverlap &launch, const Channel &channel);

} // namespace pstudio::analysis
