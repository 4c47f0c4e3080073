// SPDX-License-Identifier: Apache-2.0
// Residency of CTAs on SMs over time, for the headings of the grouping by SM.
#pragma once

#include <span>
#include <vector>

#include "core/trace/trace.h"
#include "viewer/geometry/timeline/grouping.h"

namespace pstudio {

/// A CTA from the first begin to the last end of the slices of its warps.
struct ResidentCta {
  TrackId cta;
  TimeRange time;
  uint32_t lane = 0; ///< CTAs that are on an SM at once have different ones
};

/// The CTAs of the SMs that a tree has headings for. CTAs without slices have no times and are left
/// out. Immutable. [thread: any]
class SmResidency {
public:
  SmResidency() = default;
  /// O(tracks log tracks + rows).
  SmResidency(const Trace &trace, const DisplayTree &tree);

  /// By lane, then begin; empty for a node that is no heading of an SM.
  std::span<const ResidentCta> ctasOf(NodeId node) const;
  uint32_t laneCount(NodeId node) const; ///< 0 without CTAs

private:
  struct Heading {
    uint32_t node = 0;
    uint32_t laneCount = 0;
    size_t begin = 0, end = 0; ///< into m_ctas
  };
  const Heading *headingOf(NodeId node) const;

  std::vector<Heading> m_headings; ///< by node
  std::vector<ResidentCta> m_ctas;
};

} // namespace pstudio
