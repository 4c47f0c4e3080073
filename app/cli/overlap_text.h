// SPDX-License-Identifier: Apache-2.0
// The tables that `proton-collect info --overlap` and `proton-collect overlap` print.
#pragma once

#include <span>
#include <string>

#include "core/analysis/overlap/overlap.h"
#include "core/analysis/overlap/overlap_comparison.h"

namespace pstudio::cli {

/// The overlap of a launch: empty-wait thresholds, channels with stages and iterations, roles, the
/// test of the pipeline, the critical path, findings. Or the reason why there is no overlap data.
/// O(channels).
std::string describeOverlap(const Trace &trace, const analysis::LaunchOverlap &launch);

/// Variants as rows, then the conclusion of the comparison.
std::string describeComparison(std::span<const analysis::OverlapVariant> variants,
                               const analysis::OverlapComparison &comparison);

} // namespace pstudio::cli
