// SPDX-License-Identifier: Apache-2.0
// Splits a format into its conversions and lets C print them one by one.
#include "collector/runtime/cpu/format_text.h"

#include <array>
#include <bit>
#include <cstdio>

namespace pstudio::cpu {
namespace {

constexpr std::string_view kFlagsAndWidth = "-+ #0123456789.";
constexpr std::string_view kLengths = "hlLqjzt";

/// One "%...d" of a format.
struct Conversion {
  std::string_view text;   ///< all of it
  std::string_view prefix; ///< flags, width and precision
  std::string_view length; ///< "ll", "h", ...
  char letter = 0;
};

/// The conversion at the start of `text`, which begins with '%'.
Conversion conversionAt(std::string_view text) {
  const auto skip = [&](size_t from, std::string_view letters) {
    const size_t end = text.find_first_not_of(letters, from);
    return end == std::string_view::npos ? text.size() : end;
  };
  Conversion conversion;
  const size_t length = skip(1, kFlagsAndWidth);
  const size_t letter = skip(length, kLengths);
  conversion.prefix = text.substr(1, length - 1);
  conversion.length = text.substr(length, letter - length);
  if (letter < text.size())
    conversion.letter = text[letter];
  conversion.text = text.substr(0, std::min(letter + 1, text.size()));
  return conversion;
}

template <class Value> std::string printOne(const std::string &format, Value value) {
  std::array<char, 512> text{};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  // The format is one conversion that was taken apart above, and the value is of its type.
  const int length = std::snprintf(text.data(), text.size(), format.c_str(), value);
#pragma GCC diagnostic pop
  return length < 0 ? std::string()
                    : std::string(text.data(),
                                  std::min<size_t>(static_cast<size_t>(length), text.size() - 1));
}

/// An integer as wide as the length says, extended again.
uint64_t narrowed(uint64_t word, std::string_view length, bool isSigned) {
  const unsigned bits = length == "hh" ? 8 : length == "h" ? 16 : length.empty() ? 32 : 64;
  if (bits == 64)
    return word;
  const uint64_t low = word & ((uint64_t{1} << bits) - 1);
  const bool isNegative = isSigned && (low >> (bits - 1) & 1) != 0;
  return isNegative ? low | ~uint64_t{0} << bits : low;
}

std::string print(const Conversion &conversion, uint64_t word) {
  const std::string start = "%" + std::string(conversion.prefix);
  switch (conversion.letter) {
  case 'd':
  case 'i':
    return printOne(start + "lld", static_cast<long long>(narrowed(word, conversion.length, true)));
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    return printOne(start + "ll" + conversion.letter,
                    static_cast<unsigned long long>(narrowed(word, conversion.length, false)));
  case 'c':
    return printOne(start + "c", static_cast<int>(word & 0xff));
  case 'p':
    return printOne(start + "#llx", static_cast<unsigned long long>(word));
  default:
    return printOne(start + conversion.letter, std::bit_cast<double>(word));
  }
}

bool takesWord(char letter) {
  constexpr std::string_view kLetters = "diuoxXcpeEfFgGaA";
  return kLetters.find(letter) != std::string_view::npos && letter != 0;
}

} // namespace

std::string formatText(std::string_view format, std::span<const uint64_t> words) {
  std::string text;
  size_t next = 0;
  while (!format.empty()) {
    const size_t percent = std::min(format.find('%'), format.size());
    text += format.substr(0, percent);
    format.remove_prefix(percent);
    if (format.empty())
      break;
    const Conversion conversion = conversionAt(format);
    if (conversion.text == "%%")
      text += '%';
    else if (takesWord(conversion.letter) && next < words.size())
      text += print(conversion, words[next++]);
    else
      text += conversion.text;
    format.remove_prefix(conversion.text.size());
  }
  return text;
}

} // namespace pstudio::cpu
