// SPDX-License-Identifier: Apache-2.0
// One pass over the characters.
#include "collector/foreign/text/ll_lexer.h"

namespace pstudio::foreign {
namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$' ||
         c == '-';
}

bool isNamePart(char c) {
  return isNameStart(c) || isDigit(c);
}

class Lexer {
public:
  explicit Lexer(std::string_view text) : m_text(text) {}

  std::vector<LlToken> run() {
    while (skipSpace()) {
      const size_t begin = m_at;
      const LlTokenKind kind = next();
      m_tokens.push_back({kind, m_startsLine, begin, m_at});
      m_startsLine = false;
    }
    return std::move(m_tokens);
  }

private:
  char peek(size_t ahead = 0) const {
    return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
  }

  /// False at the end of the text.
  bool skipSpace() {
    for (; m_at < m_text.size(); ++m_at) {
      const char c = m_text[m_at];
      if (c == '\n')
        m_startsLine = true;
      else if (c == ';')
        while (m_at + 1 < m_text.size() && m_text[m_at + 1] != '\n')
          ++m_at;
      else if (c != ' ' && c != '\t' && c != '\r')
        return true;
    }
    return false;
  }

  LlTokenKind next() {
    const char c = m_text[m_at++];
    switch (c) {
    case '"':
      skipString();
      return LlTokenKind::String;
    case '@':
      skipSigilName();
      return LlTokenKind::Global;
    case '%':
      skipSigilName();
      return LlTokenKind::Local;
    case '!':
      if (peek() != '"')
        skipMetadataName();
      return LlTokenKind::Metadata;
    case '#':
      skipName();
      return LlTokenKind::Hash;
    case '$':
    case '^':
      skipSigilName();
      return LlTokenKind::Other;
    default:
      break;
    }
    if (isDigit(c) || ((c == '-' || c == '+') && isDigit(peek()))) {
      skipNumber();
      return LlTokenKind::Number;
    }
    if (!isNameStart(c))
      return LlTokenKind::Punctuation;
    skipName();
    return LlTokenKind::Word;
  }

  void skipName() {
    while (m_at < m_text.size() && isNamePart(m_text[m_at]))
      ++m_at;
  }

  void skipSigilName() {
    if (peek() != '"')
      return skipName();
    ++m_at;
    skipString();
  }

  /// Named metadata may hold escaped bytes: `!my\20name`.
  void skipMetadataName() {
    while (m_at < m_text.size() && (isNamePart(m_text[m_at]) || m_text[m_at] == '\\'))
      ++m_at;
  }

  void skipNumber() {
    while (m_at < m_text.size()) {
      const char c = m_text[m_at];
      const bool isExponentSign =
          (c == '-' || c == '+') && (m_text[m_at - 1] == 'e' || m_text[m_at - 1] == 'E');
      if (!isNamePart(c) && !isExponentSign)
        return;
      ++m_at;
    }
  }

  /// Quotes inside are written as hexadecimal escapes, so the next quote is the end.
  void skipString() {
    const size_t end = m_text.find('"', m_at);
    m_at = end == std::string_view::npos ? m_text.size() : end + 1;
  }

  std::string_view m_text;
  size_t m_at = 0;
  bool m_startsLine = true;
  std::vector<LlToken> m_tokens;
};

} // namespace

std::vector<LlToken> lexLl(std::string_view text) {
  return Lexer(text).run();
}

} // namespace pstudio::foreign
