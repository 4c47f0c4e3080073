// SPDX-License-Identifier: Apache-2.0
// Splits a track whose slices overlap into strands, on each of which slices only nest.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/slices_range.h"
#include "core/trace/trace.h"

namespace pstudio {

/// One step through the slices of a track: a slice begins, or the innermost open one of its strand
/// ends.
struct StrandStep {
  SliceId slice;
  bool isBegin = false;
};

/// The strands of one track. A slice lies on the strand of its parent as long as it nests there; of
/// the others, each takes the first strand that is free when it begins. The steps of all strands
/// come in one order, by begin, in which parents begin before their children. [thread: any, once
/// made]
class StrandPlan {
public:
  /// O(n log n) in the slices of the track.
  StrandPlan(const Trace &trace, TrackId track);

  uint32_t strandCount() const { return m_strandCount; }
  size_t stepCount() const { return m_steps.size(); }
  StrandStep step(size_t index) const {
    return {SliceId(m_slices.begin + (m_steps[index] & ~kEnd)), (m_steps[index] & kEnd) == 0};
  }
  uint32_t strandOf(SliceId slice) const { return m_strands[slice.value - m_slices.begin]; }
  /// Begins from that of the parent to that of the slice where the parent lies on another strand;
  /// 0: the strand shows the parent, or there is none.
  uint32_t parentDistance(SliceId slice) const { return m_distances[slice.value - m_slices.begin]; }

private:
  static constexpr uint32_t kEnd = 0x80000000u;
  SliceRange m_slices;
  uint32_t m_strandCount = 0;
  std::vector<uint32_t> m_steps;                ///< slices of the track, with kEnd where they end
  std::vector<uint32_t> m_strands, m_distances; ///< by slice of the track
  friend class StrandMaker;
};

} // namespace pstudio
