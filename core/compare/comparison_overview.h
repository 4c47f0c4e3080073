// SPDX-License-Identifier: Apache-2.0
// Several comparisons with one baseline, side by side.
#pragma once

#include <span>
#include <string>

#include "core/compare/trace_comparison.h"

namespace pstudio::compare {

/// A table with a line for each scope of the baseline: its median, and the change of the median in
/// each candidate with the sign of the verdict (signOf()). Scopes that any candidate slows down
/// come first, the largest change first. Candidates are "[1]", "[2]" ... and named above the table.
/// All comparisons have the same baseline. O(scopes * comparisons).
std::string overviewText(std::span<const TraceComparison> comparisons);

} // namespace pstudio::compare
