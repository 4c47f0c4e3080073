// SPDX-License-Identifier: Apache-2.0
// The figures of each iteration of a channel, and which of them are the steady state.
#pragma once

#include <span>

#include "core/analysis/overlap/wait_use.h"

namespace pstudio::analysis {

/// Fills `iterations` and `steadyRange`. `parts`: of the channel's operations, in order. Linear,
/// but for a sort of the instances.
void fillIterations(const LaunchOverlap &launch, const WaitUse &use, Channel &channel,
                    std::span<const PipelinePart> parts);

} // namespace pstudio::analysis
