// SPDX-License-Identifier: Apache-2.0
// The one definition of a share of time, for all views.
#include "core/statistics/time_shares.h"

#include <algorithm>
#include <vector>

#include "core/statistics/duration_figures.h"
#include "core/statistics/slice_parts.h"
#include "core/trace/slices_range.h"

namespace pstudio::statistics {
namespace {

/// Time that slices without a parent cover. They rarely cross each other; their time counts once.
class OuterTime {
public:
  void add(int64_t begin, int64_t end) {
    if (end > begin)
      m_ranges.emplace_back(begin, end);
  }

  int64_t covered() && {
    std::ranges::sort(m_ranges);
    int64_t sum = 0, reached = INT64_MIN;
    for (const auto &[begin, end] : m_ranges) {
      const int64_t from = std::max(begin, reached);
      if (end > from)
        sum = saturatedSum(sum, end - from);
      reached = std::max(reached, end);
    }
    return sum;
  }

private:
  std::vector<std::pair<int64_t, int64_t>> m_ranges;
};

bool isAsync(const Trace &trace, uint32_t slice) {
  return (trace.sliceFlags()[slice] & kSliceAsync) != 0;
}

} // namespace

bool countsForShares(const Track &track, bool hasWarps) {
  return hasWarps ? track.kind == TrackKind::Warp : track.kind != TrackKind::Async;
}

bool hasWarpSlices(const Trace &trace) {
  return std::ranges::any_of(trace.tracks(), [](const Track &track) {
    return track.kind == TrackKind::Warp && track.rowCount > 0;
  });
}

int64_t spanOf(const Trace &trace, const Track &track, const std::optional<TimeRange> &range) {
  TimeRange span = slicesRange(trace, track).value_or(TimeRange());
  if (range)
    span = {std::max(span.begin, range->begin), std::min(span.end, range->end)};
  return span.isEmpty() ? 0 : span.length().value;
}

WarpTime &WarpTime::operator+=(const WarpTime &other) {
  whole = saturatedSum(whole, other.whole);
  outside = saturatedSum(outside, other.outside);
  notRecorded = saturatedSum(notRecorded, other.notRecorded);
  return *this;
}

WarpTime warpTimeOf(const Trace &trace, TrackId id, const std::optional<TimeRange> &range) {
  const Track &track = trace.track(id);
  WarpTime time;
  time.whole = spanOf(trace, track, range);
  const auto [first, count] = slicesOf(trace, track);
  OuterTime outer;
  bool areWhole = true;
  for (uint32_t slice = first; slice < first + count; ++slice) {
    areWhole = areWhole && isWholeSlice(trace.sliceFlags()[slice]);
    if (isAsync(trace, slice) || trace.sliceParents()[slice].isValid())
      continue;
    const int64_t begin = trace.sliceBegins()[slice];
    const int64_t end = begin + trace.sliceDurations()[slice];
    outer.add(range ? std::max(begin, range->begin.value) : begin,
              range ? std::min(end, range->end.value) : end);
  }
  time.outside = std::max<int64_t>(0, time.whole - std::move(outer).covered());
  if (areWhole)
    return time;
  const TrackParts parts(trace, id, range);
  for (uint32_t slice = parts.first(); slice < parts.end(); ++slice)
    if (parts.part(slice).place == SlicePlace::Open && !isAsync(trace, slice))
      time.notRecorded = saturatedSum(time.notRecorded, parts.self(slice).picoseconds);
  return time;
}

std::optional<double> shareOf(int64_t time, int64_t whole) {
  if (whole <= 0)
    return std::nullopt;
  return static_cast<double>(time) / static_cast<double>(whole);
}

} // namespace pstudio::statistics
