// SPDX-License-Identifier: Apache-2.0
// Comparisons as a report in one HTML file.
#pragma once

#include <span>
#include <string>

#include "core/compare/trace_comparison.h"

namespace pstudio::compare {

/// A complete HTML document without references to other files and without scripts: headline,
/// warnings, matching, and the table with a chart of the intervals. O(scopes).
std::string comparisonHtml(const TraceComparison &comparison);

/// The same of several comparisons with one baseline: a table of the changes in each candidate
/// (overviewRows()), then each comparison.
std::string comparisonsHtml(std::span<const TraceComparison> comparisons);

} // namespace pstudio::compare
