// SPDX-License-Identifier: Apache-2.0
// Follows brackets and line starts.
#include "collector/foreign/text/ll_statements.h"

#include <algorithm>
#include <array>

namespace pstudio::foreign {
namespace {

class Splitter {
public:
  Splitter(std::string_view text, const std::vector<LlToken> &tokens)
      : m_text(text), m_tokens(tokens) {}

  std::vector<LlStatement> run() {
    while (m_at < m_tokens.size()) {
      if (m_isInBody)
        splitBody();
      else
        splitTop();
    }
    return std::move(m_statements);
  }

private:
  std::string_view textAt(size_t index) const {
    return m_text.substr(m_tokens[index].begin, m_tokens[index].end - m_tokens[index].begin);
  }

  void add(LlStatementKind kind, size_t last) {
    m_statements.push_back({kind, m_at, last});
    m_at = last;
  }

  void splitTop() {
    const std::string_view word = textAt(m_at);
    if (word == "define")
      return splitDefine();
    LlStatementKind kind = LlStatementKind::Other;
    if (word == "declare")
      kind = LlStatementKind::Declare;
    else if (word == "attributes")
      kind = LlStatementKind::AttributeGroup;
    else if (word == "target")
      kind = LlStatementKind::Target;
    else if (m_tokens[m_at].kind == LlTokenKind::Metadata)
      kind = LlStatementKind::Metadata;
    add(kind, endOfLines(m_at + 1));
  }

  /// The first token at bracket depth 0 that begins a line.
  size_t endOfLines(size_t at) const {
    while (at < m_tokens.size() && !m_tokens[at].startsLine)
      at = next(at);
    return at;
  }

  /// The token after this one, or after the group that it opens.
  size_t next(size_t at) const {
    const std::string_view word = textAt(at);
    const bool opens = m_tokens[at].kind == LlTokenKind::Punctuation &&
                       (word == "(" || word == "[" || word == "{" || word == "<");
    return opens && word != "<" ? afterGroup(m_text, m_tokens, at, m_tokens.size()) : at + 1;
  }

  /// Adds the header up to the brace that opens the body, then splits the body.
  void splitDefine() {
    size_t at = m_at + 1;
    while (at < m_tokens.size() && m_tokens[at].kind != LlTokenKind::Global)
      at = next(at);
    while (at < m_tokens.size() && textAt(at) != "{")
      at = next(at);
    add(LlStatementKind::Define, at);
    if (m_at == m_tokens.size())
      return;
    add(LlStatementKind::Other, m_at + 1);
    m_isInBody = true;
  }

  void splitBody() {
    if (textAt(m_at) == "}") {
      m_isInBody = false;
      return add(LlStatementKind::Other, m_at + 1);
    }
    const bool isLabel = m_at + 1 < m_tokens.size() && textAt(m_at + 1) == ":";
    if (isLabel)
      return add(LlStatementKind::Other, m_at + 2);
    const bool isRecord = m_tokens[m_at].kind == LlTokenKind::Hash;
    size_t at = next(m_at);
    while (at < m_tokens.size() && textAt(at) != "}" &&
           (!m_tokens[at].startsLine || isContinuation(at)))
      at = next(at);
    const bool isOrder = textAt(m_at).starts_with("uselistorder");
    add(isRecord  ? LlStatementKind::DebugRecord
        : isOrder ? LlStatementKind::Other
                  : LlStatementKind::Instruction,
        at);
  }

  /// True for a line that continues an instruction of several lines.
  bool isContinuation(size_t at) const {
    static constexpr std::array<std::string_view, 5> kWords = {"to", "unwind", "cleanup", "catch",
                                                               "filter"};
    return std::ranges::find(kWords, textAt(at)) != kWords.end() &&
           !(at + 1 < m_tokens.size() && textAt(at + 1) == ":");
  }

  std::string_view m_text;
  const std::vector<LlToken> &m_tokens;
  size_t m_at = 0;
  bool m_isInBody = false;
  std::vector<LlStatement> m_statements;
};

/// Older LLVM wrote debug records as calls of intrinsics.
bool isDebugCall(std::string_view text, const std::vector<LlToken> &tokens,
                 const LlStatement &statement) {
  for (size_t at = statement.first; at < statement.last; ++at)
    if (tokens[at].kind == LlTokenKind::Global)
      return text.substr(tokens[at].begin).starts_with("@llvm.dbg.");
  return false;
}

/// `@"a b"` and `@a` as the name itself. Escapes are rare in names of kernels and stay.
std::string nameOf(std::string_view token) {
  token.remove_prefix(1);
  if (token.size() >= 2 && token.front() == '"' && token.back() == '"')
    token = token.substr(1, token.size() - 2);
  return std::string(token);
}

} // namespace

std::vector<LlStatement> splitStatements(std::string_view text,
                                         const std::vector<LlToken> &tokens) {
  return Splitter(text, tokens).run();
}

size_t afterGroup(std::string_view text, const std::vector<LlToken> &tokens, size_t open,
                  size_t last) {
  size_t depth = 0;
  for (size_t at = open; at < last; ++at) {
    if (tokens[at].kind != LlTokenKind::Punctuation)
      continue;
    const char c = text[tokens[at].begin];
    if (c == '(' || c == '[' || c == '{')
      ++depth;
    else if ((c == ')' || c == ']' || c == '}') && --depth == 0)
      return at + 1;
  }
  return last;
}

InstructionOffsets instructionOffsets(std::string_view text, const std::vector<LlToken> &tokens,
                                      const std::vector<LlStatement> &statements) {
  InstructionOffsets result;
  std::vector<size_t> *current = nullptr;
  for (const LlStatement &statement : statements) {
    if (statement.kind == LlStatementKind::Define) {
      current = nullptr;
      for (size_t at = statement.first; at < statement.last && !current; ++at)
        if (tokens[at].kind == LlTokenKind::Global)
          current =
              &result[nameOf(text.substr(tokens[at].begin, tokens[at].end - tokens[at].begin))];
    } else if (statement.kind == LlStatementKind::Instruction && current &&
               !isDebugCall(text, tokens, statement)) {
      current->push_back(tokens[statement.first].begin);
    }
  }
  return result;
}

} // namespace pstudio::foreign
