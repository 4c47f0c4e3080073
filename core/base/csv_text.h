// SPDX-License-Identifier: Apache-2.0
// Fields of comma-separated values (RFC 4180).
#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/base/utf8.h"

namespace pstudio {

/// Whether a spreadsheet would evaluate `text` as a formula: it begins with = + - @, a tab or a
/// carriage return (OWASP, "CSV Injection"), and is not a number.
inline bool isFormulaLike(std::string_view text) {
  if (text.empty() || std::string_view("=+-@\t\r").find(text.front()) == std::string_view::npos)
    return false;
  const std::string number(text);
  char *end = nullptr;
  std::strtod(number.c_str(), &end);
  return end != number.c_str() + number.size();
}

/// The text as a field: in quotes, with inner quotes doubled, where it contains a comma, a quote or
/// the end of a line. A text that a spreadsheet would evaluate gets an apostrophe before it, and
/// control characters other than tabs and line ends become escapes (printableText()). O(size).
inline std::string csvField(std::string_view text) {
  const bool isFormula = isFormulaLike(text);
  std::string shown = printableLines(text);
  if (isFormula)
    shown.insert(0, "'");
  if (shown.find_first_of(",\"\r\n") == std::string::npos)
    return shown;
  std::string field = "\"";
  for (const char c : shown)
    field.append(c == '"' ? 2 : 1, c);
  return field + '"';
}

/// A number as a field, with up to 15 significant digits and a point; empty if it is not finite.
inline std::string csvNumberText(double number) {
  if (!std::isfinite(number))
    return {};
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.15g", number);
  return buffer.data();
}

} // namespace pstudio
