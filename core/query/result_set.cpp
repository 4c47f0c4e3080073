// SPDX-License-Identifier: Apache-2.0
// The rows of a result in memory, with a limit.
#include "core/query/result_set.h"

namespace pstudio::query {

void ResultSet::begin(std::vector<ResultColumn> columns) {
  m_columns = std::move(columns);
}

ResultSet::Kept ResultSet::keep(const Cell &cell) {
  constexpr uint64_t kTextCost = 112; // of the pool for a new text, beside its bytes
  Kept kept;
  std::string_view text;
  if (const auto *whole = std::get_if<int64_t>(&cell)) {
    kept.kind = Kept::Kind::Whole;
    kept.whole = *whole;
    return kept;
  }
  if (const auto *real = std::get_if<double>(&cell)) {
    kept.kind = Kept::Kind::Real;
    kept.real = *real;
    return kept;
  }
  if (std::holds_alternative<std::monostate>(cell))
    return kept;
  if (const auto *view = std::get_if<std::string_view>(&cell))
    text = *view;
  else
    text = std::get<std::string>(cell);
  const size_t before = m_texts.size();
  kept.kind = Kept::Kind::Text;
  kept.text = m_texts.intern(text);
  if (m_texts.size() > before)
    m_textBytes += kTextCost + m_texts.text(kept.text).size();
  return kept;
}

bool ResultSet::add(std::span<const Cell> row) {
  const uint64_t bytes = (m_cells.size() + row.size()) * sizeof(Kept) + m_textBytes;
  if (m_rows >= m_limits.rows || bytes > m_limits.bytes)
    return false;
  for (const Cell &cell : row)
    m_cells.push_back(keep(cell));
  ++m_rows;
  return true;
}

Cell ResultSet::cell(uint64_t row, size_t column) const {
  const Kept &kept = m_cells[row * m_columns.size() + column];
  switch (kept.kind) {
  case Kept::Kind::Whole:
    return kept.whole;
  case Kept::Kind::Real:
    return kept.real;
  case Kept::Kind::Text:
    return m_texts.text(kept.text);
  case Kept::Kind::Null:
    break;
  }
  return {};
}

SliceId ResultSet::sliceOf(uint64_t row, size_t sliceCount) const {
  for (size_t column = 0; column < m_columns.size(); ++column) {
    if (!m_columns[column].isSliceId)
      continue;
    const Cell number = cell(row, column);
    const auto *id = std::get_if<int64_t>(&number);
    if (id && *id >= 0 && static_cast<uint64_t>(*id) < sliceCount)
      return SliceId(static_cast<uint32_t>(*id));
  }
  return {};
}

} // namespace pstudio::query
