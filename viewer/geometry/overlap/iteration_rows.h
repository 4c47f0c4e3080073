// SPDX-License-Identifier: Apache-2.0
// An iteration of a pipeline as a row of times, and the rows that a view of limited height shows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio {

/// The part of a software pipeline that an iteration belongs to.
enum class IterationPart : uint8_t { Prologue, Steady, Epilogue };

/// A median and the 5th and 95th percentile around it.
struct Spread {
  Picoseconds low;
  Picoseconds median;
  Picoseconds high;
  bool operator==(const Spread &) const = default;
};

/// One operation of one iteration, or the median of several (CTAs, warps). Times are relative to
/// time 0 of the row (IterationAlignment). A wait may be entered before the operation is issued.
struct IterationRow {
  int64_t instance = 0;     ///< number of the iteration
  int64_t lastInstance = 0; ///< last number if the row sums up several; else instance
  int32_t stage = -1;       ///< -1 unknown
  IterationPart part = IterationPart::Steady;
  Picoseconds issueBegin;
  Picoseconds issueEnd;
  Picoseconds waitEnter;
  Picoseconds waitExit;
  Picoseconds workEnd;        ///< end of the work after the wait; waitExit if unknown
  Spread exit;                ///< of the end of the wait
  Spread exposed;             ///< of the waited time; 0 for a wait that did not block
  uint64_t visits = 1;        ///< pairs of an operation and a wait that the row sums up
  bool isReadyBefore = false; ///< the wait did not block: the completion time is unknown
  bool isUnfinished = false;  ///< no wait belongs to it: times after the issue are unknown
  bool isUncertain = false;   ///< the pairing with a wait is ambiguous
  bool isWaitUnknown = false; ///< isUnfinished, and records of waits are missing
  SliceId slice;              ///< operation in flight; of a median, the nearest operation
  bool operator==(const IterationRow &) const = default;
};

/// A line of the iteration view: the heading of a part, a row, or rows that are left out.
struct IterationLine {
  enum class Kind : uint8_t { Heading, Row, Gap };
  Kind kind = Kind::Row;
  uint32_t row = 0;   ///< the row; the first one of a heading or gap
  uint32_t count = 1; ///< rows below the heading, or left out by the gap
  bool operator==(const IterationLine &) const = default;
};

/// The lines for `rows`, with a heading before each part. `most` (at least 8) limits their number:
/// a gap replaces the middle of the longest parts. O(rows).
std::vector<IterationLine> iterationLines(std::span<const IterationRow> rows,
                                          size_t most = SIZE_MAX);

/// Index of the line that shows `row`, or of the gap that hides it; lines.size() if none does.
size_t lineOfRow(std::span<const IterationLine> lines, uint32_t row);

/// The row of an iteration in rows ordered by instance; nothing if none has it. O(log rows).
std::optional<uint32_t> rowOfInstance(std::span<const IterationRow> rows, uint64_t instance);

/// The time from the first begin to the last end of the rows; empty if there are none.
TimeRange iterationExtent(std::span<const IterationRow> rows);
/// The extent; cut if a few rows would compress all others into less than half of the width.
TimeRange iterationOpening(std::span<const IterationRow> rows);

/// "prologue", "steady state", "epilogue".
const char *iterationPartName(IterationPart part);

} // namespace pstudio
