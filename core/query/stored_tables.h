// SPDX-License-Identifier: Apache-2.0
// The tables of queries as tables of SQLite that contain their rows. Internal to core/query.
#pragma once

#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/query/sql_statement.h"
#include "core/trace/trace.h"

namespace pstudio::query {

/// Writes to a connection, which must outlive it and may not have an authorizer meanwhile.
class StoredTables {
public:
  /// \param hasFile  every table begins with a column `file`
  StoredTables(sqlite3 *connection, bool hasFile) : m_connection(connection), m_hasFile(hasFile) {}

  /// Creates all tables without rows, the view `events`, and `files` with a row for each file.
  Result<void> create();
  /// Inserts the rows of a trace. \param wanted  names of tables; none: all. O(rows).
  Result<void> add(std::string_view file, const Trace &trace, const std::stop_token &stop,
                   const std::optional<std::set<std::string>> &wanted = std::nullopt);
  Result<void> addUnreadable(std::string_view file, const Error &error);
  /// Creates an index for each column `id` and `..._id`.
  Result<void> addIndices();
  /// Executes statements without a result.
  Result<void> execute(const std::string &sql);

private:
  Result<void> addFile(std::string_view file, const Cell &slices, const Cell &error);
  Result<void> insert(std::string_view file, QueryTable &table, const std::stop_token &stop);
  Error databaseError() const;

  sqlite3 *m_connection;
  bool m_hasFile;
};

/// Binds a cell to a parameter, counted from 1. A text must outlive the binding.
void bindCell(sqlite3_stmt *statement, int parameter, const Cell &cell);

} // namespace pstudio::query
