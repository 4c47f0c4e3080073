// SPDX-License-Identifier: Apache-2.0
// Statements that only read, with their limits.
#include "core/query/sql_statement.h"

#include <cstring>

#include "core/query/sql_error.h"

namespace pstudio::query {
namespace {

constexpr int kMaxTextBytes = 64 << 20; // of one value
constexpr int kMaxSqlBytes = 1 << 20;
constexpr int kMaxPatternBytes = 256; // of LIKE and GLOB; bounds the time of a match
constexpr sqlite3_int64 kMaxHeapBytes = sqlite3_int64{1} << 30;
constexpr int kStepsBetweenChecks = 5000; // of the virtual machine: well below a millisecond

/// Interrupts a statement on a stop request and at its time limit.
class QueryDeadline {
public:
  QueryDeadline(sqlite3 *connection, const QueryLimits &limits)
      : m_connection(connection), m_limits(limits) {
    if (limits.time)
      m_end = std::chrono::steady_clock::now() + *limits.time;
    sqlite3_progress_handler(connection, kStepsBetweenChecks, check, this);
  }
  ~QueryDeadline() { sqlite3_progress_handler(m_connection, 0, nullptr, nullptr); }
  QueryDeadline(const QueryDeadline &) = delete;
  QueryDeadline &operator=(const QueryDeadline &) = delete;

  bool isOver() const {
    return m_limits.stop.stop_requested() || (m_end && std::chrono::steady_clock::now() >= *m_end);
  }

private:
  static int check(void *deadline) {
    return static_cast<const QueryDeadline *>(deadline)->isOver() ? 1 : 0;
  }

  sqlite3 *m_connection;
  const QueryLimits &m_limits;
  std::optional<std::chrono::steady_clock::time_point> m_end;
};

bool isNumberOfSlices(sqlite3_stmt *statement, int column) {
  const char *table = sqlite3_column_table_name(statement, column);
  const char *origin = sqlite3_column_origin_name(statement, column);
  const std::string_view name(sqlite3_column_name(statement, column));
  if (table && origin && std::string_view(table) == "slices" && std::string_view(origin) == "id")
    return true;
  return name == "slice_id" || name.ends_with("_slice_id");
}

std::vector<ResultColumn> columnsOf(sqlite3_stmt *statement) {
  std::vector<ResultColumn> columns;
  for (int i = 0; i < sqlite3_column_count(statement); ++i)
    columns.push_back({sqlite3_column_name(statement, i), isNumberOfSlices(statement, i)});
  return columns;
}

/// "x'00ff'", as SQL writes bytes.
std::string blobText(const void *bytes, int count) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "x'";
  for (int i = 0; i < count; ++i) {
    const auto byte = static_cast<const unsigned char *>(bytes)[i];
    text += {kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return text + "'";
}

Cell cellOf(sqlite3_stmt *statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
  case SQLITE_NULL:
    return {};
  case SQLITE_INTEGER:
    return static_cast<int64_t>(sqlite3_column_int64(statement, column));
  case SQLITE_FLOAT:
    return sqlite3_column_double(statement, column);
  case SQLITE_BLOB:
    return blobText(sqlite3_column_blob(statement, column),
                    sqlite3_column_bytes(statement, column));
  default: {
    const void *text = sqlite3_column_text(statement, column);
    return std::string_view(static_cast<const char *>(text),
                            static_cast<size_t>(sqlite3_column_bytes(statement, column)));
  }
  }
}

QueryResult fetch(sqlite3_stmt *statement, std::string_view sql, RowSink &sink,
                  const QueryDeadline &deadline) {
  sink.begin(columnsOf(statement));
  std::vector<Cell> row(static_cast<size_t>(sqlite3_column_count(statement)));
  QueryEnd end;
  bool isWanted = true;
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    if (deadline.isOver()) // rows that are cheap to make never reach the progress handler
      code = SQLITE_INTERRUPT;
    else if (!isWanted)
      ++end.leftOut;
    else {
      for (size_t i = 0; i < row.size(); ++i)
        row[i] = cellOf(statement, static_cast<int>(i));
      isWanted = sink.add(row);
      ++(isWanted ? end.rows : end.leftOut);
    }
    if (code == SQLITE_INTERRUPT || end.leftOut >= TraceDatabase::kMaxCounted)
      break;
  }
  end.isComplete = code == SQLITE_DONE;
  end.isStopped = (code & 0xff) == SQLITE_INTERRUPT;
  if (code != SQLITE_DONE && code != SQLITE_ROW && !end.isStopped)
    return tl::unexpected(errorOf(sqlite3_db_handle(statement), code, sql));
  return end;
}

} // namespace

int authorizeReading(void *, int action, const char *, const char *function, const char *,
                     const char *) {
  switch (action) {
  case SQLITE_SELECT:
  case SQLITE_READ:
  case SQLITE_RECURSIVE:
    return SQLITE_OK;
  case SQLITE_FUNCTION:
    return function && (std::strcmp(function, "load_extension") == 0 ||
                        std::strcmp(function, "fts3_tokenizer") == 0)
               ? SQLITE_DENY
               : SQLITE_OK;
  default:
    return SQLITE_DENY;
  }
}

void setQueryLimits(sqlite3 *connection) {
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, kMaxTextBytes);
  sqlite3_limit(connection, SQLITE_LIMIT_SQL_LENGTH, kMaxSqlBytes);
  sqlite3_limit(connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, kMaxPatternBytes);
  sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_hard_heap_limit64(kMaxHeapBytes); // of the process: each connection sets the same
}

tl::expected<Statement, QueryError> prepareQuery(sqlite3 *connection, std::string_view sql) {
  if (sql.size() >= static_cast<size_t>(kMaxSqlBytes))
    return tl::unexpected(errorAt(sql, std::nullopt, "the query is longer than 1 MiB"));
  if (const size_t nul = sql.find('\0'); nul != std::string_view::npos)
    return tl::unexpected(errorAt(sql, nul, "the query contains a NUL character"));
  sqlite3_stmt *prepared = nullptr;
  const char *tail = nullptr;
  const int code =
      sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &prepared, &tail);
  Statement statement(prepared);
  if (code != SQLITE_OK)
    return tl::unexpected(errorOf(connection, code, sql));
  if (!prepared)
    return tl::unexpected(
        errorAt(sql, std::nullopt, "the query is empty", "for example: SELECT * FROM scopes"));
  const size_t next = skipBlanks(sql, static_cast<size_t>(tail - sql.data()));
  if (next < sql.size())
    return tl::unexpected(
        errorAt(sql, next, "a second statement begins here", "run one statement at a time"));
  if (sqlite3_column_count(prepared) == 0 || !sqlite3_stmt_readonly(prepared))
    return tl::unexpected(notAQuery(sql, {}));
  if (sqlite3_bind_parameter_count(prepared) > 0)
    return tl::unexpected(errorAt(sql, std::nullopt,
                                  "the query contains a parameter (?, :name, @name or $name)",
                                  "write the value into the query, a text in single quotes"));
  return statement;
}

QueryResult runQuery(sqlite3 *connection, std::string_view sql, RowSink &sink,
                     const QueryLimits &limits) {
  const QueryDeadline deadline(connection, limits);
  auto statement = prepareQuery(connection, sql);
  if (!statement)
    return tl::unexpected(std::move(statement).error());
  return fetch(statement->get(), sql, sink, deadline);
}

} // namespace pstudio::query
