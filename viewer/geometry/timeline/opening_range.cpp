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

/// A gap, or a whole trace, that is more than this many times as long as the shown launches is not
/// shown with them.
constexpr int64_t kLongestSurroundings = 3;
/// Space on each side of the launches: their length divided by this.
constexpr int64_t kRoomDivisor = 8;

/// The time from the first slice to the last; none without slices.
std::optional<TimeRange> rangeOfSlices(const Trace &trace) {
  std::optional<TimeRange> range;
  for (const Row &row : trace.rows())
    if (const auto own = slicesRange(trace, row))
      range = hullOf(range, *own);
  return range;
}

/// The time from the first access to the last; none without accesses. O(accesses).
std::optional<TimeRange> rangeOfAccesses(const Launch &launch) {
  const uint64_t count = launch.accesses ? launch.accesses->table.size() : 0;
  std::optional<TimeRange> range;
  for (uint64_t i = 0; i < count; ++i) {
    const Picoseconds time = launch.accesses->table[i].time;
    range = hullOf(range, TimeRange{time, time});
  }
  return range;
}

/// The time range of each launch, ordered by begin: from the first begin to the last end of its
/// slices; without slices, of its accesses. Launches without a time are left out.
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

/// The longest launch with its neighbours: the group grows while the gap to the next launch is at
/// most kLongestSurroundings times as long as the group. `launches` is not empty.
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
  // Without launches the slices define the range: a single instant can be far away from them.
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
