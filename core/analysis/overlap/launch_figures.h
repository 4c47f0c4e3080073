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

/// The largest part of its time that a role of consumers waits for copies, 0 to 1; 0 without
/// consumers. O(roles).
double consumersStarved(const LaunchOverlap &launch);

/// The most matrix operations of one warp in flight at once. O(channels).
uint32_t matrixInFlight(const LaunchOverlap &launch);

/// Operations whose issue is not recorded, or waits without one if these are more. O(channels +
/// sites).
uint64_t issuesNotRecorded(const LaunchOverlap &launch);

/// Whether the duration of an empty wait was not measured for a queue; named barriers need none.
bool isUnmeasured(const WaitThreshold &threshold);

/// False if each wait for the channel counts as blocked because the length of an empty one is not
/// known: what was waited is an upper limit then.
bool isBlockingKnown(const LaunchOverlap &launch, const Channel &channel);

} // namespace pstudio::analysis
