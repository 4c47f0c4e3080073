// SPDX-License-Identifier: Apache-2.0
// Tables of a SQLite database that lies in memory and that nothing is known about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/read_progress.h"
#include "core/base/result.h"

struct sqlite3_stmt;

namespace pstudio::sqlite {

/// Whether the bytes begin as a SQLite database does. O(1).
bool looksLikeDatabase(std::span<const std::byte> bytes);

/// The values of one row. Valid while its row is visited.
class Row {
public:
  explicit Row(sqlite3_stmt *statement) : m_statement(statement) {}

  /// A whole number; none for NULL, for text, and for a column that the table lacks.
  std::optional<int64_t> integer(int column) const;
  /// integer(), or `fallback`.
  int64_t integerOr(int column, int64_t fallback) const {
    return integer(column).value_or(fallback);
  }
  /// A number of either kind; none for others.
  std::optional<double> number(int column) const;
  /// UTF-8; what is not is escaped (escapedUtf8()). Empty for NULL and numbers.
  std::string text(int column) const;

private:
  sqlite3_stmt *m_statement;
};

/// A table and its columns, by their names in the database.
struct Table {
  std::string name;
  std::vector<std::string> columns;

  bool hasColumn(std::string_view column) const;
};

/// A database whose content is not trusted: views, triggers and functions of its schema are not
/// run, values, tables and rows are bounded by the size of the bytes. [not thread-safe]
class Database {
public:
  /// The bytes must outlive the database and are not copied, but for one in the mode of write-ahead
  /// logging. InvalidFormat for a database that is damaged or ends early. `progress` gets the rows
  /// that read() visited and cancels it; may be null. O(tables).
  static Result<Database> open(std::span<const std::byte> bytes, ReadProgress *progress = nullptr);
  Database(Database &&) noexcept;
  ~Database();

  /// In the order of the schema; views are left out.
  std::span<const Table> tables() const;
  /// Null if there is no table of that name.
  const Table *find(std::string_view name) const;

  /// Calls `visit` for each row, with the named columns in their order; one that the table lacks is
  /// NULL. A failure may come after some rows: InvalidFormat where the table is damaged, Cancelled.
  /// O(rows).
  Result<void> read(const Table &table, std::span<const std::string_view> columns,
                    const std::function<void(const Row &)> &visit);

private:
  struct Parts;
  explicit Database(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> m_parts;
};

} // namespace pstudio::sqlite
