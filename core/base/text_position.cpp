// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_position.h"

#include <algorithm>

namespace pstudio {

TextLines::TextLines(std::string_view text) : m_begins{0} {
  for (size_t at = 0; (at = text.find('\n', at)) != text.npos;)
    m_begins.push_back(++at);
}

TextPosition TextLines::positionOf(size_t offset) const {
  const auto next = std::ranges::upper_bound(m_begins, offset);
  return {static_cast<size_t>(next - m_begins.begin()), offset - *std::prev(next) + 1};
}

TextPosition textPosition(std::string_view text, size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return TextLines(before).positionOf(before.size());
}

size_t textOffset(std::string_view text, TextPosition position) {
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

std::string placeText(std::string_view name, TextPosition position) {
  return std::string(name) + ":" + std::to_string(position.line) + ":" +
         std::to_string(position.column);
}

} // namespace pstudio
