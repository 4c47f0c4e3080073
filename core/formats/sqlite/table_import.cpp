// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/table_import.h"

#include <algorithm>

namespace pstudio::sqlite {

Result<void> TableImport::noteFailure(const Table &table, const Error &error) {
  if (error.code == ErrorCode::Cancelled)
    return tl::unexpected<Error>(error);
  if (m_damaged.insert(table.name).second) // some tables are read twice
    m_trace.addNote(NoteCode::DatabaseDamaged, {table.name, error.message});
  return {};
}

Result<void> TableImport::read(std::string_view name, const ReadColumns &columns,
                               const std::function<bool(const Row &)> &visit) {
  const Table *table = m_database.find(name);
  if (table == nullptr)
    return {};
  for (size_t i = 0; i < std::max(columns.required, columns.expected); ++i)
    if (!table->hasColumn(columns.names[i])) {
      if (i < columns.required)
        return {}; // of another tool: noteOthers() counts its rows
      if (std::string absent = std::string(columns.names[i]) + " of " + table->name;
          i < columns.expected && std::ranges::find(m_absent, absent) == m_absent.end())
        m_absent.push_back(std::move(absent));
    }
  m_known.emplace(name);
  uint64_t bad = 0;
  const Result<void> done =
      m_database.read(*table, columns.names, [&](const Row &row) { bad += visit(row) ? 0 : 1; });
  m_trace.addNote(NoteCode::DatabaseBadRows, {table->name}, bad);
  return done ? Result<void>() : noteFailure(*table, done.error());
}

Result<void> TableImport::noteOthers(const std::function<bool(std::string_view)> &isData) {
  for (const Table &table : m_database.tables()) {
    if (m_known.contains(table.name) || !isData(table.name))
      continue;
    uint64_t rows = 0;
    const Result<void> done = m_database.read(table, {}, [&](const Row &) { ++rows; });
    m_trace.addNote(NoteCode::DatabaseNotRead, {table.name}, rows);
    if (!done)
      PSTUDIO_TRY(noteFailure(table, done.error()));
  }
  return {};
}

void TableImport::finish() {
  constexpr size_t kMostNames = 8;
  if (m_absent.empty())
    return;
  std::string names;
  for (size_t i = 0; i < std::min(m_absent.size(), kMostNames); ++i)
    names += (i == 0 ? "" : ", ") + m_absent[i];
  if (m_absent.size() > kMostNames)
    names += ", ...";
  m_trace.addNote(NoteCode::DatabaseAbsentColumns, {names}, m_absent.size());
}

} // namespace pstudio::sqlite
