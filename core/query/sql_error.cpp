// SPDX-License-Identifier: Apache-2.0
// Errors of SQLite with their place in the SQL and what to do.
#include "core/query/sql_error.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>

#include "core/base/json_field.h"
#include "core/query/sql_functions.h"

namespace pstudio::query {
namespace {

bool isWordCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Where a name stands as a whole word.
std::optional<size_t> offsetOfWord(std::string_view sql, std::string_view word) {
  for (size_t at = sql.find(word); !word.empty() && at != std::string_view::npos;
       at = sql.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !isWordCharacter(sql[at - 1])) &&
        (end == sql.size() || !isWordCharacter(sql[end])))
      return at;
  }
  return std::nullopt;
}

std::vector<std::string_view> tableNames() {
  std::vector<std::string_view> names;
  for (const TableFacts &table : queryTables())
    names.push_back(table.name);
  return names;
}

/// Columns of the tables that the SQL names, or of all.
std::vector<std::string_view> columnNames(std::string_view sql) {
  std::vector<std::string_view> names;
  for (const bool onlyNamed : {true, false}) {
    for (const TableFacts &table : queryTables())
      if (!onlyNamed || offsetOfWord(sql, table.name))
        for (const ColumnFacts &column : table.columns)
          if (std::ranges::find(names, column.name) == names.end())
            names.push_back(column.name);
    if (!names.empty())
      break;
  }
  return names;
}

/// A message of SQLite about a name that does not exist: "no such table: x".
struct UnknownName {
  std::string_view start;
  std::string (*hint)(std::string_view name, std::string_view sql);
};

constexpr std::array kUnknownNames{
    UnknownName{"no such table: ", [](std::string_view name,
                                      std::string_view) { return nameHint(name, tableNames()); }},
    UnknownName{"no such column: ",
                [](std::string_view name, std::string_view sql) {
                  return nameHint(name.substr(name.rfind('.') + 1), columnNames(sql));
                }},
    UnknownName{"no such function: ",
                [](std::string_view name, std::string_view) {
                  std::vector<std::string_view> names;
                  for (const FunctionFacts &function : sqlFunctions())
                    names.push_back(function.name);
                  const std::string_view near = nearestName(name, names);
                  return near.empty() ? std::string("functions of SQLite, extract_arg(), median() "
                                                    "and percentile() are available")
                                      : "did you mean '" + std::string(near) + "'?";
                }},
};

} // namespace

size_t skipBlanks(std::string_view sql, size_t from) {
  constexpr std::string_view kBlanks = " \t\r\n\f;";
  while (from < sql.size()) {
    if (kBlanks.find(sql[from]) != std::string_view::npos)
      ++from;
    else if (sql.substr(from, 2) == "--")
      from = std::min(sql.find('\n', from), sql.size());
    else if (sql.substr(from, 2) == "/*") {
      const size_t end = sql.find("*/", from + 2);
      from = end == std::string_view::npos ? sql.size() : end + 2;
    } else
      break;
  }
  return from;
}

QueryError errorAt(std::string_view sql, std::optional<size_t> offset, std::string message,
                   std::string hint) {
  QueryError error{{ErrorCode::InvalidInput, std::move(message), {}, std::move(hint)}, offset};
  if (offset) {
    const std::string_view before = sql.substr(0, *offset);
    const auto line = 1 + std::ranges::count(before, '\n');
    const size_t start = before.rfind('\n') + 1; // npos + 1 is 0
    // Columns count characters: bytes that continue one of UTF-8 are left out.
    const auto column = 1 + std::ranges::count_if(before.substr(start), [](char c) {
                          return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
                        });
    error.error.where = "SQL:" + std::to_string(line) + ":" + std::to_string(column);
  }
  return error;
}

QueryError notAQuery(std::string_view sql, std::string_view reason) {
  return errorAt(sql, skipBlanks(sql),
                 "the statement is not a query" +
                     (reason.empty() ? std::string() : ": " + std::string(reason)),
                 "a query reads the trace with SELECT, WITH, VALUES or EXPLAIN");
}

QueryError errorOf(sqlite3 *connection, int code, std::string_view sql) {
  const std::string message = sqlite3_errmsg(connection);
  const int at = sqlite3_error_offset(connection);
  std::optional<size_t> offset;
  if (at >= 0 && static_cast<size_t>(at) <= sql.size())
    offset = static_cast<size_t>(at);
  switch (code & 0xff) {
  case SQLITE_AUTH:
    return notAQuery(sql, message);
  case SQLITE_NOMEM:
    return errorAt(sql, std::nullopt, "the query needs more than 1 GiB of memory",
                   "aggregate or limit the rows before they are joined or sorted");
  case SQLITE_TOOBIG:
    return errorAt(sql, offset, message, "a value or the statement is too long");
  default:
    break;
  }
  if (message.ends_with("may not be modified"))
    return notAQuery(sql, message);
  for (const UnknownName &unknown : kUnknownNames)
    if (message.starts_with(unknown.start)) {
      const std::string name = message.substr(unknown.start.size());
      return errorAt(sql, offset ? offset : offsetOfWord(sql, name), message,
                     unknown.hint(name, sql));
    }
  return errorAt(sql, offset, message);
}

} // namespace pstudio::query
