// SPDX-License-Identifier: Apache-2.0
// Breaks a text into lines.
#include "viewer/geometry/text_wrap.h"

namespace pstudio {

std::vector<std::string> wrapped(const TextMeasure &measure, FontRole font, std::string_view text,
                                 float width) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    text = space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
    std::string longer = line.empty() ? std::string(word) : line + " " + std::string(word);
    if (!line.empty() && measure.width(font, longer) > width) {
      lines.push_back(std::move(line));
      longer = word;
    }
    line = std::move(longer);
  }
  if (!line.empty())
    lines.push_back(std::move(line));
  return lines;
}

} // namespace pstudio
