// SPDX-License-Identifier: Apache-2.0
// Reads the tables of a profiler's database, and notes what is absent, damaged or not read.
#pragma once

#include <set>
#include <string>

#include "core/formats/sqlite/database.h"
#include "core/trace/trace_builder.h"

namespace pstudio::sqlite {

/// The columns of a table that a reader visits. Versions of the profiler lack some.
struct ReadColumns {
  std::span<const std::string_view> names;
  size_t required = 0; ///< the first so many: without one of them the table is not read
  size_t expected = 0; ///< the first so many: the absent ones of them are noted
};

/// Reads tables of one database into one trace. Damage of a table ends that table only. [not
/// thread-safe]
class TableImport {
public:
  TableImport(Database &database, TraceBuilder &trace) : m_database(database), m_trace(trace) {}

  /// Visits the rows of a table. `visit` returns false for a row that makes no sense; those are
  /// counted. A table that does not exist is no failure. The only failure is Cancelled. O(rows).
  Result<void> read(std::string_view table, const ReadColumns &columns,
                    const std::function<bool(const Row &)> &visit);
  /// The table need not be noted as one that was not read.
  void ignore(std::string_view table) { m_known.emplace(table); }
  /// Notes the number of rows of each table that was neither read nor ignored and for which
  /// `isData` is true. The only failure is Cancelled. O(rows).
  Result<void> noteOthers(const std::function<bool(std::string_view)> &isData);
  /// Adds the notes of absent columns. Call last.
  void finish();

private:
  Result<void> noteFailure(const Table &table, const Error &error);

  Database &m_database;
  TraceBuilder &m_trace;
  std::set<std::string, std::less<>> m_known;
  std::set<std::string> m_damaged;
  std::vector<std::string> m_absent; ///< "column of table"
};

} // namespace pstudio::sqlite
