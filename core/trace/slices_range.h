// SPDX-License-Identifier: Apache-2.0
// The slices of a track, and the time from the first begin to the last end of slices.
#pragma once

#include <optional>

#include "core/trace/trace.h"

namespace pstudio {

/// The smallest range that contains both.
constexpr TimeRange hullOf(const TimeRange &a, const TimeRange &b) {
  return {a.begin < b.begin ? a.begin : b.begin, a.end < b.end ? b.end : a.end};
}
constexpr TimeRange hullOf(const std::optional<TimeRange> &a, const TimeRange &b) {
  return a ? hullOf(*a, b) : b;
}

/// Half-open range of slice ids.
struct SliceRange {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t size() const { return end - begin; }
};

/// The slices of a track, which are contiguous. O(1).
SliceRange slicesOf(const Trace &trace, TrackId id);

/// Of the slices of a row; none without slices. O(1).
std::optional<TimeRange> slicesRange(const Trace &trace, const Row &row);

/// Of the slices in all rows of a track; none without slices. O(rows of the track).
std::optional<TimeRange> slicesRange(const Trace &trace, const Track &track);

} // namespace pstudio
