// SPDX-License-Identifier: Apache-2.0
// Fields of comma-separated values (RFC 4180).
#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

namespace pstudio {

/// The text as a field: in quotes, with inner quotes doubled, where it contains a comma, a quote or
/// the end of a line. O(size).
inline std::string csvField(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos)
    return std::string(text);
  std::string field = "\"";
  for (const char c : text)
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
