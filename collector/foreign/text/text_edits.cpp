// SPDX-License-Identifier: Apache-2.0
// A sorted list of replaced ranges.
#include "collector/foreign/text/text_edits.h"

#include <algorithm>

namespace pstudio::foreign {

bool TextEdits::replace(size_t begin, size_t end, std::string text) {
  const auto after = std::upper_bound(m_edits.begin(), m_edits.end(), begin,
                                      [](size_t at, const Edit &edit) { return at < edit.begin; });
  if (after != m_edits.end() && after->begin < end)
    return false;
  if (after != m_edits.begin() &&
      (std::prev(after)->end > begin || std::prev(after)->begin == begin))
    return false;
  m_edits.insert(after, {begin, end, std::move(text), 0});
  return true;
}

std::string TextEdits::apply(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  size_t at = 0;
  for (Edit &edit : m_edits) {
    result += text.substr(at, edit.begin - at);
    edit.newBegin = result.size();
    result += edit.text;
    at = edit.end;
  }
  result += text.substr(at);
  return result;
}

size_t TextEdits::originalOffset(size_t offset) const {
  const auto after =
      std::upper_bound(m_edits.begin(), m_edits.end(), offset,
                       [](size_t at, const Edit &edit) { return at < edit.newBegin; });
  if (after == m_edits.begin())
    return offset;
  const Edit &edit = *std::prev(after);
  const size_t newEnd = edit.newBegin + edit.text.size();
  return offset < newEnd ? edit.begin : edit.end + (offset - newEnd);
}

} // namespace pstudio::foreign
