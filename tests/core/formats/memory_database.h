// SPDX-License-Identifier: Apache-2.0
// Small SQLite databases made of SQL statements.
#pragma once

#include <string>

namespace pstudio::test {

/// The bytes of a database file with pages of 512 bytes, after the statements ran. A failure ends
/// the test with its message.
std::string databaseOf(const std::string &sql);

} // namespace pstudio::test
