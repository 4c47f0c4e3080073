// SPDX-License-Identifier: Apache-2.0
// Statistics as a table in text and as CSV.
#pragma once

#include <string>

#include "core/statistics/statistics.h"

namespace pstudio::statistics {

/// Unit of lengths in texts.
enum class LengthUnit : uint8_t { Nanoseconds, Cycles };

/// A heading, one line for each row, and remarks on omitted instances (statisticsRemarks()).
/// Unknown values are "-".
std::string statisticsText(const Trace &trace, const StatisticsTable &table, LengthUnit unit);

/// RFC 4180, with a line of column names: all figures in ns and in cycles, exact. Unknown values
/// are empty. The columns are the same for every table. O(rows).
std::string statisticsCsv(const Trace &trace, const StatisticsTable &table);

/// Which instances the figures leave out or contain in part, one sentence a line; "" if there are
/// none.
std::string statisticsRemarks(const StatisticsTable &table);

/// The kind of a row: scopeKindText() of a scope, "not recorded" of time without
/// one.
std::string rowKindText(const Trace &trace, const StatisticsRow &row);

/// "scope", "warp", "CTA", "SM".
std::string_view groupByText(GroupBy by);

/// A time in ns with all decimals that are not zero: "1512.6".
std::string nanosecondDigits(int64_t picoseconds);

} // namespace pstudio::statistics
