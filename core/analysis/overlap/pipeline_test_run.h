// SPDX-License-Identifier: Apache-2.0
// Computes the test of pipeline_test.h.
#pragma once

#include "core/analysis/overlap/wait_use.h"

namespace pstudio::analysis {

/// The test for the channel of copies with most operations. O(operations + visits).
PipelineTest testPipeline(const LaunchOverlap &launch, const WaitUse &use);

} // namespace pstudio::analysis
