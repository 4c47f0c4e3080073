// SPDX-License-Identifier: Apache-2.0
// The second half of TraceBuilder::finish(); private to core/trace.
#pragma once

#include <span>
#include <vector>

#include "core/trace/trace_data.h"

namespace pstudio {

/// Value of the parent column, until finishTrace, of a slice without a parent (SliceInput::isRoot).
inline constexpr uint32_t kKnownRoot = 0xfffffffeu;

/// A counter reading and the track that it was added to.
struct PendingSample {
  TrackId track;
  Sample sample;
};

/// From the first begin, instant or sample of `data` to the last end; empty at 0 if there is none.
/// O(events).
TimeRange rangeOf(const Trace::Data &data);

/// Makes the summaries from final columns, rows and tracks. O(slices).
void summarizeRows(Trace::Data &data);

/// Orders the files by path; of those with one path the first stays. O(n log n).
void orderSources(std::vector<SourceFile> &files);

/// Orders the columns of `data`, which are in order of addition, and fills its rows, parents,
/// flows, children and range. `sliceTracks` is the track of each slice, `trackRanks` the sibling
/// rank of each track.
void finishTrace(Trace::Data &data, std::vector<TrackId> sliceTracks,
                 std::span<const PendingSample> samples, const std::vector<int64_t> &trackRanks);

} // namespace pstudio
