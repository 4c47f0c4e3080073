// SPDX-License-Identifier: Apache-2.0
#include "core/base/utf8.h"

#include <cstddef>

namespace pstudio {
namespace {

/// Bytes of the character that `text` begins with, 0 if it begins with none. Table 3-7 of the
/// Unicode standard.
size_t characterLength(std::string_view text) {
  const auto at = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto isWithin = [&](size_t i, unsigned low, unsigned high) {
    return at(i) >= low && at(i) <= high;
  };
  const unsigned first = at(0);
  if (first < 0x80)
    return 1;
  if (first >= 0xC2 && first <= 0xDF)
    return isWithin(1, 0x80, 0xBF) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool isSecond = isWithin(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
    return isSecond && isWithin(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool isSecond = isWithin(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
    return isSecond && isWithin(2, 0x80, 0xBF) && isWithin(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

constexpr char kDigits[] = "0123456789ABCDEF";

void addEscaped(std::string &text, std::string_view prefix, unsigned byte) {
  text += prefix;
  text += {kDigits[byte >> 4 & 15], kDigits[byte & 15]};
}

/// Escapes what is not UTF-8, and control characters that `isKept` does not accept.
template <class IsKept> std::string escaped(std::string_view text, IsKept isKept) {
  std::string result;
  while (!text.empty()) {
    const size_t length = characterLength(text);
    const auto first = static_cast<unsigned char>(text.front());
    const auto second = static_cast<unsigned char>(length == 2 ? text[1] : 0);
    const bool isC1 = length == 2 && first == 0xC2 && second < 0xA0;
    if (length == 0 || ((first < 0x20 || first == 0x7F) && !isKept(text.front())))
      addEscaped(result, "\\x", first);
    else if (isC1 && !isKept(text[1]))
      addEscaped(result, "\\u00", second);
    else
      result += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

} // namespace

bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    const size_t length = characterLength(text);
    if (length == 0)
      return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string escapedUtf8(std::string_view text) {
  return escaped(text, [](char) { return true; });
}

std::string printableText(std::string_view text) {
  return escaped(text, [](char) { return false; });
}

std::string printableLines(std::string_view text) {
  return escaped(text, [](char c) { return c == '\n' || c == '\t'; });
}

} // namespace pstudio
