// SPDX-License-Identifier: Apache-2.0
// Lines and columns of places in a text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pstudio {

/// 1-based, in bytes.
struct TextPosition {
  size_t line = 1;
  size_t column = 1;
  bool operator==(const TextPosition &) const = default;
};

/// Positions in one text, which is not kept. The constructor is O(text).
class TextLines {
public:
  explicit TextLines(std::string_view text);
  /// Line and column of an offset in the text. O(log lines).
  TextPosition positionOf(size_t offset) const;

private:
  std::vector<size_t> m_begins; ///< offset of each line's first byte
};

/// The position of one offset; an offset beyond the end counts as the end. O(offset).
TextPosition textPosition(std::string_view text, size_t offset);

/// Offset of a line and column; the end of the line if it has fewer columns. O(text).
size_t textOffset(std::string_view text, TextPosition position);

/// "name:line:column", for messages; `name` stands for the text.
std::string placeText(std::string_view name, TextPosition position);

} // namespace pstudio
