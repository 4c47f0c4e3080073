// SPDX-License-Identifier: Apache-2.0
// The lines of a text.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace pstudio {

/// Removes the first line from `text` and returns it without its "\n". `while (!text.empty())`
/// takes every line; after a last "\n" there is none. O(length of the line).
inline std::string_view takeLine(std::string_view &text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

/// All lines of `text`, as takeLine() returns them. O(length).
inline std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty())
    lines.push_back(takeLine(text));
  return lines;
}

} // namespace pstudio
