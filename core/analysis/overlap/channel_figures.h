// SPDX-License-Identifier: Apache-2.0
// The figures of a channel: all of it, its steady state, its stages, its iterations.
#pragma once

#include "core/analysis/overlap/wait_use.h"

namespace pstudio::analysis {

/// Fills all figures of all channels, and those of the launch. Requires the parts of the
/// streams. Linear.
void fillChannelFigures(LaunchOverlap &launch, const WaitUse &use);

/// The target of waits for operations of a queue: Matrix, Copies, or Manual for none.
WaitTarget waitTargetOf(std::optional<AsyncQueue> queue);

} // namespace pstudio::analysis
