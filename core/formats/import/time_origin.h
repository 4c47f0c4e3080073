// SPDX-License-Identifier: Apache-2.0
// Chooses the absolute time of trace time 0.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/units.h"

namespace pstudio {

/// The farthest whole nanosecond from the origin of a trace whose picoseconds, remainder included,
/// fit 64 bits: 106 days.
constexpr int64_t kFarthestNs = INT64_MAX / 1000 - 1;

/// From one trace time to a later one; the longest possible length if it does not fit, as a trace
/// may span twice what a length can express.
Picoseconds lengthBetween(Picoseconds begin, Picoseconds end);

/// Whether one trace can contain both times [ns]: 64-bit picoseconds cover 106 days after `first`.
bool fitInOneTrace(int64_t first, int64_t last);

/// The first of `times` [ns]. If not all of them fit in one trace, the first of those times of
/// which most fit in one, of equally many the earliest: of an event at time 0 and a thousand events
/// with the date of today, the one is left out. 0 without times. O(n), then O(n log n).
int64_t originOf(std::vector<int64_t> times);

} // namespace pstudio
