// SPDX-License-Identifier: Apache-2.0
// One iteration of a pipeline as a row of times, and which rows a view of limited height has.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio {

/// Which part of a software pipeline an iteration belongs to.
enum class IterationPart : uint8_t { Prologue, Steady, Epilogue };

/// A median and the 5th and 95th percentile around it.
struct Spread {
  Picoseconds low;
  Picoseconds median;
  Picoseconds high;
  bool operator==(const Spread &) const = default;
};

/// One operation of one iteration, or the median of several (CTAs, warps). Times are relative to
/// where the rows are aligned. A wait may be entered before the operation is issued.
struct IterationRow {
  int64_t instance = 0;     ///< number of the iteration
  int64_t lastInstance = 0; ///< of several that one row sums up; else instance
  int32_t stage = -1;       ///< -1 unknown
  IterationPart part = IterationPart::Steady;
  Picoseconds issueBegin;
  Picoseconds issueEnd;
  Picoseconds waitEnter;
  Picoseconds waitExit;
  Picoseconds workEnd;        ///< of what the waiter did next; waitExit if that is not known
  Spread exit;                ///< of the end of the wait
  Spread exposed;             ///< of the time waited, where nothing was waited 0
  uint64_t visits = 1;        ///< operations times waits for them that the row stands for
  bool isReadyBefore = false; ///< the wait did not block: when it completed is not known
  bool isUnfinished = false;  ///< nothing waited for it: no time behind the issue is known
  bool isUncertain = false;   ///< which wait belongs to it is not certain
  bool isWaitUnknown = false; ///< isUnfinished, and records of waits are missing
  SliceId slice;              ///< of the operation in flight; of a median: of the one nearest to it
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

/// The lines for `rows`, a heading before each part; at most `most` of them (at least 8), where the
/// middle of the longest part gives way to a gap. O(rows).
std::vector<IterationLine> iterationLines(std::span<const IterationRow> rows,
                                          size_t most = SIZE_MAX);

/// Index of the line that shows `row`, or of the gap that hides it; lines.size() if none does.
size_t lineOfRow(std::span<const IterationLine> lines, uint32_t row);

/// The row of an iteration in rows ordered by instance; nothing if none has it. O(log rows).
std::optional<uint32_t> rowOfInstance(std::span<const IterationRow> rows, uint64_t instance);

/// From the first begin to the last end of the rows; empty if there are none.
TimeRange iterationExtent(std::span<const IterationRow> rows);
/// The extent, cut where a few rows would squeeze all others into less than half of the width.
TimeRange iterationOpening(std::span<const IterationRow> rows);

/// "prologue", "steady state", "epilogue".
const char *iterationPartName(IterationPart part);

} // namespace pstudio
