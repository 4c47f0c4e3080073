// SPDX-License-Identifier: Apache-2.0
// One query over the traces of several files.
#include "core/query/trace_union.h"

#include <set>

#include "core/query/sql_error.h"
#include "core/query/sql_functions.h"
#include "core/query/sql_statement.h"
#include "core/query/stored_tables.h"
#include "core/query/virtual_table.h"

namespace pstudio::query {
namespace {

constexpr const char *kExtractArg = "extract_arg";
constexpr const char *kArguments = "args";

/// The tables that a statement reads while it is prepared.
using UsedTables = std::set<std::string>;

int recordTables(void *used, int action, const char *first, const char *second, const char *third,
                 const char *fourth) {
  auto &tables = *static_cast<UsedTables *>(used);
  if (action == SQLITE_READ && first)
    tables.insert(first);
  if (action == SQLITE_FUNCTION && second && std::string_view(second) == kExtractArg)
    tables.insert(kArguments);
  return authorizeReading(nullptr, action, first, second, third, fourth);
}

/// Reads an argument from the table `args`. The statement is prepared at the first call.
struct ArgumentLookup {
  sqlite3 *connection = nullptr;
  Statement statement;

  bool prepare() {
    constexpr const char *kSql =
        "SELECT value FROM args WHERE file = ?1 AND arg_set_id = ?2 AND key = ?3 LIMIT 1";
    sqlite3_stmt *prepared = nullptr;
    if (!statement && sqlite3_prepare_v2(connection, kSql, -1, &prepared, nullptr) == SQLITE_OK)
      statement.reset(prepared);
    return statement != nullptr;
  }
};

void extractFileArg(sqlite3_context *context, int, sqlite3_value **values) {
  auto &lookup = *static_cast<ArgumentLookup *>(sqlite3_user_data(context));
  if (!lookup.prepare())
    return sqlite3_result_error_code(context, sqlite3_errcode(lookup.connection));
  sqlite3_stmt *const statement = lookup.statement.get();
  for (int i = 0; i < 3; ++i)
    sqlite3_bind_value(statement, i + 1, values[i]);
  const int code = sqlite3_step(statement);
  if (code == SQLITE_ROW)
    sqlite3_result_value(context, sqlite3_column_value(statement, 0));
  else if (code != SQLITE_DONE)
    sqlite3_result_error_code(context, code);
  sqlite3_reset(statement);
}

void rejectExtractArg(sqlite3_context *context, int, sqlite3_value **) {
  sqlite3_result_error(
      context, "extract_arg of several files has three arguments: file, arg_set_id, key", -1);
}

} // namespace

struct TraceUnion::Parts {
  std::string sql;
  UsedTables used;
  Connection connection; // outlives the statement of the lookup
  std::optional<StoredTables> tables;
  ArgumentLookup lookup;

  Result<void> connect() {
    sqlite3 *opened = nullptr;
    // An empty name: a database that is in memory up to its cache, then in a file without a name.
    const int code = sqlite3_open_v2(
        "", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    connection.reset(opened);
    if (code != SQLITE_OK)
      return fail(ErrorCode::Unsupported,
                  "SQLite cannot be used: " + std::string(sqlite3_errstr(code)));
    lookup.connection = opened;
    tables.emplace(opened, true);
    PSTUDIO_TRY(tables->execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; "
                                "PRAGMA cache_size = -" +
                                std::to_string(kCacheBytes / 1024)));
    PSTUDIO_TRY(tables->create());
    return addFunctions();
  }

  Result<void> addFunctions() {
    int code = addAggregates(connection.get());
    if (code == SQLITE_OK)
      code = sqlite3_create_function_v2(connection.get(), kExtractArg, 3, SQLITE_UTF8, &lookup,
                                        extractFileArg, nullptr, nullptr, nullptr);
    if (code == SQLITE_OK)
      code = sqlite3_create_function_v2(connection.get(), kExtractArg, 2, SQLITE_UTF8, nullptr,
                                        rejectExtractArg, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
      return fail(ErrorCode::Unsupported,
                  "SQLite cannot be used: " + std::string(sqlite3_errstr(code)));
    return {};
  }

  /// The tables that the SQL reads, or its error.
  tl::expected<void, QueryError> findTables() {
    setQueryLimits(connection.get());
    sqlite3_set_authorizer(connection.get(), recordTables, &used);
    const auto statement = prepareQuery(connection.get(), sql);
    sqlite3_set_authorizer(connection.get(), nullptr, nullptr);
    if (!statement)
      return tl::unexpected(statement.error());
    return {};
  }

  /// Each file is one transaction; SQLite commits each row otherwise.
  Result<void> inTransaction(const Result<void> &added) {
    PSTUDIO_TRY(added);
    return tables->execute("COMMIT");
  }
};

TraceUnion::TraceUnion(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) {}
TraceUnion::TraceUnion(TraceUnion &&) noexcept = default;
TraceUnion &TraceUnion::operator=(TraceUnion &&) noexcept = default;
TraceUnion::~TraceUnion() = default;

tl::expected<TraceUnion, QueryError> TraceUnion::open(std::string sql) {
  auto parts = std::make_unique<Parts>();
  parts->sql = std::move(sql);
  if (Result<void> connected = parts->connect(); !connected)
    return tl::unexpected(QueryError{std::move(connected).error()});
  if (auto found = parts->findTables(); !found)
    return tl::unexpected(std::move(found).error());
  return TraceUnion(std::move(parts));
}

Result<void> TraceUnion::add(std::string_view file, const Trace &trace, std::stop_token stop) {
  StoredTables &tables = *m_parts->tables;
  PSTUDIO_TRY(tables.execute("BEGIN"));
  return m_parts->inTransaction(tables.add(file, trace, stop, m_parts->used));
}

Result<void> TraceUnion::addUnreadable(std::string_view file, const Error &error) {
  return m_parts->tables->addUnreadable(file, error);
}

QueryResult TraceUnion::run(RowSink &sink, const QueryLimits &limits) {
  if (m_parts->used.contains(kArguments))
    if (Result<void> made =
            m_parts->tables->execute("CREATE INDEX args_of_sets ON args(file, arg_set_id, key)");
        !made)
      return tl::unexpected(QueryError{std::move(made).error()});
  sqlite3_set_authorizer(m_parts->connection.get(), authorizeReading, nullptr);
  return runQuery(m_parts->connection.get(), m_parts->sql, sink, limits);
}

} // namespace pstudio::query
