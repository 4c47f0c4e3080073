// SPDX-License-Identifier: Apache-2.0
// Statements that only read, with their limits. Internal to core/query.
#pragma once

#include <memory>
#include <string_view>

#include <sqlite3.h>

#include "core/query/trace_database.h"

namespace pstudio::query {

struct ConnectionCloser {
  void operator()(sqlite3 *connection) const { sqlite3_close_v2(connection); }
};
struct StatementCloser {
  void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
};
using Connection = std::unique_ptr<sqlite3, ConnectionCloser>;
using Statement = std::unique_ptr<sqlite3_stmt, StatementCloser>;

/// An authorizer of SQLite: a statement reads tables and calls functions, and does nothing else.
int authorizeReading(void *, int action, const char *, const char *function, const char *,
                     const char *);

/// Bounds of values, statements and memory, the last one for the whole process.
void setQueryLimits(sqlite3 *connection);

/// Checks that the SQL is one statement that reads.
tl::expected<Statement, QueryError> prepareQuery(sqlite3 *connection, std::string_view sql);

/// Runs one statement to its end or to a limit, as TraceDatabase::run().
QueryResult runQuery(sqlite3 *connection, std::string_view sql, RowSink &sink,
                     const QueryLimits &limits);

} // namespace pstudio::query
