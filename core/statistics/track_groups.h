// SPDX-License-Identifier: Apache-2.0
// Warp, CTA and SM of each track.
#pragma once

#include <string>
#include <vector>

#include "core/statistics/statistics_query.h"

namespace pstudio::statistics {

/// The warp, CTA or SM of a row. SMs of one number are one group across all launches.
struct TrackGroup {
  TrackId track;     ///< the warp, the CTA or the first SM of its number; none: the group of the
                     ///< tracks without one
  std::string label; ///< "CTA 3, warp 0", "SM 12", "no warp"
};

/// The groups of a trace's tracks. The trace must outlive it. [thread: any]
class TrackGroups {
public:
  /// GroupBy::Scope has one group. O(tracks).
  TrackGroups(const Trace &trace, GroupBy by);

  uint32_t groupOf(TrackId track) const { return m_groupOf[track.value]; }
  const std::vector<TrackGroup> &groups() const { return m_groups; }

private:
  std::vector<TrackGroup> m_groups;
  std::vector<uint32_t> m_groupOf; ///< by track
};

/// "CTA 3, warp 0", with the launch if the trace has several; the name of any other track.
std::string placeLabel(const Trace &trace, TrackId track);

} // namespace pstudio::statistics
