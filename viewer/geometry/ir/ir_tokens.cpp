// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/ir/ir_tokens.h"

#include <algorithm>
#include <array>
#include <optional>

namespace pstudio {
namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isWord(char c) {
  return isWordStart(c) || isDigit(c) || c == '.' || c == '$' || c == '-';
}

/// "i32", "f64", "bf16", "u8", "index", "memref", ...
bool isType(std::string_view word) {
  static constexpr std::array<std::string_view, 16> kNames = {
      "index", "memref", "vector", "tensor", "none", "ptr",   "void",     "float",
      "half",  "double", "bfloat", "label",  "bf16", "token", "metadata", "tuple"};
  if (std::ranges::find(kNames, word) != kNames.end())
    return true;
  const size_t digits = word.starts_with("si") || word.starts_with("ui") ? 2 : 1;
  return word.size() > digits && word.size() <= digits + 3 &&
         (digits == 2 || word[0] == 'i' || word[0] == 'f') &&
         std::ranges::all_of(word.substr(digits), isDigit);
}

class Scanner {
public:
  Scanner(std::string_view line, IrLanguage language) : m_line(line), m_language(language) {}

  std::vector<IrToken> run() {
    while (m_at < m_line.size())
      step();
    return std::move(m_tokens);
  }

private:
  char current() const { return m_line[m_at]; }
  char next() const { return m_at + 1 < m_line.size() ? m_line[m_at + 1] : '\0'; }

  void step() {
    const char c = current();
    if (startsComment())
      add(IrTokenKind::Comment, m_line.size());
    else if (c == '"')
      add(IrTokenKind::String, endOfString());
    else if (c == '%' || c == '^')
      add(IrTokenKind::Value, endOfName(m_at + 1));
    else if (c == '@')
      add(IrTokenKind::Symbol, next() == '"' ? endOfString(m_at + 1) : endOfName(m_at + 1));
    else if (c == '!' || (c == '#' && isWord(next())))
      add(IrTokenKind::Type, std::max(endOfName(m_at + 1), m_at + 1));
    else if (c == '.' && m_language == IrLanguage::Ptx && isWordStart(next()))
      add(IrTokenKind::Type, endOfName(m_at + 1));
    else if (isDigit(c))
      add(IrTokenKind::Number, endOfName(m_at));
    else if (isWordStart(c))
      word();
    else if (c == '=' && m_language == IrLanguage::Llvm) {
      m_isOperationDue = true; // "%a = add nsw i32 %b, %c"
      ++m_at;
    } else
      ++m_at;
  }

  bool startsComment() const {
    if (m_language == IrLanguage::Llvm)
      return current() == ';';
    return current() == '/' && next() == '/';
  }

  void word() {
    const size_t end = endOfName(m_at);
    const std::string_view text = m_line.substr(m_at, end - m_at);
    if (isOperation(text, end))
      add(IrTokenKind::Operation, end);
    else if (isType(text))
      add(IrTokenKind::Type, end);
    else
      m_at = end;
    m_isOperationDue = false;
  }

  /// The name of an MLIR operation begins with its dialect and a dot; in the other languages an
  /// operation begins a statement.
  bool isOperation(std::string_view text, size_t end) const {
    if (m_language == IrLanguage::Mlir)
      return text.find('.') != text.npos && !text.ends_with('.');
    const bool isLabel = end < m_line.size() && m_line[end] == ':';
    return m_isOperationDue && !isLabel;
  }

  size_t endOfName(size_t from) const {
    while (from < m_line.size() && isWord(m_line[from]))
      ++from;
    return from;
  }
  size_t endOfString() const { return endOfString(m_at); }
  size_t endOfString(size_t quote) const {
    for (size_t at = quote + 1; at < m_line.size(); ++at)
      if (m_line[at] == '\\')
        ++at;
      else if (m_line[at] == '"')
        return at + 1;
    return m_line.size();
  }

  void add(IrTokenKind kind, size_t end) {
    m_tokens.push_back({static_cast<uint32_t>(m_at), static_cast<uint32_t>(end), kind});
    m_at = end;
  }

  std::string_view m_line;
  IrLanguage m_language;
  size_t m_at = 0;
  bool m_isOperationDue = true;
  std::vector<IrToken> m_tokens;
};

} // namespace

std::vector<IrToken> irTokens(std::string_view line, IrLanguage language) {
  return Scanner(line, language).run();
}

ColorToken colorOf(IrTokenKind kind) {
  switch (kind) {
  case IrTokenKind::Operation:
    return ColorToken::CodeOperation;
  case IrTokenKind::Type:
    return ColorToken::CodeType;
  case IrTokenKind::String:
  case IrTokenKind::Symbol:
    return ColorToken::CodeString;
  case IrTokenKind::Number:
    return ColorToken::CodeNumber;
  case IrTokenKind::Value:
    return ColorToken::Text;
  case IrTokenKind::Comment:
    return ColorToken::TextMuted;
  }
  return ColorToken::Text;
}

} // namespace pstudio
