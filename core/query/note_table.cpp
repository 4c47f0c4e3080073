// SPDX-License-Identifier: Apache-2.0
// The table `notes`: remarks of the reader of the file.
#include <array>

#include "core/query/column_table.h"

namespace pstudio::query {
namespace {

std::string_view severityName(Note::Severity severity) {
  return severity == Note::Severity::Info       ? "info"
         : severity == Note::Severity::DataLoss ? "data loss"
                                                : "error";
}

constexpr Column<const Note *> kNoteColumns[] = {
    {"severity", "info, data loss or error",
     [](const Note *const &note) { return severityName(note->severity); }},
    {"code", "stable and short",
     [](const Note *const &note) { return std::string_view(note->code); }},
    {"message", "sentence",
     [](const Note *const &note) { return std::string_view(note->message); }},
    {"count", "how often it happened", [](const Note *const &note) { return note->count; }},
};
constexpr auto kNoteColumnFacts = factsOf(kNoteColumns);
constexpr TableFacts kNoteFacts{"notes", "a remark of the reader of the file", kNoteColumnFacts};

class NoteTable : public ColumnTable<const Note *> {
public:
  explicit NoteTable(const TableSources &sources)
      : ColumnTable(kNoteFacts, kNoteColumns), m_trace(sources.trace) {}

  uint64_t rowCount() override { return m_trace.notes().size(); }

private:
  const Note *rowAt(uint64_t row, ReadHint &) override { return &m_trace.notes()[row]; }

  const Trace &m_trace;
};

} // namespace

const TableDeclaration &noteTable() {
  static constexpr TableDeclaration kTable = declare<NoteTable>(kNoteFacts);
  return kTable;
}

} // namespace pstudio::query
