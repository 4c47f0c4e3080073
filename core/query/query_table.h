// SPDX-License-Identifier: Apache-2.0
// One table of a trace that SQL can read: its columns, its rows, and the selection of rows by
// conditions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ids.h"
#include "core/table/column.h"

namespace pstudio::query {

using table::ColumnFacts;

/// A table or view of the database.
struct TableFacts {
  std::string_view name;
  std::string_view meaning; ///< meaning of one row
  std::span<const ColumnFacts> columns;
};

/// Unknown is NULL in SQL.
using Cell = table::Value;

/// Comparison of a column with a value in a condition of a query.
enum class Relation : uint8_t { Equal, Less, LessEqual, Greater, GreaterEqual };

/// A condition of a query without its value.
struct Condition {
  int column = 0;
  Relation relation = Relation::Equal;
};

/// A condition with its value.
struct Bound {
  Condition condition;
  Cell value;
};

/// Half-open range of rows.
struct RowRange {
  uint64_t begin = 0;
  uint64_t end = 0;
  bool operator==(const RowRange &) const = default;
};

/// Rows that may satisfy some conditions, ascending: a superset, because SQLite checks the
/// conditions again.
struct RowSelection {
  std::vector<RowRange> ranges;
  /// Of these rows only those whose entry in `words` is `word`; an empty span: all of them.
  std::span<const StringId> words = {};
  StringId word = {};
};

/// Expected work of a scan.
struct ScanEstimate {
  double rows = 0; ///< that the scan returns
  double cost = 0; ///< rows that it visits
};

/// Place of the last cell, which is tried first for the next one. One for each scan.
struct ReadHint {
  size_t part = 0;
};

/// A table over a trace, without a copy of it. Rows are numbered from 0. [not thread-safe: one set
/// of tables for each database]
class QueryTable {
public:
  QueryTable() = default;
  virtual ~QueryTable() = default;
  QueryTable(const QueryTable &) = delete;
  QueryTable &operator=(const QueryTable &) = delete;

  virtual const TableFacts &facts() const = 0;
  /// The first call may compute the table.
  virtual uint64_t rowCount() = 0;
  /// `row` is less than rowCount(), `column` an index of facts().columns.
  virtual Cell cell(uint64_t row, int column, ReadHint &hint) = 0;

  /// Whether select() uses this condition. Never computes the table.
  virtual bool isIndexed(const Condition &condition) const;
  /// Estimate of a scan with conditions that are isIndexed(). Never computes the table.
  virtual ScanEstimate estimate(std::span<const Condition> conditions) const;
  /// The rows that may satisfy the conditions, each of which isIndexed().
  virtual RowSelection select(std::span<const Bound> bounds);
};

// --- For tables that use conditions -------------------------------------------------------------

/// The text "" is unknown.
std::optional<std::string_view> textOrNull(std::string_view text);
/// A negative number is unknown.
std::optional<int64_t> numberOrNull(int64_t number);

/// A range of numbers that a column may have: [least, most], closed.
struct NumberRange {
  double least;
  double most;
  bool isEmpty() const { return !(least <= most); }
};
/// Everything that the bounds of a column allow. NULL allows nothing, a text everything.
NumberRange numberRange(std::span<const Bound> bounds, int column);
/// The same as rows of a column that holds the number of its row.
RowRange rowRange(std::span<const Bound> bounds, int column, uint64_t rowCount);
/// The same as picoseconds of a column in nanoseconds: [least, most], widened by more than the
/// rounding.
struct PicosecondRange {
  int64_t least;
  int64_t most;
};
PicosecondRange picosecondRange(std::span<const Bound> bounds, int column);
/// The text that a column must equal; none if no bound compares it with a text.
std::optional<std::string_view> textOf(std::span<const Bound> bounds, int column);
bool hasBound(std::span<const Bound> bounds, int column);
/// A condition `=` on this column is among them.
bool hasEqual(std::span<const Condition> conditions, int column);
bool hasAny(std::span<const Condition> conditions, int column);

} // namespace pstudio::query
