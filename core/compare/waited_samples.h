// SPDX-License-Identifier: Apache-2.0
// Wait times of warps for the asynchronous operations of a trace: its overlap, for a comparison.
#pragma once

#include <string>
#include <vector>

#include "core/compare/trace_samples.h"

namespace pstudio::compare {

/// One wait of one warp for one operation.
struct WaitedSample {
  int64_t value = 0; ///< length of the wait while the operation was in flight; 0 if it was complete
                     ///< before
  SliceId wait;
};

/// The waits for the operations of one channel of a launch.
struct WaitedChannel {
  LaunchId launch;  ///< none: tracks that belong to no launch
  std::string name; ///< of the channel
  std::vector<WaitedSample> samples;
};

/// The waits that enter the figures of analyzeOverlap(), in its order; not those of launches whose
/// recording cost is subtracted, because the correction moves warps against each other, and of
/// launches without cycles none in cycles. Costs what analyzeOverlap() costs.
std::vector<WaitedChannel> waitedByChannel(const Trace &trace, SampleUnit unit);

} // namespace pstudio::compare
