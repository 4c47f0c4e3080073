// SPDX-License-Identifier: Apache-2.0
// The tables that `proton-collect info --overlap` and `proton-collect overlap` print.
#pragma once

#include <span>
#include <string>

#include "core/analysis/overlap/overlap.h"
#include "core/analysis/overlap/overlap_comparison.h"

namespace pstudio::cli {

/// What is known of a launch's overlap: empty-wait thresholds, channels with stages and iterations,
/// roles, the test of the pipeline, the critical path, findings. Or why there is nothing.
/// O(channels).
std::string describeOverlap(const Trace &trace, const analysis::LaunchOverlap &launch);

/// Variants as rows, then what follows from them together.
std::string describeComparison(std::span<const analysis::OverlapVariant> variants,
                               const analysis::OverlapComparison &comparison);

} // namespace pstudio::cli
