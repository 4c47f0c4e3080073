// SPDX-License-Identifier: Apache-2.0
// A sorted list of replaced ranges.
#include "collector/foreign/text/text_edits.h"

#include <algorithm>

namespace pstudio::foreign {

TextLines::TextLines(std::string_view text) : m_begins{0} {
  for (size_t at = 0; (at = text.find('\n', at)) != text.npos;)
    m_begins.push_back(++at);
}

TextPosition TextLines::positionOf(size_t offset) const {
  const auto next = std::ranges::upper_bound(m_begins, offset);
  return {static_cast<size_t>(next - m_begins.begin()), offset - *std::prev(next) + 1};
}

TextPosition positionOf(std::string_view text, size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const size_t lineStart =
      before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return {static_cast<size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
          before.size() - lineStart + 1};
}

size_t offsetOf(std::string_view text, TextPosition position) {
  size_t start = 0;
  for (size_t line = 1; line < position.line; ++line) {
    const size_t end = text.find('\n', start);
    if (end == std::string_view::npos)
      return text.size();
    start = end + 1;
  }
  const size_t end = std::min(text.find('\n', start), text.size());
  return std::min(start + std::max<size_t>(position.column, 1) - 1, end);
}

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
