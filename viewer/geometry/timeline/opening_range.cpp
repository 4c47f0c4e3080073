// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/timeline/opening_range.h"

#include <algorithm>
#include <functional>
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
constexpr int64_t kStepRoomDivisor =
    50; // steps follow each other: more would show the time between

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

/// The time of the steps of PyTorch's profiler, on the host and on GPUs; none without steps.
std::optional<TimeRange> rangeOfSteps(const Trace &trace) {
  std::vector<bool> isStep; // by StringId
  for (const NameUse &use : trace.nameUses())
    if (trace.string(use.name).starts_with("ProfilerStep#")) {
      isStep.resize(std::max<size_t>(isStep.size(), use.name.value + 1));
      isStep[use.name.value] = true;
    }
  std::optional<TimeRange> range;
  const auto names = trace.sliceNames();
  for (uint32_t i = 0; i < names.size() && !isStep.empty(); ++i)
    if (names[i].value < isStep.size() && isStep[names[i].value])
      range = hullOf(range, trace.sliceTime(SliceId(i)));
  return range;
}

/// The begins (or ends) at the early (late) edge of all slices, the outermost first.
class Edges {
public:
  Edges(const Trace &trace, size_t count) {
    for (const Row &row : trace.rows())
      for (uint32_t i = 0; i < row.sliceCount && i <= count; ++i) {
        const uint32_t first = row.firstSlice.value;
        m_begins.push_back(trace.sliceTime(SliceId(first + i)).begin);
        m_ends.push_back(trace.sliceTime(SliceId(first + row.sliceCount - 1 - i)).end);
      }
    const auto kept = std::min(count + 1, m_begins.size());
    const auto middle = static_cast<std::ptrdiff_t>(kept);
    std::ranges::partial_sort(m_begins, m_begins.begin() + middle);
    std::ranges::partial_sort(m_ends, m_ends.begin() + middle, std::greater());
  }
  /// The time of all slices but the first `early` and the last `late`.
  TimeRange without(size_t early, size_t late) const { return {m_begins[early], m_ends[late]}; }

private:
  std::vector<Picoseconds> m_begins, m_ends;
};

bool isNear(Picoseconds gap, TimeRange range) {
  return gap.value / kLongestSurroundings <= range.length().value;
}

/// The time of the slices without the first and the last few, widened to each of those that is
/// near: no further away than kLongestSurroundings times the length of the range.
TimeRange widened(const Edges &edges, size_t few) {
  size_t early = few, late = few;
  TimeRange range = edges.without(early, late);
  for (bool hasGrown = true; hasGrown;) {
    hasGrown = false;
    if (early > 0 && isNear(range.begin - edges.without(early - 1, late).begin, range)) {
      range.begin = edges.without(--early, late).begin;
      hasGrown = true;
    }
    if (late > 0 && isNear(edges.without(early, late - 1).end - range.end, range)) {
      range.end = edges.without(early, --late).end;
      hasGrown = true;
    }
  }
  return range;
}

/// The time of a few slices without the first or the last one, if that lies outside of the others
/// and is far away. Of two slices alone both have the same right.
TimeRange rangeOfFew(const Trace &trace) {
  std::vector<TimeRange> times;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i)
    times.push_back(trace.sliceTime(SliceId(i)));
  std::ranges::sort(times);
  const auto hull = [&times](size_t begin, size_t end) {
    TimeRange range = times[begin];
    for (size_t i = begin; i < end; ++i)
      range = hullOf(range, times[i]);
    return range;
  };
  const size_t count = times.size();
  if (count < 3)
    return hull(0, count);
  const TimeRange later = hull(1, count), earlier = hull(0, count - 1);
  if (times.front().end <= later.begin && !isNear(later.begin - times.front().begin, later))
    return later;
  if (times.back().begin >= earlier.end && !isNear(times.back().end - earlier.end, earlier))
    return earlier;
  return hull(0, count);
}

/// The time of the slices without few that are far away; none without slices.
std::optional<TimeRange> rangeOfSlices(const Trace &trace) {
  constexpr size_t kMostFar = 16, kFarShare = 8;
  const size_t count = trace.sliceCount();
  if (count == 0)
    return std::nullopt;
  const size_t few = std::min(kMostFar, count / kFarShare);
  return few == 0 ? rangeOfFew(trace) : widened(Edges(trace, few), few);
}

OpeningRange withRoom(TimeRange group, TimeRange whole, int64_t divisor, OpeningPart part) {
  const Picoseconds room(group.length().value / divisor);
  return {{std::max(whole.begin, group.begin - room), std::min(whole.end, group.end + room)}, part};
}

} // namespace

OpeningRange openingRangeOf(const Trace &trace) {
  const TimeRange whole = trace.timeRange();
  const auto isSmall = [whole](TimeRange part) {
    return whole.length().value / kLongestSurroundings > part.length().value;
  };
  const std::vector<TimeRange> launches = rangesOfLaunches(trace);
  if (!launches.empty()) {
    const TimeRange group = longestGroup(launches);
    return isSmall(group) ? withRoom(group, whole, kRoomDivisor, OpeningPart::Launches)
                          : OpeningRange{whole};
  }
  if (const auto steps = rangeOfSteps(trace); steps && !steps->isEmpty()) {
    const OpeningRange shown = withRoom(*steps, whole, kStepRoomDivisor, OpeningPart::Steps);
    // A little more than the steps is shown, too.
    const bool isMost = whole.length().value <= shown.range.length().value / 10 * 11;
    return isMost ? OpeningRange{whole} : shown;
  }
  const auto slices = rangeOfSlices(trace);
  if (slices && !slices->isEmpty() && isSmall(*slices))
    return withRoom(*slices, whole, kRoomDivisor, OpeningPart::Slices);
  return {whole};
}

TimeRange openingRange(const Trace &trace) {
  return openingRangeOf(trace).range;
}

} // namespace pstudio
