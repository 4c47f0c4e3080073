// SPDX-License-Identifier: Apache-2.0
// Overlap as JSON, for scripts.
#pragma once

#include <span>
#include <string>

#include "core/analysis/overlap/overlap.h"
#include "core/analysis/overlap/overlap_comparison.h"

namespace pstudio::cli {

/// A launch as one object in one line: "unit" says what its figures are in ("cycles", "ps");
/// channels with stages and iterations, roles, the pipeline test, the critical path, findings.
std::string overlapToJson(const Trace &trace, const analysis::LaunchOverlap &launch);

/// A comparison as one object in one line; times in picoseconds.
std::string comparisonToJson(std::span<const analysis::OverlapVariant> variants,
                             const analysis::OverlapComparison &comparison);

} // namespace pstudio::cli
