// SPDX-License-Identifier: Apache-2.0
// Selection of events that are ordered by time within each track.
#pragma once

#include <algorithm>

#include "core/query/query_table.h"
#include "core/trace/trace.h"

namespace pstudio::query {

/// Rows of one track, ordered by time: those in `times`.
template <class Event>
void addEvents(std::span<const Event> events, uint64_t first, uint64_t count,
               const PicosecondRange &times, std::vector<RowRange> &ranges) {
  const auto begin = events.begin() + static_cast<std::ptrdiff_t>(first);
  const auto time = [](const Event &event) { return event.time.value; };
  const auto all = std::ranges::subrange(begin, begin + static_cast<std::ptrdiff_t>(count));
  const auto from = std::ranges::lower_bound(all, times.least, {}, time);
  const auto to = std::ranges::upper_bound(from, all.end(), times.most, {}, time);
  if (from != to)
    ranges.push_back(
        {static_cast<uint64_t>(from - events.begin()), static_cast<uint64_t>(to - events.begin())});
}

/// The tracks that bounds on a track's number allow.
inline std::span<const Track> tracksOf(const Trace &trace, std::span<const Bound> bounds,
                                       int column) {
  const RowRange range = rowRange(bounds, column, trace.tracks().size());
  return trace.tracks().subspan(range.begin, range.end - range.begin);
}

/// Estimate of a scan of `events` on `tracks`, whose columns of track and time are indexed.
inline ScanEstimate eventEstimate(std::span<const Condition> conditions, size_t events,
                                  size_t tracks, int track, int time) {
  const double all = static_cast<double>(events) + 1;
  const double searches = static_cast<double>(tracks) + 1;
  ScanEstimate scan{all, all};
  if (hasEqual(conditions, track))
    scan = {all / searches, all / searches};
  else if (!conditions.empty())
    scan.cost += searches;
  if (hasAny(conditions, time))
    scan = {scan.rows * 0.1, scan.cost * 0.1};
  return {std::max(1.0, scan.rows), std::max(1.0, scan.cost)};
}

} // namespace pstudio::query
