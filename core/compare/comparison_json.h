// SPDX-License-Identifier: Apache-2.0
// A comparison as one JSON object.
#pragma once

#include <string>

#include "core/compare/trace_comparison.h"

namespace pstudio::compare {

/// Times are picoseconds or cycles ("unit" of each scope); unknown values are null. One line
/// without a line break. O(scopes).
std::string comparisonJson(const TraceComparison &comparison);

} // namespace pstudio::compare
