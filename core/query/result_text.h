// SPDX-License-Identifier: Apache-2.0
// Results as text: cells, lines of CSV, lines of JSON, a table.
#pragma once

#include <string>

#include "core/query/result_set.h"

namespace pstudio::query {

/// A number so that it reads back as the same, a text as it is, "" for unknown.
std::string cellText(const Cell &cell);

/// A cell of a table: a number with ten significant digits, at most 60 characters of a text, whose
/// middle is left out, without control characters; a dash for unknown. O(length).
std::string shownText(const Cell &cell);

/// Names of columns and a row as RFC 4180 has them, with a line feed at the end. Unknown is empty,
/// an empty text is "".
std::string csvHeading(std::span<const ResultColumn> columns);
std::string csvLine(std::span<const Cell> row);
/// The heading and all rows. O(cells).
std::string csvText(const ResultSet &result);

/// Keys of the columns that differ: a second "name" is "name_2".
std::vector<std::string> jsonKeys(std::span<const ResultColumn> columns);
/// One object with a line feed at the end; unknown is null.
std::string jsonLine(std::span<const std::string> keys, std::span<const Cell> row);

/// Columns as wide as they need for a terminal, of shownText(), numbers on the right.
std::string tableText(const ResultSet &result);

/// The tables with the meaning of each column, and the functions.
std::string schemaText();

/// "1,204 further rows are left out"; "" if none are.
std::string leftOutText(const QueryEnd &end);

} // namespace pstudio::query
