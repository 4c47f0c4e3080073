// SPDX-License-Identifier: Apache-2.0
#include "core/ptx/scanner.h"

#include <algorithm>

namespace pstudio::ptx {
namespace {

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isDecimalDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == '\0';
}

size_t lineEnd(std::string_view text, size_t at) {
  return std::min(text.find('\n', at), text.size());
}

/// Where white space and comments from `at` on end.
size_t skipBlanks(std::string_view text, size_t at) {
  bool isLineStart = at == 0;
  while (at < text.size()) {
    const char c = text[at];
    if (isBlank(c)) {
      isLineStart = isLineStart || c == '\n';
      ++at;
    } else if (c == '/' && text.substr(at, 2) == "//") {
      at = lineEnd(text, at);
    } else if (c == '/' && text.substr(at, 2) == "/*") {
      const size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else if (c == '#' && isLineStart) {
      at = lineEnd(text, at);
    } else {
      break;
    }
  }
  return at;
}

size_t nameEnd(std::string_view text, size_t at) {
  while (at < text.size() && isNameByte(text[at]))
    ++at;
  return at;
}

size_t numberEnd(std::string_view text, size_t at) {
  for (;;) {
    at = nameEnd(text, at);
    if (at + 1 >= text.size() || text[at] != '.' || !isDecimalDigit(text[at + 1]))
      return at;
    ++at;
  }
}

size_t stringEnd(std::string_view text, size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text[at] == '"')
      return at + 1;
  }
  return text.size();
}

Token tokenAt(std::string_view text, size_t at) {
  at = skipBlanks(text, at);
  Token token;
  token.offset = at;
  if (at >= text.size())
    return token;
  const char c = text[at];
  size_t end = at + 1;
  if (c == '"') {
    token.kind = Token::Kind::String;
    end = stringEnd(text, at);
  } else if (isDecimalDigit(c)) {
    token.kind = Token::Kind::Number;
    end = numberEnd(text, at);
  } else if (isNameByte(c) || c == '%') {
    token.kind = Token::Kind::Word;
    end = nameEnd(text, end);
  } else if (c == '.') {
    token.kind = Token::Kind::Directive;
    end = nameEnd(text, end);
  } else {
    token.kind = Token::Kind::Mark;
  }
  token.text = text.substr(at, end - at);
  return token;
}

} // namespace

bool isNameByte(char c) {
  return isLetter(c) || isDecimalDigit(c) || c == '_' || c == '$';
}

Scanner::Scanner(std::string_view text, TextRange part)
    : m_text(text.substr(0, part.end)), m_at(part.begin) {}

Token Scanner::next() {
  const Token token = tokenAt(m_text, m_at);
  m_at = token.end();
  return token;
}

Token Scanner::peek() const {
  return tokenAt(m_text, m_at);
}

std::string withoutComments(std::string_view text) {
  std::string code;
  code.reserve(text.size());
  Scanner scanner(text);
  size_t end = 0;
  for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next()) {
    if (token.offset != end && !code.empty())
      code += ' ';
    code += token.text;
    end = token.end();
  }
  return code;
}

} // namespace pstudio::ptx
