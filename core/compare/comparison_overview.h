// SPDX-License-Identifier: Apache-2.0
// Several comparisons with one baseline, side by side.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/compare/trace_comparison.h"

namespace pstudio::compare {

/// A scope in all comparisons. Pointers are to rows of the comparisons.
struct OverviewRow {
  const ScopeComparison *any = nullptr; ///< with the baseline's side, if it has the scope; not null
  std::vector<const ScopeComparison *> inEach; ///< null: not in this comparison
  const ScopeComparison *worst = nullptr;      ///< by verdict, then by ratio; not null
};

/// One row for each scope of the baseline, then those of candidates alone: equal kernels and paths
/// are one row. Scopes that any candidate slows down come first, the largest ratio first; then the
/// order of their worst verdict. All comparisons have the same baseline and must outlive the
/// result. O(n log n) of the scopes of all.
std::vector<OverviewRow> overviewRows(std::span<const TraceComparison> comparisons);

/// The rows that the baseline has as a table: its median, and the change of the median in each
/// candidate with the sign of the verdict (signOf()). Candidates are "[1]", "[2]" ... and named
/// above the table. As overviewRows().
std::string overviewText(std::span<const TraceComparison> comparisons);

} // namespace pstudio::compare
