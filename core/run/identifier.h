// SPDX-License-Identifier: Apache-2.0
// Names as C and MLIR write them.
#pragma once

#include <algorithm>
#include <string_view>

namespace pstudio {

constexpr bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool isIdentifierStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool isIdentifierCharacter(char c) {
  return isIdentifierStart(c) || isDigit(c);
}

/// ASCII letters, digits and "_", no digit first.
constexpr bool isIdentifier(std::string_view text) {
  return !text.empty() && isIdentifierStart(text[0]) &&
         std::ranges::all_of(text, isIdentifierCharacter);
}

} // namespace pstudio
