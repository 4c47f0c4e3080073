// SPDX-License-Identifier: Apache-2.0
// The slices of one track, which are contiguous.
#pragma once

#include "core/trace/trace.h"

namespace pstudio::analysis {

/// Half-open range of slice ids.
struct SliceRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// O(1).
inline SliceRange slicesOf(const Trace &trace, TrackId id) {
  const Track &track = trace.track(id);
  if (track.rowCount == 0)
    return {};
  const Row &last = trace.row(RowId(track.firstRow.value + track.rowCount - 1));
  return {trace.row(track.firstRow).firstSlice.value, last.firstSlice.value + last.sliceCount};
}

} // namespace pstudio::analysis
