// SPDX-License-Identifier: Apache-2.0
// A QueryTable as a virtual table of SQLite.
#pragma once

#include "core/query/query_table.h"

struct sqlite3;
struct sqlite3_context;

namespace pstudio::query {

/// Adds the table, by its name, to a connection. The table must outlive the connection. Returns a
/// code of SQLite.
int addVirtualTable(sqlite3 *connection, QueryTable &table);

/// The columns of a table in a statement that creates it: "\"id\" INTEGER, ...".
std::string columnDeclarations(const TableFacts &facts);

/// Makes a cell the result of a column or function. A text view must outlive the statement.
void setResult(sqlite3_context *context, const Cell &cell);

} // namespace pstudio::query
