// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/json_scanner.h"

#include <bit>
#include <charconv>
#include <cstring>

#include "core/base/utf8.h"

namespace pstudio {
namespace {

/// Bytes of a word that a string does not contain as they are: quotes, backslashes, control
/// characters, and those that are not ASCII. The lowest bit that is set belongs to the first one.
uint64_t specialBytes(uint64_t word) {
  constexpr uint64_t kOnes = 0x0101010101010101u, kHigh = kOnes << 7;
  const auto zeros = [](uint64_t x) { return (x - kOnes) & ~x; };
  const uint64_t control = (word - kOnes * 0x20) & ~word;
  return (control | zeros(word ^ (kOnes * '"')) | zeros(word ^ (kOnes * '\\')) | word) & kHigh;
}

/// The first byte of [at, end) that a string does not contain as it is.
const char *findSpecial(const char *at, const char *end) {
  if constexpr (std::endian::native == std::endian::little)
    for (; end - at >= 8; at += 8) {
      uint64_t word;
      std::memcpy(&word, at, sizeof(word));
      if (const uint64_t special = specialBytes(word))
        return at + std::countr_zero(special) / 8;
    }
  for (; at != end; ++at)
    if (const auto byte = static_cast<unsigned char>(*at);
        byte < 0x20 || byte >= 0x80 || byte == '"' || byte == '\\')
      return at;
  return end;
}

bool isDigit(const char *at, const char *end) {
  return at != end && *at >= '0' && *at <= '9';
}

const char *skipDigits(const char *at, const char *end) {
  while (isDigit(at, end))
    ++at;
  return at;
}

/// Four hexadecimal digits; -1 if they are something else.
int readHex4(const char *at, const char *end) {
  int value = 0;
  if (end - at < 4)
    return -1;
  const auto [stop, error] = std::from_chars(at, at + 4, value, 16);
  return error == std::errc() && stop == at + 4 && *at != '-' ? value : -1;
}

void appendUtf8(std::string &text, uint32_t character) {
  const auto add = [&](uint32_t byte) { text += static_cast<char>(byte); };
  if (character < 0x80)
    return add(character);
  if (character < 0x800) {
    add(0xC0 | character >> 6);
  } else if (character < 0x10000) {
    add(0xE0 | character >> 12);
    add(0x80 | (character >> 6 & 0x3F));
  } else {
    add(0xF0 | character >> 18);
    add(0x80 | (character >> 12 & 0x3F));
    add(0x80 | (character >> 6 & 0x3F));
  }
  add(0x80 | (character & 0x3F));
}

/// Appends the character of "\uXXXX", `at` its digits, or of a pair of such. Returns the end of
/// it; null if it is none.
const char *appendCodePoint(std::string &text, const char *at, const char *end) {
  const int first = readHex4(at, end);
  if (first < 0 || (first >= 0xDC00 && first <= 0xDFFF))
    return nullptr;
  at += 4;
  if (first < 0xD800 || first > 0xDFFF) {
    appendUtf8(text, static_cast<uint32_t>(first));
    return at;
  }
  const bool isPair = end - at >= 2 && at[0] == '\\' && at[1] == 'u';
  const int second = isPair ? readHex4(at + 2, end) : -1;
  if (second < 0xDC00 || second > 0xDFFF)
    return nullptr;
  appendUtf8(text, 0x10000u + (static_cast<uint32_t>(first - 0xD800) << 10) +
                       static_cast<uint32_t>(second - 0xDC00));
  return at + 6;
}

/// The character that an escape of two characters stands for; 0 if it is none.
char escapedCharacter(char name) {
  constexpr std::string_view kNames = "\"\\/bfnrt", kValues = "\"\\/\b\f\n\r\t";
  const size_t index = kNames.find(name);
  return index == kNames.npos ? '\0' : kValues[index];
}

} // namespace

bool JsonScanner::readString(std::string_view &text) {
  const char *const begin = ++m_at;
  bool isAscii = true;
  const char *at = findSpecial(begin, m_end);
  for (; at != m_end && static_cast<unsigned char>(*at) >= 0x80; at = findSpecial(at + 1, m_end))
    isAscii = false;
  if (at == m_end)
    return false;
  if (*at == '\\')
    return readEscaped(at, text);
  if (*at != '"')
    return false;
  text = std::string_view(begin, static_cast<size_t>(at - begin));
  m_at = at + 1;
  return isAscii || isUtf8(text);
}

/// The rest of a string from its first backslash; m_at is its start.
bool JsonScanner::readEscaped(const char *at, std::string_view &text) {
  std::string result(m_at, at);
  while (at != m_end && *at != '"') {
    if (static_cast<unsigned char>(*at) >= 0x80) {
      result += *at++;
    } else if (*at == '\\') {
      if (++at == m_end)
        return false;
      const char name = *at++;
      if (name == 'u')
        at = appendCodePoint(result, at, m_end);
      else if (const char value = escapedCharacter(name))
        result += value;
      else
        return false;
      if (at == nullptr)
        return false;
    } else if (static_cast<unsigned char>(*at) < 0x20) {
      return false;
    }
    const char *const next = findSpecial(at, m_end);
    result.append(at, next);
    at = next;
  }
  if (at == m_end || !isUtf8(result))
    return false;
  m_at = at + 1;
  text = m_store.emplace_back(std::move(result));
  return true;
}

bool readReal(JsonScalar &value) {
  const char *const end = value.text.data() + value.text.size();
  return std::from_chars(value.text.data(), end, value.real).ec == std::errc();
}

bool JsonScanner::readNumber(JsonScalar &value) {
  constexpr ptrdiff_t kSafeDigits = 18, kFiniteDigits = 300;
  const char *const begin = m_at;
  const bool isNegative = *begin == '-';
  const char *at = begin + (isNegative ? 1 : 0);
  const char *const digits = at;
  uint64_t number = 0;
  for (; isDigit(at, m_end); ++at)
    number = number * 10 + static_cast<uint64_t>(*at - '0');
  const ptrdiff_t count = at - digits;
  if (count == 0 || (*digits == '0' && count > 1))
    return false;
  const bool hasPoint = at != m_end && *at == '.';
  if (hasPoint && (at = skipDigits(at + 1, m_end))[-1] == '.')
    return false;
  const bool hasExponent = at != m_end && (*at == 'e' || *at == 'E');
  if (hasExponent) {
    at += m_end - at > 1 && (at[1] == '+' || at[1] == '-') ? 2 : 1;
    if (!isDigit(at, m_end))
      return false;
    at = skipDigits(at, m_end);
  }
  m_at = at;
  value.text = std::string_view(begin, static_cast<size_t>(at - begin));
  value.type = JsonScalar::Type::Double;
  if (hasPoint || hasExponent)
    return (!hasExponent && count < kFiniteDigits) || readReal(value);
  if (count <= kSafeDigits) {
    value.type = JsonScalar::Type::Int;
    value.integer = isNegative ? -static_cast<int64_t>(number) : static_cast<int64_t>(number);
    if (isNegative && number == 0)
      value.text = "0";
    return true;
  }
  if (std::from_chars(begin, at, value.integer).ec == std::errc())
    value.type = JsonScalar::Type::Int;
  else if (!isNegative && std::from_chars(begin, at, value.natural).ec == std::errc())
    value.type = JsonScalar::Type::Uint;
  else
    return readReal(value);
  return true;
}

bool JsonScanner::takeWord(std::string_view word) {
  if (static_cast<size_t>(m_end - m_at) < word.size() ||
      std::memcmp(m_at, word.data(), word.size()) != 0)
    return false;
  m_at += word.size();
  return true;
}

bool JsonScanner::readScalar(JsonScalar &value) {
  value = {};
  switch (peek()) {
  case '"':
    value.type = JsonScalar::Type::String;
    return readString(value.text);
  case 'n':
    return takeWord("null");
  case 't':
  case 'f':
    value.type = JsonScalar::Type::Bool;
    value.boolean = *m_at == 't';
    return takeWord(value.boolean ? "true" : "false");
  default:
    return m_at != m_end && (*m_at == '-' || isDigit(m_at, m_end)) && readNumber(value);
  }
}

bool JsonScanner::skipValue() {
  constexpr int kDeepest = 64;
  uint64_t arrays = 0; // a bit for each level, the innermost one the lowest
  int depth = 0;
  std::string_view key;
  const size_t stored = m_store.size();
  for (;;) {
    while (m_store.size() > stored) // texts that are passed over are not kept
      m_store.pop_back();
    const char opening = peek();
    if (opening == '{' || opening == '[') {
      const bool isArray = opening == '[';
      ++m_at;
      if (!take(isArray ? ']' : '}')) {
        if (depth++ == kDeepest)
          return false;
        arrays = arrays << 1 | (isArray ? 1 : 0);
        if (!isArray && !readKey(key))
          return false;
        continue;
      }
    } else if (JsonScalar value; !readScalar(value)) {
      return false;
    }
    for (; depth > 0 && take((arrays & 1) != 0 ? ']' : '}'); --depth)
      arrays >>= 1;
    if (depth == 0)
      return true;
    if (!take(',') || ((arrays & 1) == 0 && !readKey(key)))
      return false;
  }
}

} // namespace pstudio
