// SPDX-License-Identifier: Apache-2.0
// The data of all views of an overlap panel for one choice.
#pragma once

#include <string>
#include <vector>

#include "viewer/geometry/overlap/overlap_rows.h"
#include "viewer/geometry/overlap/overlap_summary.h"

namespace pstudio {

/// Times are in the unit of timeStyle() at the time of the overlapNumbers() call.
struct OverlapNumbers {
  IterationTable table;
  std::vector<FigureTile> tiles;
  std::vector<StageBar> stages;
  std::vector<HiddenPoint> hidden;
  std::vector<DepthPoint> depth;
  uint32_t depthCta = 0; ///< index into LaunchOverlap::ctas: the chosen CTA, else typicalCta()
  std::vector<analysis::Finding> findings;
};

/// The choice is one of `data`. O(visits log visits). [thread: any]
OverlapNumbers overlapNumbers(const OverlapData &data, const OverlapChoice &choice);

} // namespace pstudio
