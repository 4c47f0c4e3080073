// SPDX-License-Identifier: Apache-2.0
// A comparison for a terminal, and the words that all its forms use.
#pragma once

#include <string>

#include "core/compare/trace_comparison.h"

namespace pstudio::compare {

/// Headline, warnings, whole launches, then a table of the scopes with regressions first. Unknown
/// values are a dash. O(scopes).
std::string comparisonText(const TraceComparison &comparison);

/// A value of a row: "1,315" cycles, or "792.3" of nanoseconds; the unit is unitText().
std::string amountText(const ScopeComparison &row, double value);
/// The same with a sign: "+12.5", "-3", "0".
std::string differenceText(const ScopeComparison &row, int64_t value);
/// "+25 %", "-3.1 %", "0 %", or "-97.8 % (mean)" where means decide; a dash if there is no ratio.
std::string changeText(const ScopeComparison &row);
/// "+20 .. +31 %"; a dash if there is no interval.
std::string intervalText(const ScopeComparison &row);
/// "cycles" or "ns".
std::string_view unitText(const ScopeComparison &row);
/// "2 slower (1 beyond 5 %), 1 unknown, 0 faster, 4 same".
std::string verdictsText(const TraceComparison &comparison);
/// "7 rows matched (1 renamed), 2 only in the baseline, 0 only in the candidate".
std::string matchesText(const TraceComparison &comparison);
/// "exact", "renamed", or "-".
std::string_view nameOf(MatchKind kind);

} // namespace pstudio::compare
