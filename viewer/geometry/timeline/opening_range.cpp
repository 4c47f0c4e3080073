// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/timeline/opening_range.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "core/access/launch_accesses.h"
#include "core/trace/slices_range.h"

namespace pstudio {
namespace {

/// What is longer than launches by more than this is not shown with them.
constexpr int64_t kLongestSurroundings = 3;
/// Room around them, as a share of their length.
constexpr int64_t kRoomDivisor = 8;

/// From the first slice to the last; none without slices.
std::optional<TimeRange> rangeOfSlices(const Trace &trace) {
  std::optional<TimeRange> range;
  for (const Row &row : trace.rows())
    if (const auto own = slicesRange(trace, row))
      range = hullOf(range, *own);
  return range;
}

/// From the first access to the last; none without accesses. O(accesses).
std::optional<TimeRange> rangeOfAccesses(const Launch &launch) {
  const uint64_t count = launch.accesses ? launch.accesses->table.size() : 0;
  std::optional<TimeRange> range;
  for (uint64_t i = 0; i < count; ++i) {
    const Picoseconds time = launch.accesses->table[i].time;
    range = hullOf(range, TimeRange{time, time});
  }
  return range;
}

/// What each launch recorded, from its first begin to its last end, by begin; its accesses count
/// where it has no slices.
std::vector<TimeRange> rangesOfLaunches(const Trace &trace) {
  std::vector<std::optional<TimeRange>> ranges(trace.launches().size());
  for (const Row &row : trace.rows()) {
    const LaunchId launch = trace.track(row.track).launch;
    const auto own = slicesRange(trace, row);
    if (own && launch.value < ranges.size())
      ranges[launch.value] = hullOf(ranges[launch.value], *own);
  }
  std::vector<TimeRange> known;
  for (size_t i = 0; i < ranges.size(); ++i)
    if (const auto range = ranges[i] ? ranges[i] : rangeOfAccesses(trace.launches()[i]);
        range && !range->isEmpty())
      known.push_back(*range);
  std::ranges::sort(known);
  return known;
}

/// The longest launch, and those before and after it that are not far away, in relation to what is
/// shown already. There is at least one.
TimeRange longestGroup(const std::vector<TimeRange> &launches) {
  const auto longest = std::ranges::max_element(launches, {}, &TimeRange::length);
  TimeRange group = *longest;
  const auto isNear = [&](Picoseconds gap) {
    return gap.value / kLongestSurroundings <= group.length().value;
  };
  auto first = longest, end = longest + 1;
  for (bool hasGrown = true; hasGrown;) {
    hasGrown = false;
    if (end != launches.end() && isNear(end->begin - group.end)) {
      group = hullOf(group, *end++);
      hasGrown = true;
    }
    if (first != launches.begin() && isNear(group.begin - std::prev(first)->end)) {
      group = hullOf(group, *--first);
      hasGrown = true;
    }
  }
  return group;
}

} // namespace

TimeRange openingRange(const Trace &trace) {
  const TimeRange whole = trace.timeRange();
  std::vector<TimeRange> launches = rangesOfLaunches(trace);
  // Without a launch the slices are what a trace is about, not a lone instant far away.
  if (const auto slices = rangeOfSlices(trace); launches.empty() && slices && !slices->isEmpty())
    launches.push_back(*slices);
  if (launches.empty())
    return whole;
  const TimeRange group = longestGroup(launches);
  if (whole.length().value / kLongestSurroundings <= group.length().value)
    return whole;
  const Picoseconds room(group.length().value / kRoomDivisor);
  return {std::max(whole.begin, group.begin - room), std::min(whole.end, group.end + room)};
}

} // namespace pstudio
