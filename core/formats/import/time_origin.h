// SPDX-License-Identifier: Apache-2.0
// Chooses the absolute time of trace time 0.
#pragma once

#include <cstdint>
#include <vector>

namespace pstudio {

/// Whether one trace can contain both times [ns]: 64-bit picoseconds cover 106 days after `first`.
bool fitInOneTrace(int64_t first, int64_t last);

/// The first of `times` [ns]. If not all of them fit in one trace, the first of those times of
/// which most fit in one, of equally many the earliest: of an event at time 0 and a thousand events
/// with the date of today, the one is left out. 0 without times. O(n), then O(n log n).
int64_t originOf(std::vector<int64_t> times);

} // namespace pstudio
