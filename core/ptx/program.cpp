// SPDX-License-Identifier: Apache-2.0
// Statements: a scanner that never drops a byte.
#include "core/ptx/program.h"

#include <algorithm>

#include "core/ptx/operand_parser.h"

namespace pstudio::ptx {
namespace {

bool isNameChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || c == '%' || c == '{' || c == '}';
}

/// Where white space and comments from `at` on end.
size_t skipTrivia(std::string_view text, size_t at) {
  while (at < text.size()) {
    if (isSpace(text[at])) {
      ++at;
    } else if (text.substr(at, 2) == "//") {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at, 2) == "/*") {
      const size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else {
      break;
    }
  }
  return at;
}

std::string withoutComments(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size();) {
    if (text.substr(i, 2) == "//" || text.substr(i, 2) == "/*") {
      i = skipTrivia(text, i);
      plain += ' ';
    } else {
      plain += text[i++];
    }
  }
  return plain;
}

/// Offset after the ';' that ends a statement, or of an unmatched '}' in it.
size_t findEnd(std::string_view text, size_t at) {
  int depth = 0;
  while (at < text.size()) {
    if (text.substr(at, 2) == "//" || text.substr(at, 2) == "/*") {
      at = skipTrivia(text, at);
      continue;
    }
    const char c = text[at];
    if (c == ';')
      return at + 1;
    depth += (c == '{') - (c == '}');
    if (depth < 0)
      return at;
    ++at;
  }
  return at;
}

/// Offset after the ':' of a label that starts at `at`; 0 if there is no label.
size_t labelEnd(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && isNameChar(text[end]))
    ++end;
  const size_t colon = end;
  if (colon == at || colon >= text.size() || text[colon] != ':' || text.substr(colon, 2) == "::")
    return 0;
  return colon + 1;
}

std::vector<std::string> splitDots(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const size_t dot = text.find('.');
    parts.emplace_back(text.substr(0, dot));
    if (dot == std::string_view::npos)
      return parts;
    text.remove_prefix(dot + 1);
  }
}

/// The first word, which is removed from `rest`.
std::string_view takeWord(std::string_view &rest) {
  rest = trimmed(rest);
  size_t end = 0;
  while (end < rest.size() && !isSpace(rest[end]))
    ++end;
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  return word;
}

/// A guard is a predicate in a register or an operand of the inline assembly.
bool isGuard(const Operand &operand) {
  using Kind = Operand::Kind;
  return operand.kind == Kind::Register || operand.kind == Kind::Placeholder ||
         operand.kind == Kind::Symbol;
}

/// "@!%p ld.global.b32 %r1, [%rd2]", without its ';'. If no guard follows an '@', the statement is
/// no instruction.
void readInstruction(Statement &statement) {
  std::string plain = withoutComments(statement.text);
  std::string_view rest = trimmed(plain);
  if (rest.ends_with(';'))
    rest.remove_suffix(1);
  if (rest.starts_with('@')) {
    rest.remove_prefix(1);
    Operand guard = parseOperand(takeWord(rest));
    if (!isGuard(guard)) {
      statement.kind = Statement::Kind::Other;
      return;
    }
    statement.predicate = std::move(guard);
  }
  const std::vector<std::string> parts = splitDots(takeWord(rest));
  statement.opcode = parts.front();
  statement.modifiers.assign(parts.begin() + 1, parts.end());
  statement.operands = parseOperands(rest);
}

bool startsInstruction(char c) {
  return c == '@' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

size_t readStatement(std::string_view text, size_t at, Statement &statement) {
  using Kind = Statement::Kind;
  const char first = text[at];
  size_t end = at + 1;
  if (first == '{' || first == '}') {
    statement.kind = first == '{' ? Kind::Open : Kind::Close;
  } else if (const size_t colon = labelEnd(text, at); colon != 0) {
    statement.kind = Kind::Label;
    statement.opcode = text.substr(at, colon - 1 - at);
    end = colon;
  } else if (first == '.') {
    statement.kind = Kind::Directive;
    const size_t line = text.find('\n', at);
    end = std::min({findEnd(text, at), line, text.size()});
    std::string_view words = text.substr(at, end - at);
    statement.opcode = takeWord(words);
  } else {
    statement.kind = startsInstruction(first) ? Kind::Instruction : Kind::Other;
    end = std::max(findEnd(text, at), at + 1);
  }
  statement.text = text.substr(at, end - at);
  if (statement.kind == Kind::Instruction)
    readInstruction(statement);
  return end;
}

} // namespace

bool Statement::has(std::string_view modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

Program parse(std::string_view text) {
  Program program;
  size_t at = 0;
  for (;;) {
    const size_t begin = skipTrivia(text, at);
    if (begin == text.size()) {
      program.trailing = text.substr(at);
      return program;
    }
    Statement statement;
    statement.leading = text.substr(at, begin - at);
    at = readStatement(text, begin, statement);
    program.statements.push_back(std::move(statement));
  }
}

std::string textOf(const Program &program) {
  std::string text;
  for (const Statement &statement : program.statements)
    text += statement.leading + statement.text;
  return text + program.trailing;
}

std::string format(const Statement &statement) {
  if (statement.kind != Statement::Kind::Instruction)
    return statement.text;
  std::string text;
  if (statement.predicate)
    text += "@" + format(*statement.predicate) + " ";
  text += statement.opcode;
  for (const std::string &modifier : statement.modifiers)
    text += "." + modifier;
  for (size_t i = 0; i < statement.operands.size(); ++i)
    text += (i == 0 ? " " : ", ") + format(statement.operands[i]);
  return text + ";";
}

} // namespace pstudio::ptx
