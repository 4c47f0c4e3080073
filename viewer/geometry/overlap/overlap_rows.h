// SPDX-License-Identifier: Apache-2.0
// Converts the analysis of a launch to the rows of the iteration view.
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/overlap/overlap.h"
#include "viewer/geometry/overlap/iteration_rows.h"
#include "viewer/geometry/overlap_data.h"

namespace pstudio {

/// The event of a row that is at time 0.
enum class IterationAlignment : uint8_t {
  Issue, ///< begin of the first instruction that issues
  Loop,  ///< begin of the issuer's loop iteration
};

/// The rows of one channel, and a row that sums up its steady state (all operations if there is no
/// steady state).
struct IterationTable {
  std::vector<IterationRow> rows; ///< by instance
  std::optional<IterationRow> summary;
};

/// Selected operations, and the alignment of their rows.
struct OverlapChoice {
  uint32_t launch = 0;         ///< index into OverlapData::launches()
  uint32_t channel = 0;        ///< index into LaunchOverlap::channels
  std::optional<uint32_t> cta; ///< index into LaunchOverlap::ctas; none: the median of all
  IterationAlignment alignment = IterationAlignment::Issue;
  bool operator==(const OverlapChoice &) const = default;
};

/// The first launch with operations, and in it the copies of a pipeline where there are any;
/// nothing if there are no operations.
std::optional<OverlapChoice> openingChoice(const OverlapData &data);

/// Rows of one CTA (of LaunchOverlap::ctas), median over its warps; or the median over all CTAs and
/// warps. O(visits of the channel).
IterationTable iterationTable(const analysis::LaunchOverlap &launch, uint32_t channel,
                              std::optional<uint32_t> cta, IterationAlignment alignment);

/// Ticks of the launch as a time, rounded.
Picoseconds timeOf(const analysis::LaunchOverlap &launch, double ticks);

} // namespace pstudio
