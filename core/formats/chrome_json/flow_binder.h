// SPDX-License-Identifier: Apache-2.0
// Binds the flow events of Chrome JSON (s, t, f), which name a moment on a thread, to slices.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/trace/trace_builder.h"

namespace pstudio {

/// A flow event. Times are those of the file; only their order matters.
struct FlowPoint {
  TrackId track;
  int64_t time = 0;         ///< [ps]
  uint32_t flow = 0;        ///< flows with the same number belong together
  bool bindsToNext = false; ///< to the next slice to begin, rather than to the innermost one around
  bool startsFlow = false;
  bool endsFlow = false;
  uint32_t order = 0;   ///< among the points of the file; bindFlows() sets it
  uint32_t process = 0; ///< of several open starts, an end takes the one of its own process
};

/// A slice that a flow may bind to.
struct FlowTarget {
  TrackId track;
  int64_t begin = 0; ///< [ps]
  int64_t end = 0;   ///< [ps]
  EventRef slice;
};

/// Points that made no arrow.
struct FlowLosses {
  uint64_t unbound = 0; ///< in no slice
  uint64_t open = 0;    ///< without the other end
};

/// Joins the points of each flow, in order of time and then of the file, by arrows between the
/// slices that they bind to. An end takes one start; an end before its start, as clocks that differ
/// by little cause, takes the first start after it that has no end of its own.
/// `points` are in the order of the file. `ids`: the id of each flow. O(n log n) in targets and
/// points.
FlowLosses bindFlows(std::vector<FlowPoint> points, std::vector<FlowTarget> targets,
                     std::span<const uint64_t> ids, TraceBuilder &builder);

} // namespace pstudio
