// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/unknown_database.h"

#include <algorithm>

#include "core/formats/sqlite/database.h"

namespace pstudio::sqlite {
namespace {

/// A database of another tool, by two of its tables.
struct OtherDatabase {
  std::string_view tables[2];
  const char *message;
  const char *hint;
};

constexpr OtherDatabase kOtherDatabases[] = {
    {{"rocpd_api", "rocpd_op"},
     "a database of rocmProfileData (RPD) is not supported",
     "its rpd2tracing.py writes Chrome trace JSON"},
    {{"CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL", "StringTable"},
     "a database of nvprof is not supported",
     "record with Nsight Systems: nsys profile, then nsys export --type sqlite"},
    {{"slices", "tracks"},
     "the database contains tables of a trace that Proton Studio wrote, not the trace",
     "open the trace that it was made of"},
};

} // namespace

Error unknownDatabase(std::span<const std::byte> bytes) {
  const Result<Database> database = Database::open(bytes);
  if (!database)
    return database.error();
  for (const OtherDatabase &other : kOtherDatabases)
    if (database->find(other.tables[0]) && database->find(other.tables[1]))
      return {ErrorCode::Unsupported, other.message, {}, other.hint};
  constexpr size_t kMostNames = 5;
  std::string names;
  for (const Table &table :
       database->tables().first(std::min(database->tables().size(), kMostNames)))
    names += (names.empty() ? "" : ", ") + table.name;
  return {ErrorCode::InvalidFormat,
          "the SQLite database has no tables of Nsight Systems or rocprofv3" +
              (names.empty() ? std::string() : ", but " + names),
          {},
          "nsys export --type sqlite and rocprofv3 --output-format rocpd write such databases"};
}

} // namespace pstudio::sqlite
