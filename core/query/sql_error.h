// SPDX-License-Identifier: Apache-2.0
// Errors of SQLite with their place in the SQL and what to do. Internal to core/query.
#pragma once

#include "core/query/trace_database.h"

struct sqlite3;

namespace pstudio::query {

/// An error at a byte of the SQL, or without a place.
QueryError errorAt(std::string_view sql, std::optional<size_t> offset, std::string message,
                   std::string hint = {});

/// A statement that does more than read. \param reason  of SQLite, or empty
QueryError notAQuery(std::string_view sql, std::string_view reason);

/// The newest error of a connection. \param code  what the call returned
QueryError errorOf(sqlite3 *connection, int code, std::string_view sql);

/// The byte after the blanks and comments at the begin of the SQL; its size if there is nothing
/// else.
size_t skipBlanks(std::string_view sql, size_t from = 0);

} // namespace pstudio::query
