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
  const SliceRange slices = slicesOf(trace, id);
  std::vector<TimeRange> outer; // of slices without a parent; they rarely cross each other
  bool areWhole = true;
  for (uint32_t slice = slices.begin; slice < slices.end; ++slice) {
    areWhole = areWhole && isWholeSlice(trace.sliceFlags()[slice]);
    if (isAsync(trace, slice) || trace.sliceParents()[slice].isValid())
      continue;
    const TimeRange piece = clipped(trace, slice, range);
    if (!piece.isEmpty())
      outer.push_back(piece);
  }
  time.outside = std::max<int64_t>(0, time.whole - coveredTime(std::move(outer)));
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
