// SPDX-License-Identifier: Apache-2.0
// The figures of a channel: all of it, its steady state, its stages, its iterations.
#pragma once

#include "core/analysis/overlap/wait_use.h"

namespace pstudio::analysis {

/// Fills all figures of all channels, and those of the launch. Requires the parts of the
/// streams. Linear.
void fillChannelFigures(LaunchOverlap &launch, const WaitUse &use);

/// The target of waits for operations of a channel, or of an issue: Matrix, Copies, or Manual.
WaitTarget waitTargetOf(const Channel &channel);
WaitTarget waitTargetOf(const AsyncPlace &issue);

} // namespace pstudio::analysis
