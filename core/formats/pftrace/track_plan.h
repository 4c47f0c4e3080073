// SPDX-License-Identifier: Apache-2.0
// Decides how the rows of one track become Perfetto tracks, on which slices may only nest.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio {

/// Layout in which the slices of a track are written.
enum class TrackShape : uint8_t {
  Nested,  ///< every slice lies within its parent, one row below it: all go on one Perfetto track,
           ///< parents first
  Lanes,   ///< overlapping operations without parents: one Perfetto track a row
  Strands, ///< slices that cross, or parents that do not contain their children: what nests goes on
           ///< the first Perfetto track, what overlaps it on further ones (StrandPlan)
};

/// The shape of a track's slices. O(slices of the track).
TrackShape shapeOf(const Trace &trace, TrackId track);

/// One step through the slices of a nested track: a slice begins, or the innermost open one ends.
struct NestedStep {
  SliceId slice;
  bool isBegin = false;
};

/// Walks a track of shape Nested in the order in which its begin and end events are written:
/// parents before children, and an end before what follows it even at the same time. O(1) a step,
/// no recursion. A copy continues from the position of the original. [not thread-safe]
class NestedWalk {
public:
  NestedWalk(const Trace &trace, TrackId track);
  /// False at the end.
  bool next(NestedStep &step);

private:
  bool hasNextIn(uint32_t row) const;

  const Trace *m_trace;
  const Track *m_track;
  std::vector<uint32_t> m_next; // by row: the first slice not yet begun
  std::vector<SliceId> m_open;  // outermost first; slice i lies on row i
};

} // namespace pstudio
