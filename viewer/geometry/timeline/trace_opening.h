// SPDX-License-Identifier: Apache-2.0
// The appearance of a trace when it is opened: decided by its shape.
#pragma once

#include <optional>
#include <string>

#include "core/trace/trace.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/opening_range.h"
#include "viewer/geometry/timeline/quality_badges.h"

namespace pstudio {

/// The kinds of traces that open differently.
enum class TraceShape : uint8_t {
  Empty,         ///< no slice, instant, sample or access
  KernelRecords, ///< warps, with or without the host's threads
  OneThread,     ///< one track has slices
  HostThreads,   ///< threads of the host, streams and counters
};

/// The choices with which a trace opens. foldsForHeight() adds the folds for a height.
struct TraceOpening {
  TraceShape shape = TraceShape::Empty;
  GroupingKind grouping = GroupingKind::AsRecorded;
  TimeRange range;
  /// One line about the events outside of `range`: "1 event lies 23 h before; Whole trace shows
  /// it". Empty if all are shown.
  std::string line;
  bool operator==(const TraceOpening &) const = default;
};

/// Depends on the trace alone. Cost: openingRangeOf(), and O(tracks).
TraceOpening openingOf(const Trace &trace);

/// Kernel records by SM, CTA and warp; other traces as recorded. O(tracks).
GroupingKind openingGrouping(const Trace &trace);

/// TraceOpening::line as a badge; none if it is empty.
std::optional<QualityBadge> openingBadge(const TraceOpening &opening);

} // namespace pstudio
