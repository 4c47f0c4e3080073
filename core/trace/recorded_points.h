// SPDX-License-Identifier: Apache-2.0
// The moments at which the warps of one CTA made a record; private to core/trace.
#pragma once

#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio {

/// The records of one warp.
struct WarpPoints {
  TrackId warp;
  std::vector<TrackId> tracks;   ///< the warp and its asynchronous operations
  std::vector<TrackId> counters; ///< its recorded values
  std::vector<int64_t> cycles;   ///< of its records, ascending
  /// False if slices lack cycles or have them in another order than their times: this warp is left
  /// out, and `cycles` are incomplete.
  bool isUsable = true;
};

/// Collects them CTA by CTA. The trace must outlive this. [not thread-safe]
class RecordedPoints {
public:
  explicit RecordedPoints(const Trace &trace);

  /// The warps below `parent` (a CTA). Valid until the next call. O(slices log rows).
  std::span<const WarpPoints> collect(TrackId parent);

private:
  void collectOwn(WarpPoints &warp);
  void collectRow(WarpPoints &warp, const Row &row, bool isAsync);
  bool isFlight(SliceId slice) const;
  void addEndElsewhere(SliceId slice, int64_t cycles, const WarpPoints &starter);
  void collectInstants(WarpPoints &warp);
  void collectSamples(WarpPoints &warp);
  int64_t endUnitOf(ArgSetId args);
  static void mergeRuns(std::vector<int64_t> &values, std::vector<size_t> &ends);

  const Trace &m_trace;
  std::vector<WarpPoints> m_warps;
  size_t m_warpCount = 0;
  std::vector<std::vector<int64_t>> m_elsewhere; // by warp: ends of other warps' operations
  std::vector<size_t> m_runEnds;                 // of ascending runs in the current warp's cycles
  std::vector<int64_t> m_endUnits;               // by argument set, filled as they are met
};

} // namespace pstudio
