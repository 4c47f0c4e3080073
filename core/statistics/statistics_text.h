// SPDX-License-Identifier: Apache-2.0
// Statistics as a table in text, as CSV and as JSON.
#pragma once

#include <string>

#include "core/statistics/statistics_columns.h"

namespace pstudio::statistics {

/// A heading, one line for each row, and remarks on omitted instances (statisticsRemarks()).
/// Unknown values are "-".
std::string statisticsText(const Trace &trace, const StatisticsTable &table, LengthUnit unit);

/// RFC 4180, with a line of column names: all figures in ns and in cycles, exact. Unknown values
/// are empty. The columns are the same for every table. O(rows).
std::string statisticsCsv(const Trace &trace, const StatisticsTable &table);

/// One object: the area, then a list of rows, and for the scopes of a merged trace `ranks`
/// (rank_text.h); unknown values are null.
std::string statisticsJson(const Trace &trace, const StatisticsTable &table);

/// Which instances the figures leave out or contain in part, one sentence a line; "" if there are
/// none.
std::string statisticsRemarks(const StatisticsTable &table);

/// "scope", "warp", "CTA", "SM".
std::string_view groupByText(GroupBy by);

/// A time in ns with all decimals that are not zero: "1512.6".
std::string nanosecondDigits(int64_t picoseconds);

} // namespace pstudio::statistics
