// SPDX-License-Identifier: Apache-2.0
// The span of times that a trace can contain.
#pragma once

#include <cstdint>

#include "core/base/units.h"

namespace pstudio {

/// The farthest whole nanosecond from the origin of a trace whose picoseconds, remainder included,
/// fit 64 bits: 106 days.
constexpr int64_t kFarthestNs = INT64_MAX / 1000 - 1;

/// From one trace time to a later one; the longest possible length if it does not fit, as a trace
/// may span twice what a length can express.
constexpr Picoseconds lengthBetween(Picoseconds begin, Picoseconds end) {
  int64_t length = 0;
  return Picoseconds(__builtin_sub_overflow(end.value, begin.value, &length) ? INT64_MAX : length);
}

} // namespace pstudio
