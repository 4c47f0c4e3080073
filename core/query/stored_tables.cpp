// SPDX-License-Identifier: Apache-2.0
// The tables of queries as tables of SQLite that contain their rows.
#include "core/query/stored_tables.h"

#include "core/query/column_table.h"
#include "core/query/virtual_table.h"

namespace pstudio::query {
namespace {

constexpr uint64_t kRowsBetweenStops = 4096;

std::string quotedName(std::string_view name) {
  return '"' + std::string(name) + '"';
}

bool isId(std::string_view column) {
  return column == "id" || column.ends_with("_id");
}

/// "INSERT INTO "slices" VALUES(?,?)"
std::string insertText(std::string_view table, size_t columns) {
  std::string text = "INSERT INTO " + quotedName(table) + " VALUES(";
  for (size_t i = 0; i < columns; ++i)
    text += i == 0 ? "?" : ",?";
  return text + ")";
}

Statement prepared(sqlite3 *connection, const std::string &sql) {
  sqlite3_stmt *statement = nullptr;
  sqlite3_prepare_v2(connection, sql.c_str(), -1, &statement, nullptr);
  return Statement(statement);
}

/// Executes an INSERT whose parameters are bound.
bool finishRow(sqlite3_stmt *statement) {
  return sqlite3_step(statement) == SQLITE_DONE && sqlite3_reset(statement) == SQLITE_OK;
}

bool isView(const TableFacts &facts) {
  return facts.name == "events";
}

} // namespace

void bindCell(sqlite3_stmt *statement, int parameter, const Cell &cell) {
  const auto bindText = [&](std::string_view text) {
    sqlite3_bind_text64(statement, parameter, text.empty() ? "" : text.data(), text.size(),
                        SQLITE_STATIC, SQLITE_UTF8);
  };
  if (const auto *whole = std::get_if<int64_t>(&cell))
    sqlite3_bind_int64(statement, parameter, *whole);
  else if (const auto *real = std::get_if<double>(&cell))
    sqlite3_bind_double(statement, parameter, *real);
  else if (const auto *view = std::get_if<std::string_view>(&cell))
    bindText(*view);
  else if (const auto *text = std::get_if<std::string>(&cell))
    bindText(*text);
  else
    sqlite3_bind_null(statement, parameter);
}

Error StoredTables::databaseError() const {
  return {ErrorCode::Io, "the rows cannot be stored: " + std::string(sqlite3_errmsg(m_connection)),
          "SQLite",
          "free space on the disk; SQLITE_TMPDIR names the folder of temporary databases"};
}

Result<void> StoredTables::execute(const std::string &sql) {
  if (sqlite3_exec(m_connection, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    return tl::unexpected(databaseError());
  return {};
}

Result<void> StoredTables::create() {
  const std::string file = m_hasFile ? "\"file\" TEXT, " : "";
  for (const TableFacts &facts : queryTables())
    if (!isView(facts))
      PSTUDIO_TRY(execute("CREATE TABLE " + quotedName(facts.name) + "(" + file +
                          columnDeclarations(facts) + ")"));
  PSTUDIO_TRY(execute(eventViewText(m_hasFile)));
  return execute("CREATE TABLE files(file TEXT, slices INTEGER, error TEXT)");
}

Result<void> StoredTables::add(std::string_view file, const Trace &trace,
                               const std::stop_token &stop,
                               const std::optional<std::set<std::string>> &wanted) {
  const TrackPlaces places(trace);
  for (const auto &table : makeQueryTables({trace, trace, places}))
    if (!wanted || wanted->contains(std::string(table->facts().name)))
      PSTUDIO_TRY(insert(file, *table, stop));
  return addFile(file, static_cast<int64_t>(trace.sliceCount()), {});
}

Result<void> StoredTables::addUnreadable(std::string_view file, const Error &error) {
  return addFile(file, {}, error.toString());
}

Result<void> StoredTables::addFile(std::string_view file, const Cell &slices, const Cell &error) {
  const Statement statement = prepared(m_connection, insertText("files", 3));
  if (!statement)
    return tl::unexpected(databaseError());
  bindCell(statement.get(), 1, file);
  bindCell(statement.get(), 2, slices);
  bindCell(statement.get(), 3, error);
  if (!finishRow(statement.get()))
    return tl::unexpected(databaseError());
  return {};
}

Result<void> StoredTables::insert(std::string_view file, QueryTable &table,
                                  const std::stop_token &stop) {
  const int count = static_cast<int>(table.facts().columns.size()), first = m_hasFile ? 2 : 1;
  const Statement statement = prepared(
      m_connection, insertText(table.facts().name, static_cast<size_t>(count + first - 1)));
  if (!statement)
    return tl::unexpected(databaseError());
  if (m_hasFile)
    bindCell(statement.get(), 1, file);
  std::vector<Cell> cells(static_cast<size_t>(count)); // texts live until the row is stored
  ReadHint hint;
  const uint64_t rows = table.rowCount();
  for (uint64_t row = 0; row < rows; ++row) {
    if (row % kRowsBetweenStops == 0 && stop.stop_requested())
      return fail(ErrorCode::Cancelled, "stopped", std::string(file));
    for (int column = 0; column < count; ++column) {
      Cell &cell = cells[static_cast<size_t>(column)];
      cell = table.cell(row, column, hint);
      bindCell(statement.get(), first + column, cell);
    }
    if (!finishRow(statement.get()))
      return tl::unexpected(databaseError());
  }
  return {};
}

Result<void> StoredTables::addIndices() {
  const std::string file = m_hasFile ? "\"file\", " : "";
  for (const TableFacts &facts : queryTables())
    for (const ColumnFacts &column : facts.columns)
      if (!isView(facts) && isId(column.name))
        PSTUDIO_TRY(execute("CREATE INDEX " +
                            quotedName(std::string(facts.name) + "_" + std::string(column.name)) +
                            " ON " + quotedName(facts.name) + "(" + file + quotedName(column.name) + ")"));
  return {};
}

} // namespace pstudio::query
