// SPDX-License-Identifier: Apache-2.0
// A comparison as a report in one HTML file.
#pragma once

#include <string>

#include "core/compare/trace_comparison.h"

namespace pstudio::compare {

/// A complete HTML document without references to other files and without scripts: headline,
/// warnings, matching, and the table with a chart of the intervals. O(scopes).
std::string comparisonHtml(const TraceComparison &comparison);

} // namespace pstudio::compare
