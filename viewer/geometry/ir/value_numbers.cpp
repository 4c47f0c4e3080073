// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/ir/value_numbers.h"

#include <vector>

namespace pstudio {
namespace {

bool isNumberDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isName(char c) {
  return isNumberDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '.' || c == '$' || c == '-';
}
bool isSigil(char c) {
  return c == '%' || c == '^' || c == '!' || c == '#';
}

/// A name that begins with a sigil, and the begin of the number that the printer gave it.
struct Name {
  size_t begin = 0, number = 0, end = 0; ///< number == end: it has none
};

/// The begin of the number in the name `text` (with its sigil): all of "%12", after "arg" or "bb",
/// at the last underscore of "%c0_1".
size_t numberIn(std::string_view text) {
  size_t digits = text.size();
  while (digits > 0 && isNumberDigit(text[digits - 1]))
    --digits;
  const std::string_view front = text.substr(0, digits);
  if (front.size() == 1 || front == "%arg" || front == "^bb")
    return digits;
  return front.ends_with('_') && digits < text.size() ? digits - 1 : text.size();
}

/// The next name at or after `from`, outside of strings. begin == line.size() if there is none.
Name nextName(std::string_view line, size_t from) {
  bool isInString = false;
  for (size_t at = from; at < line.size(); ++at) {
    if (line[at] == '\\' && isInString)
      ++at;
    else if (line[at] == '"')
      isInString = !isInString;
    if (isInString || at >= line.size() || !isSigil(line[at]))
      continue;
    size_t end = at + 1;
    while (end < line.size() && isName(line[end]))
      ++end;
    if (end > at + 1)
      return {at, at + numberIn(line.substr(at, end - at)), end};
  }
  return {line.size(), line.size(), line.size()};
}

/// "12:" at the start of a line of LLVM IR.
size_t labelDigits(std::string_view line) {
  size_t digits = 0;
  while (digits < line.size() && isNumberDigit(line[digits]))
    ++digits;
  return digits > 0 && digits < line.size() && line[digits] == ':' ? digits : 0;
}

std::vector<Name> namesOf(std::string_view line) {
  std::vector<Name> names;
  for (Name name = nextName(line, 0); name.begin < line.size(); name = nextName(line, name.end))
    names.push_back(name);
  return names;
}

std::string_view textOf(std::string_view line, const Name &name) {
  return line.substr(name.begin, name.end - name.begin);
}

bool isFunctionHead(std::string_view line) {
  return line.ends_with('{') && (line.find("func") != line.npos || line.starts_with("define ")) &&
         line.find('@') != line.npos;
}

/// Whether the line defines this name: "%1 = ", "%1, %2 = ", "%1:2 = ", "^bb1(%3: i32):",
/// "iter_args(%4 = %c0)".
bool isDefinition(std::string_view line, const Name &name, bool isHead, size_t firstEquals) {
  if (isHead || line[name.begin] == '^')
    return true;
  const bool beginsWithValue =
      line.find_first_not_of(' ') != line.npos && line[line.find_first_not_of(' ')] == '%';
  if (beginsWithValue && name.end <= firstEquals)
    return true;
  return line.substr(name.end).starts_with(" = ");
}

} // namespace

std::string withoutValueNumbers(std::string_view line) {
  std::string text;
  size_t from = labelDigits(line);
  if (from > 0)
    text = "%";
  for (const Name &name : namesOf(line)) {
    text += line.substr(from, name.number - from);
    from = name.end;
  }
  text += line.substr(from);
  // LLVM comments with the predecessors of a block consist of numbers only.
  if (const size_t comment = text.find("; preds = "); comment != text.npos)
    text.resize(comment);
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

void ValueNames::startFunction() {
  m_rightOf.clear();
  m_leftOf.clear();
}

void ValueNames::skip(std::string_view line) {
  if (isFunctionHead(line))
    startFunction();
}

void ValueNames::define(std::string_view left, std::string_view right) {
  // Printers reuse a number in the next region: the earlier mapping becomes invalid.
  if (const auto old = m_rightOf.find(left); old != m_rightOf.end())
    m_leftOf.erase(old->second);
  if (const auto old = m_leftOf.find(right); old != m_leftOf.end())
    m_rightOf.erase(old->second);
  m_rightOf.insert_or_assign(std::string(left), std::string(right));
  m_leftOf.insert_or_assign(std::string(right), std::string(left));
}

bool ValueNames::use(std::string_view left, std::string_view right) {
  const auto forward = m_rightOf.find(left);
  const auto backward = m_leftOf.find(right);
  if (forward == m_rightOf.end() && backward == m_leftOf.end()) {
    define(left, right); // defined on a later line, or on lines that differ
    return true;
  }
  return forward != m_rightOf.end() && forward->second == right && backward != m_leftOf.end() &&
         backward->second == left;
}

bool ValueNames::follow(std::string_view left, std::string_view right) {
  const bool isHead = isFunctionHead(left);
  if (isHead)
    startFunction();
  const bool isBlock =
      left.find_first_not_of(' ') != left.npos && left[left.find_first_not_of(' ')] == '^';
  const std::vector<Name> leftNames = namesOf(left), rightNames = namesOf(right);
  const size_t equals = left.find(" = ");
  const size_t firstEquals = equals == left.npos ? 0 : equals;
  bool isSame = true;
  for (size_t at = 0; at < std::min(leftNames.size(), rightNames.size()); ++at) {
    const std::string_view a = textOf(left, leftNames[at]), b = textOf(right, rightNames[at]);
    if (a.front() == '!' || a.front() == '#')
      continue; // metadata: numbered over the whole module
    if (isDefinition(left, leftNames[at], isHead || isBlock, firstEquals) && a.front() == '%')
      define(a, b);
    else if (a.front() == '%')
      isSame &= use(a, b);
  }
  return isSame;
}

} // namespace pstudio
