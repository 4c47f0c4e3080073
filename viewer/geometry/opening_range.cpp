// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/opening_range.h"

#include <algorithm>
#include <optional>

namespace pstudio {
namespace {

/// Of a trace that is longer than its launches by more than this, the launches are shown.
constexpr int64_t kLongestSurroundings = 3;
/// Room around them, as a share of their length.
constexpr int64_t kRoomDivisor = 8;

/// From the first begin to the last end of what launches recorded.
std::optional<TimeRange> rangeOfLaunches(const Trace &trace) {
  std::optional<TimeRange> range;
  for (const Row &row : trace.rows()) {
    if (row.sliceCount == 0 || !trace.track(row.track).launch.isValid())
      continue;
    // Slices of a row do not overlap, so its last one ends last.
    const TimeRange own{trace.sliceTime(row.firstSlice).begin,
                        trace.sliceTime(SliceId(row.firstSlice.value + row.sliceCount - 1)).end};
    range =
        range ? TimeRange{std::min(range->begin, own.begin), std::max(range->end, own.end)} : own;
  }
  return range;
}

} // namespace

TimeRange openingRange(const Trace &trace) {
  const TimeRange whole = trace.timeRange();
  const std::optional<TimeRange> launches = rangeOfLaunches(trace);
  if (!launches || launches->isEmpty() ||
      whole.length().value / kLongestSurroundings <= launches->length().value)
    return whole;
  const Picoseconds room(launches->length().value / kRoomDivisor);
  return {std::max(whole.begin, launches->begin - room), std::min(whole.end, launches->end + room)};
}

} // namespace pstudio
