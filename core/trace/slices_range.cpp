// SPDX-License-Identifier: Apache-2.0
// Slices of a row follow each other, so its last one ends last.
#include "core/trace/slices_range.h"

namespace pstudio {

SliceRange slicesOf(const Trace &trace, TrackId id) {
  const Track &track = trace.track(id);
  if (track.rowCount == 0)
    return {};
  const Row &last = trace.row(RowId(track.firstRow.value + track.rowCount - 1));
  return {trace.row(track.firstRow).firstSlice.value, last.firstSlice.value + last.sliceCount};
}

std::optional<TimeRange> slicesRange(const Trace &trace, const Row &row) {
  if (row.sliceCount == 0)
    return std::nullopt;
  const SliceId last(row.firstSlice.value + row.sliceCount - 1);
  return TimeRange{trace.sliceTime(row.firstSlice).begin, trace.sliceTime(last).end};
}

std::optional<TimeRange> slicesRange(const Trace &trace, const Track &track) {
  std::optional<TimeRange> range;
  for (uint32_t depth = 0; depth < track.rowCount; ++depth)
    if (const auto row = slicesRange(trace, trace.row(RowId(track.firstRow.value + depth))))
      range = hullOf(range, *row);
  return range;
}

} // namespace pstudio
