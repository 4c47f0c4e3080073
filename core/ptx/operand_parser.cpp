// SPDX-License-Identifier: Apache-2.0
#include "core/ptx/operand_parser.h"

#include <charconv>

namespace pstudio::ptx {
namespace {

/// Operands nest two deep in PTX; what goes deeper is not taken apart.
constexpr int kMaxDepth = 4;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}
bool isWord(std::string_view text) {
  if (text.empty() || !isWordStart(text.front()))
    return false;
  for (const char c : text)
    if (!isWordStart(c) && !isDigit(c) && c != '.')
      return false;
  return true;
}

/// The pieces between separators outside of brackets and braces.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    depth += (c == '[' || c == '{' || c == '(') - (c == ']' || c == '}' || c == ')');
    if (c != separator || depth != 0)
      continue;
    pieces.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  pieces.push_back(text.substr(begin));
  return pieces;
}

/// 16, -4 or 0x10; nothing for any other text.
std::optional<int64_t> parseInteger(std::string_view text) {
  const bool isNegative = text.starts_with('-');
  if (isNegative)
    text.remove_prefix(1);
  const bool isHex = text.starts_with("0x") || text.starts_with("0X");
  if (isHex)
    text.remove_prefix(2);
  uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, isHex ? 16 : 10);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() ||
      value > uint64_t{INT64_MAX})
    return std::nullopt;
  return isNegative ? -static_cast<int64_t>(value) : static_cast<int64_t>(value);
}

/// $3 or ${3:x}.
std::optional<uint32_t> parsePlaceholder(std::string_view text) {
  if (!text.starts_with('$'))
    return std::nullopt;
  text.remove_prefix(1);
  if (text.starts_with('{')) {
    if (!text.ends_with('}'))
      return std::nullopt;
    text = text.substr(1, text.size() - 2);
    text = text.substr(0, text.find(':'));
  }
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return number;
}

Operand parseAt(std::string_view text, int depth);

std::vector<Operand> parseParts(std::string_view text, char separator, int depth) {
  std::vector<Operand> parts;
  if (trimmed(text).empty())
    return parts;
  for (const std::string_view piece : split(text, separator))
    parts.push_back(parseAt(piece, depth + 1));
  return parts;
}

/// Takes "+16" from the back of `address`, as often as it is there: the sum.
int64_t takeOffsets(std::string_view &address) {
  int64_t sum = 0;
  for (;;) {
    const size_t plus = address.rfind('+');
    const auto offset = plus == std::string_view::npos
                            ? std::nullopt
                            : parseInteger(trimmed(address.substr(plus + 1)));
    int64_t next = 0;
    if (!offset || __builtin_add_overflow(sum, *offset, &next) || next == INT64_MIN)
      return sum;
    sum = next;
    address = trimmed(address.substr(0, plus));
  }
}

/// Parses the text between [ and ].
void parseAddress(std::string_view inside, int depth, Operand &operand) {
  operand.kind = Operand::Kind::Address;
  std::vector<std::string_view> pieces = split(inside, ',');
  std::string_view first = trimmed(pieces.front());
  operand.offset = takeOffsets(first);
  operand.parts.push_back(parseAt(first, depth + 1));
  for (size_t i = 1; i < pieces.size(); ++i)
    operand.parts.push_back(parseAt(pieces[i], depth + 1));
}

Operand::Kind wordKind(std::string_view text) {
  if (text == "_")
    return Operand::Kind::Sink;
  if (!isWord(text))
    return Operand::Kind::Opaque;
  return text.starts_with('%') ? Operand::Kind::Register : Operand::Kind::Symbol;
}

bool isNumber(std::string_view text) {
  if (text.starts_with("$$"))
    text.remove_prefix(2);
  if (text.starts_with('-'))
    text.remove_prefix(1);
  if (text.empty() || !isDigit(text.front()))
    return false;
  for (const char c : text)
    if (!isDigit(c) && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && c != '.')
      return false;
  return true;
}

Operand parseAt(std::string_view text, int depth) {
  text = trimmed(text);
  Operand operand;
  if (text.starts_with('!')) {
    operand.isNegated = true;
    text = trimmed(text.substr(1));
  }
  operand.text = text;
  if (depth > kMaxDepth || text.empty())
    return operand;
  if (const auto placeholder = parsePlaceholder(text)) {
    operand.kind = Operand::Kind::Placeholder;
    operand.placeholder = *placeholder;
  } else if (text.starts_with('[') && text.ends_with(']') && text.size() > 1) {
    parseAddress(text.substr(1, text.size() - 2), depth, operand);
  } else if (text.starts_with('{') && text.ends_with('}') && text.size() > 1) {
    operand.kind = Operand::Kind::Group;
    operand.parts = parseParts(text.substr(1, text.size() - 2), ',', depth);
  } else if (split(text, '|').size() == 2) {
    operand.kind = Operand::Kind::Pair;
    operand.parts = parseParts(text, '|', depth);
  } else {
    operand.kind = isNumber(text) ? Operand::Kind::Immediate : wordKind(text);
  }
  return operand;
}

std::string joined(const std::vector<Operand> &parts, std::string_view separator, size_t from = 0) {
  std::string text;
  for (size_t i = from; i < parts.size(); ++i)
    text += std::string(i == from ? "" : separator) + format(parts[i]);
  return text;
}

} // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isSpace(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back()))
    text.remove_suffix(1);
  return text;
}

std::vector<Operand> parseOperands(std::string_view text) {
  return parseParts(text, ',', -1);
}

Operand parseOperand(std::string_view text) {
  return parseAt(text, 0);
}

std::string format(const Operand &operand) {
  const std::string sign = operand.isNegated ? "!" : "";
  switch (operand.kind) {
  case Operand::Kind::Address: {
    std::string text = "[" + format(operand.parts.front());
    if (operand.offset != 0)
      text += "+" + std::to_string(operand.offset);
    if (operand.parts.size() > 1)
      text += ", " + joined(operand.parts, ", ", 1);
    return sign + text + "]";
  }
  case Operand::Kind::Group:
    return sign + "{" + joined(operand.parts, ", ") + "}";
  case Operand::Kind::Pair:
    return sign + joined(operand.parts, "|");
  default:
    return sign + operand.text;
  }
}

} // namespace pstudio::ptx
