// SPDX-License-Identifier: Apache-2.0
// Functions that queries have beside those of SQLite.
#pragma once

#include <span>
#include <string_view>

#include "core/trace/trace.h"

struct sqlite3;

namespace pstudio::query {

/// A function as the help lists it.
struct FunctionFacts {
  std::string_view name;
  std::string_view call; ///< "percentile(x, p)"
  std::string_view meaning;
};
std::span<const FunctionFacts> sqlFunctions();

/// Adds them to a connection. The trace must outlive it. Returns a code of SQLite.
int addSqlFunctions(sqlite3 *connection, const Trace &trace);

/// Adds those that read no trace: median and percentile. Returns a code of SQLite.
int addAggregates(sqlite3 *connection);

} // namespace pstudio::query
