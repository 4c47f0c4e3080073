// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_reader.h"

#include <algorithm>

#include "core/formats/nsight/nsight_import.h"
#include "core/formats/nsight/nsight_session.h"

namespace pstudio::nsight {
namespace {

/// A database of nvprof has tables of the same prefix, but strings in a table of another name.
bool isTableOfExport(const sqlite::Table &table) {
  return table.name == "StringIds" || table.name == "NVTX_EVENTS" ||
         table.name == "TARGET_INFO_SESSION_START_TIME" ||
         (table.name.starts_with("CUPTI_ACTIVITY_KIND_") && !table.hasColumn("_id_"));
}

} // namespace

bool looksLikeExport(std::span<const std::byte> bytes) {
  if (!sqlite::looksLikeDatabase(bytes))
    return false;
  const Result<sqlite::Database> database = sqlite::Database::open(bytes);
  return database && std::ranges::any_of(database->tables(), isTableOfExport);
}

Result<Trace> readExport(std::span<const std::byte> bytes, std::string_view title,
                         ReadProgress *progress) {
  PSTUDIO_TRY_ASSIGN(sqlite::Database database, sqlite::Database::open(bytes, progress));
  TraceBuilder trace;
  trace.info().title = title;
  sqlite::TableImport tables(database, trace);
  Session session(trace);
  PSTUDIO_TRY(session.read(tables));
  NsightImport import(trace, tables, session);
  PSTUDIO_TRY(import.run());
  if (import.eventCount() == 0)
    return fail(ErrorCode::InvalidFormat, "the export of Nsight Systems contains no event", {},
                "record with nsys profile --trace=cuda,nvtx,osrt and export again");
  return std::move(trace).finish();
}

} // namespace pstudio::nsight
