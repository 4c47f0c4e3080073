// SPDX-License-Identifier: Apache-2.0
// The number of operations in flight over time.
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/overlap/overlap.h"

namespace pstudio::analysis {

/// The number of operations in flight from `time` to that of the next step.
struct DepthStep {
  Picoseconds time;
  uint32_t depth = 0;
  bool operator==(const DepthStep &) const = default;
};

/// A step function; the last step has depth 0.
struct QueueDepth {
  std::vector<DepthStep> steps; ///< by time; neighbours differ
  double mean = 0;              ///< over time, from the first step to the last
  uint32_t most = 0;
};

/// Operations of a channel in flight, of one CTA or of all together: from the issue to
/// completeBefore, which is an upper limit; operations without one are left out. O(n log n) in the
/// operations.
QueueDepth queueDepth(const Trace &trace, const LaunchOverlap &launch, uint32_t channel,
                      std::optional<uint32_t> cta = {});

} // namespace pstudio::analysis
