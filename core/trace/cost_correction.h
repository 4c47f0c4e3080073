// SPDX-License-Identifier: Apache-2.0
// Takes the cost of recording off the times that were recorded.
#pragma once

#include <cstdint>
#include <optional>

#include "core/trace/trace.h"

namespace pstudio {

/// True if correctRecordingCost() would change times: a launch has a recording cost and has not
/// been corrected.
bool hasRecordingCost(const Trace &trace);

/// The trace as it would look had recording cost nothing, warp by warp.
///
/// The records of one warp are the ends of its scopes, the ends of asynchronous operations that it
/// recorded, and its instants. In order of their cycles each gap between two of them shrinks by
/// Launch::recordingCost.record, to 0 at least; the warp's first record keeps its time. A time
/// between two records moves with the earlier one but not past the later one, so the order within a
/// warp stays and scopes stay within their parents; some may become empty. An asynchronous
/// operation is moved with the warp that started it, wherever it ended.
///
/// Warps are not moved against each other: a warp that recorded more ends earlier afterwards, even
/// if a barrier made the others wait for it. Compare durations within a warp, not moments across
/// warps. The cost of records that were dropped is not known and stays in.
///
/// Slices keep their ids, rows, parents and cycles: the cycles are as recorded. The launches have
/// `isCostSubtracted`; a launch that has it already is left as it is. A warp whose slices have no
/// cycles, or cycles in another order than their times, is left as recorded and counted in a note.
/// O(slices * log rows of a warp), memory for a second copy of the columns. [thread: any]
Trace correctRecordingCost(const Trace &trace);

/// Duration of a slice without the cost of the records in it. A record costs more or less depending
/// on what it overlaps, so this is a range.
struct CorrectedDuration {
  Picoseconds recorded;  ///< with the cost
  Picoseconds shortest;  ///< every record cost RecordingCost::recordHigh
  Picoseconds corrected; ///< every record cost RecordingCost::record
  Picoseconds longest;   ///< every record cost RecordingCost::recordLow
  uint64_t records = 0;  ///< of the warp from the slice's begin to before its end
};

/// None if the slice is on no warp, has no cycles, or its launch has no recording cost or is
/// corrected already: use the recorded trace, which has the same ids. O(records of the CTA).
/// [thread: any]
std::optional<CorrectedDuration> correctedDuration(const Trace &trace, SliceId slice);

} // namespace pstudio
