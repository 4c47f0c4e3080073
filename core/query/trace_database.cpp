// SPDX-License-Identifier: Apache-2.0
// SQL over a loaded trace: tables, limits, and queries that can be stopped.
#include "core/query/trace_database.h"

#include <sqlite3.h>

#include <array>

#include "core/query/column_table.h"
#include "core/query/sql_functions.h"
#include "core/query/sql_statement.h"
#include "core/query/virtual_table.h"

namespace pstudio::query {
namespace {

struct EventRow : TrackPlace {
  TrackId track() const { return {}; }
  const TrackPlace &place() const { return *this; }
};
constexpr ColumnFacts kEventColumns[] = {
    {"kind", "TEXT", "slice or instant"},
    {"slice_id", "INTEGER", "of a slice, slices.id"},
    {"instant_id", "INTEGER", "of an instant, instants.id"},
    {"name", "TEXT", "its name"},
    {"ts", "REAL", "begin [ns]"},
    {"dur", "REAL", "duration [ns]; 0 of an instant"},
    kPlaceColumns<EventRow>[0],
    kPlaceColumns<EventRow>[1],
    kPlaceColumns<EventRow>[2],
    kPlaceColumns<EventRow>[3],
    kPlaceColumns<EventRow>[4],
    { "category", "TEXT", "such as async.wait" },
    { "arg_set_id", "INTEGER", "its arguments, args.arg_set_id" },
};
constexpr TableFacts kEventFacts = {"events", "a slice or an instant (a view)", kEventColumns};
/// The tables without a view, in the order of the help; `events` is after the fifth one.
constexpr size_t kTablesBeforeEvents = 5;
constexpr std::array kTableFunctions{sliceTable,   scopeTable,  trackTable,   launchTable,
                                     instantTable, flowTable,   counterTable, argumentTable,
                                     overlapTable, accessTable, rankTable,    noteTable};

std::vector<TableFacts> allTables() {
  std::vector<TableFacts> tables;
  for (const auto table : kTableFunctions)
    tables.push_back(table().facts);
  tables.insert(tables.begin() + kTablesBeforeEvents, kEventFacts);
  return tables;
}

} // namespace

std::span<const TableFacts> queryTables() {
  static const std::vector<TableFacts> kTables = allTables();
  return kTables;
}

std::vector<std::unique_ptr<QueryTable>> makeQueryTables(const TableSources &sources) {
  std::vector<std::unique_ptr<QueryTable>> tables;
  for (const auto table : kTableFunctions)
    tables.push_back(table().make(sources));
  return tables;
}

std::string eventViewText(bool hasFile) {
  const std::string file = hasFile ? "file, " : "";
  return "CREATE VIEW events AS SELECT " + file +
         "'slice' AS kind, id AS slice_id, NULL AS instant_id, name, ts, dur, track_id, "
         "launch_id, sm, cta, warp, category, arg_set_id FROM slices UNION ALL SELECT " +
         file +
         "'instant', NULL, id, name, ts, 0.0, track_id, launch_id, sm, cta, warp, category, "
         "arg_set_id FROM instants";
}

struct TraceDatabase::Parts {
  Parts(std::shared_ptr<const Trace> shown, std::shared_ptr<const Trace> asRecorded)
      : trace(std::move(shown)), recorded(asRecorded ? std::move(asRecorded) : trace),
        places(*trace), tables(makeQueryTables({*trace, *recorded, places})) {}

  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const Trace> recorded;
  TrackPlaces places;
  std::vector<std::unique_ptr<QueryTable>> tables;
  Connection connection; // last: closed before the tables go

  int connect() {
    sqlite3 *opened = nullptr;
    int code =
        sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    connection.reset(opened);
    for (const auto &table : tables)
      if (code == SQLITE_OK)
        code = addVirtualTable(opened, *table);
    // The first use declares a table, which the authorizer would deny.
    for (const auto &table : tables)
      if (code == SQLITE_OK)
        code = sqlite3_exec(
            opened, ("SELECT 1 FROM " + std::string(table->facts().name) + " LIMIT 0").c_str(),
            nullptr, nullptr, nullptr);
    if (code == SQLITE_OK)
      code = addSqlFunctions(opened, *trace);
    if (code == SQLITE_OK)
      code = sqlite3_exec(opened, eventViewText(false).c_str(), nullptr, nullptr, nullptr);
    if (code == SQLITE_OK)
      code = sqlite3_set_authorizer(opened, authorizeReading, nullptr);
    if (code == SQLITE_OK)
      setQueryLimits(opened);
    return code;
  }
};

TraceDatabase::TraceDatabase(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) {}
TraceDatabase::TraceDatabase(TraceDatabase &&) noexcept = default;
TraceDatabase &TraceDatabase::operator=(TraceDatabase &&) noexcept = default;
TraceDatabase::~TraceDatabase() = default;

const Trace &TraceDatabase::trace() const {
  return *m_parts->trace;
}

Result<TraceDatabase> TraceDatabase::open(std::shared_ptr<const Trace> trace,
                                          std::shared_ptr<const Trace> recorded) {
  auto parts = std::make_unique<Parts>(std::move(trace), std::move(recorded));
  if (const int code = parts->connect(); code != SQLITE_OK)
    return fail(ErrorCode::Unsupported,
                "SQLite cannot be used: " + std::string(sqlite3_errstr(code)));
  return TraceDatabase(std::move(parts));
}

QueryResult TraceDatabase::run(std::string_view sql, RowSink &sink, const QueryLimits &limits) {
  return runQuery(m_parts->connection.get(), sql, sink, limits);
}

} // namespace pstudio::query
