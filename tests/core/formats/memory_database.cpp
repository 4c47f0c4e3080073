// SPDX-License-Identifier: Apache-2.0
#include "tests/core/formats/memory_database.h"

#include <QtGlobal>

#include <sqlite3.h>

namespace pstudio::test {

std::string databaseOf(const std::string &sql) {
  sqlite3 *connection = nullptr;
  if (sqlite3_open(":memory:", &connection) != SQLITE_OK)
    qFatal("SQLite does not open");
  char *message = nullptr;
  const std::string all = "PRAGMA page_size = 512;" + sql;
  if (sqlite3_exec(connection, all.c_str(), nullptr, nullptr, &message) != SQLITE_OK)
    qFatal("%s", message);
  sqlite3_int64 size = 0;
  unsigned char *bytes = sqlite3_serialize(connection, "main", &size, 0);
  std::string file(reinterpret_cast<const char *>(bytes), static_cast<size_t>(size));
  sqlite3_free(bytes);
  sqlite3_close(connection);
  return file;
}

} // namespace pstudio::test
