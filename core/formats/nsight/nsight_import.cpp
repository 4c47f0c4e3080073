// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_import.h"

#include <array>

namespace pstudio::nsight {

NsightImport::NsightImport(TraceBuilder &trace, sqlite::TableImport &tables, const Session &session)
    : m_trace(trace), m_tables(tables), m_session(session),
      // Times of an export count from the start of the recording already.
      m_tracks(trace, Nanoseconds(0)), m_args(trace) {
  session.nameTracks(m_tracks);
}

Result<void> NsightImport::run() {
  PSTUDIO_TRY(readNvtxNames());
  PSTUDIO_TRY(readNvtx());
  PSTUDIO_TRY(readCalls());
  PSTUDIO_TRY(readLibraries());
  PSTUDIO_TRY(readSystemCalls());
  PSTUDIO_TRY(readKernels());
  PSTUDIO_TRY(readCopies());
  PSTUDIO_TRY(readMemsets());
  PSTUDIO_TRY(readGraphs());
  PSTUDIO_TRY(readSynchronization());
  PSTUDIO_TRY(readMetrics());
  PSTUDIO_TRY(readMemoryUse());
  PSTUDIO_TRY(readDiagnostics());
  m_tracks.finish();
  PSTUDIO_TRY(m_tables.noteOthers(isData));
  m_tables.finish();
  return {};
}

/// The other tables describe the machine, the command or numbers of columns.
bool NsightImport::isData(std::string_view table) {
  for (const std::string_view prefix :
       {"ENUM_", "TARGET_INFO_", "META_DATA_", "sqlite_", "ANALYSIS_", "ProcessStreams",
        "EXPORT_META_DATA", "StringIds", "ThreadNames", "PROCESSES"})
    if (table.starts_with(prefix))
      return false;
  return true;
}

Result<void> NsightImport::readDiagnostics() {
  constexpr int64_t kWarning = 2; // ENUM_DIAGNOSTIC_SEVERITY_LEVEL: information is 1
  static constexpr std::array kNames{std::string_view("severity"), std::string_view("text")};
  std::string first;
  uint64_t count = 0;
  PSTUDIO_TRY(m_tables.read("DIAGNOSTIC_EVENT", {kNames, 2, 2}, [&](const sqlite::Row &row) {
    if (row.integerOr(0, 0) >= kWarning && count++ == 0)
      first = row.text(1);
    return true;
  }));
  while (!first.empty() && (first.back() == '.' || first.back() == '\n'))
    first.pop_back(); // the note ends the sentence
  m_trace.addNote(NoteCode::NsightDiagnostics, {first}, count);
  return {};
}

} // namespace pstudio::nsight
