// SPDX-License-Identifier: Apache-2.0
// A QueryTable as a virtual table of SQLite.
#include "core/query/virtual_table.h"

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

namespace pstudio::query {
namespace {

/// SQLite extends its structs by inheritance in C: the base is the first member.
struct TableOfSqlite {
  sqlite3_vtab base = {};
  QueryTable *table = nullptr;
};

struct CursorOfSqlite {
  sqlite3_vtab_cursor base = {};
  QueryTable *table = nullptr;
  RowSelection selection;
  size_t range = 0;
  uint64_t row = 0;
  ReadHint hint;

  bool isAtEnd() const { return range >= selection.ranges.size(); }
  /// Moves to the first selected row at or after the current one.
  void settle() {
    while (!isAtEnd()) {
      const RowRange &current = selection.ranges[range];
      row = std::max(row, current.begin);
      if (!selection.words.empty())
        while (row < current.end && selection.words[row] != selection.word)
          ++row;
      if (row < current.end)
        return;
      ++range;
    }
  }
};

TableOfSqlite *tableOf(sqlite3_vtab *table) {
  return reinterpret_cast<TableOfSqlite *>(table);
}
CursorOfSqlite *cursorOf(sqlite3_vtab_cursor *cursor) {
  return reinterpret_cast<CursorOfSqlite *>(cursor);
}

int connectTable(sqlite3 *connection, void *table, int, const char *const *, sqlite3_vtab **result,
                 char **) {
  auto made = std::make_unique<TableOfSqlite>();
  made->table = static_cast<QueryTable *>(table);
  const int code = sqlite3_declare_vtab(
      connection, ("CREATE TABLE t(" + columnDeclarations(made->table->facts()) + ")").c_str());
  if (code == SQLITE_OK)
    *result = &made.release()->base;
  return code;
}

int disconnectTable(sqlite3_vtab *table) {
  delete tableOf(table);
  return SQLITE_OK;
}

std::optional<Relation> relationOf(unsigned char operation) {
  switch (operation) {
  case SQLITE_INDEX_CONSTRAINT_EQ:
    return Relation::Equal;
  case SQLITE_INDEX_CONSTRAINT_LT:
    return Relation::Less;
  case SQLITE_INDEX_CONSTRAINT_LE:
    return Relation::LessEqual;
  case SQLITE_INDEX_CONSTRAINT_GT:
    return Relation::Greater;
  case SQLITE_INDEX_CONSTRAINT_GE:
    return Relation::GreaterEqual;
  default:
    return std::nullopt;
  }
}

/// A condition that the table uses; none: SQLite compares alone.
std::optional<Condition> conditionOf(const QueryTable &table, sqlite3_index_info &info, int at) {
  const auto &constraint = info.aConstraint[at];
  const auto relation = relationOf(constraint.op);
  if (!relation || constraint.usable == 0 || constraint.iColumn < 0)
    return std::nullopt;
  // Another collation makes different texts equal.
  if (const char *collation = sqlite3_vtab_collation(&info, at);
      collation && std::strcmp(collation, "BINARY") != 0)
    return std::nullopt;
  const Condition condition{constraint.iColumn, *relation};
  return table.isIndexed(condition) ? std::optional(condition) : std::nullopt;
}

// A plan is a text with two characters for each condition: its column and its relation.
constexpr char kFirstCode = 'A';

int planScan(sqlite3_vtab *of, sqlite3_index_info *info) {
  const QueryTable &table = *tableOf(of)->table;
  std::vector<Condition> conditions;
  std::string plan;
  for (int i = 0; i < info->nConstraint; ++i)
    if (const auto condition = conditionOf(table, *info, i)) {
      conditions.push_back(*condition);
      info->aConstraintUsage[i].argvIndex = static_cast<int>(conditions.size());
      plan += static_cast<char>(kFirstCode + condition->column);
      plan += static_cast<char>(kFirstCode + static_cast<int>(condition->relation));
    }
  const ScanEstimate estimate = table.estimate(conditions);
  info->estimatedCost = estimate.cost;
  info->estimatedRows = static_cast<sqlite3_int64>(std::ceil(estimate.rows));
  info->idxStr = sqlite3_mprintf("%s", plan.c_str());
  info->needToFreeIdxStr = 1;
  return info->idxStr ? SQLITE_OK : SQLITE_NOMEM;
}

int openCursor(sqlite3_vtab *of, sqlite3_vtab_cursor **result) {
  auto cursor = std::make_unique<CursorOfSqlite>();
  cursor->table = tableOf(of)->table;
  *result = &cursor.release()->base;
  return SQLITE_OK;
}

int closeCursor(sqlite3_vtab_cursor *cursor) {
  delete cursorOf(cursor);
  return SQLITE_OK;
}

Cell cellOf(sqlite3_value *value) {
  switch (sqlite3_value_type(value)) {
  case SQLITE_NULL:
    return {};
  case SQLITE_INTEGER:
    return static_cast<int64_t>(sqlite3_value_int64(value));
  case SQLITE_FLOAT:
    return sqlite3_value_double(value);
  default: {
    const void *text = sqlite3_value_text(value);
    return std::string_view(static_cast<const char *>(text),
                            static_cast<size_t>(sqlite3_value_bytes(value)));
  }
  }
}

int startScan(sqlite3_vtab_cursor *of, int, const char *plan, int count, sqlite3_value **values) {
  CursorOfSqlite &cursor = *cursorOf(of);
  std::vector<Bound> bounds;
  for (int i = 0; i < count; ++i)
    bounds.push_back(
        {{plan[2 * i] - kFirstCode, static_cast<Relation>(plan[2 * i + 1] - kFirstCode)},
         cellOf(values[i])});
  const uint64_t rows = cursor.table->rowCount(); // computes the table
  cursor.selection = cursor.table->select(bounds);
  if (rows == 0)
    cursor.selection.ranges.clear();
  cursor.range = 0;
  cursor.row = 0;
  cursor.settle();
  return SQLITE_OK;
}

int nextRow(sqlite3_vtab_cursor *of) {
  ++cursorOf(of)->row;
  cursorOf(of)->settle();
  return SQLITE_OK;
}

int isAtEnd(sqlite3_vtab_cursor *of) {
  return cursorOf(of)->isAtEnd() ? 1 : 0;
}

int readColumn(sqlite3_vtab_cursor *of, sqlite3_context *context, int column) {
  CursorOfSqlite &cursor = *cursorOf(of);
  setResult(context, cursor.table->cell(cursor.row, column, cursor.hint));
  return SQLITE_OK;
}

int readRowId(sqlite3_vtab_cursor *of, sqlite3_int64 *id) {
  *id = static_cast<sqlite3_int64>(cursorOf(of)->row);
  return SQLITE_OK;
}

/// Without xCreate: the table is there under its name, and none can be created or dropped.
constexpr sqlite3_module moduleOfTables() {
  sqlite3_module module = {};
  module.xConnect = connectTable;
  module.xBestIndex = planScan;
  module.xDisconnect = disconnectTable;
  module.xOpen = openCursor;
  module.xClose = closeCursor;
  module.xFilter = startScan;
  module.xNext = nextRow;
  module.xEof = isAtEnd;
  module.xColumn = readColumn;
  module.xRowid = readRowId;
  return module;
}
constexpr sqlite3_module kModule = moduleOfTables();

} // namespace

std::string columnDeclarations(const TableFacts &facts) {
  std::string text;
  for (const ColumnFacts &column : facts.columns)
    text += (text.empty() ? "\"" : ", \"") + std::string(column.name) + "\" " +
            std::string(column.type);
  return text;
}

int addVirtualTable(sqlite3 *connection, QueryTable &table) {
  const std::string name(table.facts().name);
  return sqlite3_create_module_v2(connection, name.c_str(), &kModule, &table, nullptr);
}

void setResult(sqlite3_context *context, const Cell &cell) {
  if (const auto *whole = std::get_if<int64_t>(&cell))
    return sqlite3_result_int64(context, *whole);
  if (const auto *real = std::get_if<double>(&cell))
    return sqlite3_result_double(context, *real);
  const auto *view = std::get_if<std::string_view>(&cell);
  const auto *text = std::get_if<std::string>(&cell);
  if (view)
    sqlite3_result_text64(context, view->empty() ? "" : view->data(), view->size(), SQLITE_STATIC,
                          SQLITE_UTF8);
  else if (text)
    sqlite3_result_text64(context, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  else
    sqlite3_result_null(context);
}

} // namespace pstudio::query
