// SPDX-License-Identifier: Apache-2.0
// Splits at ';', braces and labels; enters what declarations name into the scopes.
#include "core/ptx/body.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "core/base/text_position.h"

namespace pstudio::ptx {
namespace {

using BodyKind = BodyStatement::Kind;

bool opens(const Token &token) {
  return token.is("(") || token.is("[") || token.is("{") || token.is("<");
}

bool closes(const Token &token) {
  return token.is(")") || token.is("]") || token.is("}") || token.is(">");
}

class BodyReader {
public:
  BodyReader(std::string_view text, const Function &function, std::string_view name)
      : m_text(text), m_end(function.body.end), m_scanner(text, function.body), m_name(name) {
    m_body.scopes.emplace_back();
  }

  Result<Body> run() {
    for (Token token = m_scanner.next(); token.kind != Token::Kind::End; token = m_scanner.next())
      PSTUDIO_TRY(readOne(token));
    if (m_depth != 0)
      return reject(m_end, "a { of this body has no }");
    return std::move(m_body);
  }

private:
  tl::unexpected<Error> reject(size_t offset, std::string message) const {
    return fail(ErrorCode::InvalidFormat, std::move(message),
                placeText(m_name, textPosition(m_text, offset)));
  }

  BodyStatement &add(BodyKind kind, size_t begin, size_t end) {
    BodyStatement &statement = m_body.statements.emplace_back();
    statement.kind = kind;
    statement.range = {begin, end};
    statement.scope = m_scope;
    return statement;
  }

  void declare(std::string_view name, Symbol symbol) {
    symbol.scope = m_scope;
    symbol.statement = m_body.statements.size() - 1;
    m_body.scopes[m_scope].symbols[name] = symbol;
  }

  Result<void> readOne(const Token &token) {
    if (token.is("{"))
      return open(token);
    if (token.is("}"))
      return close(token);
    if (token.is(";"))
      return {};
    if (token.kind == Token::Kind::Directive)
      return readDirective(token);
    if (token.kind == Token::Kind::Word && m_scanner.peek().is(":")) {
      const size_t end = m_scanner.next().end();
      add(BodyKind::Label, token.offset, end).name = token.text;
      declare(token.text, {.kind = Symbol::Kind::Label});
      return {};
    }
    if (token.kind != Token::Kind::Word && !token.is("@"))
      return reject(token.offset, "\"" + std::string(token.text.substr(0, 40)) +
                                      "\" is not the start of a statement");
    return readInstruction(token);
  }

  Result<void> open(const Token &token) {
    if (m_body.scopes.size() >= kMaxScopes || ++m_depth > kMaxScopeDepth)
      return reject(token.offset, "the body has too many nested scopes");
    m_body.scopes.emplace_back().parent = m_scope;
    m_scope = static_cast<uint32_t>(m_body.scopes.size() - 1);
    add(BodyKind::Open, token.offset, token.end());
    return {};
  }

  Result<void> close(const Token &token) {
    if (m_depth == 0)
      return reject(token.offset, "this } has no {");
    add(BodyKind::Close, token.offset, token.end());
    --m_depth;
    m_scope = m_body.scopes[m_scope].parent;
    return {};
  }

  /// Offset after the ';' that ends the statement at `begin`.
  Result<size_t> findEnd(size_t begin) {
    for (;;) {
      const Token token = m_scanner.next();
      if (token.kind == Token::Kind::End)
        return reject(begin, "this statement has no ;");
      if (token.is(";"))
        return token.end();
    }
  }

  Result<void> readDirective(const Token &token) {
    if (token.is(".loc")) {
      const size_t end = std::min(m_text.find('\n', token.offset), m_end);
      m_scanner.seek(end);
      add(BodyKind::Location, token.offset, end);
      return {};
    }
    PSTUDIO_TRY_ASSIGN(const size_t end, findEnd(token.offset));
    if (token.is(".reg"))
      return readRegisters(token.offset, end);
    if (token.is(".pragma"))
      add(BodyKind::Pragma, token.offset, end);
    else if (token.is(".branchtargets"))
      addTargets(token.offset, end);
    else if (token.is(".calltargets") || token.is(".callprototype"))
      add(BodyKind::CallTargets, token.offset, end);
    else
      return readVariable(token.offset, end);
    return {};
  }

  /// .branchtargets $L_1, $L_2;
  void addTargets(size_t begin, size_t end) {
    BodyStatement &statement = add(BodyKind::Targets, begin, end);
    Scanner scanner(m_text, {begin, end});
    scanner.next();
    for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next())
      if (token.kind == Token::Kind::Word)
        statement.operands.push_back({token.offset, token.end()});
  }

  Result<void> readVariable(size_t begin, size_t end) {
    const std::optional<Declaration> one = readDeclaration(m_text, {begin, end});
    if (!one || one->space.empty())
      return reject(begin, "this directive is not known");
    add(BodyKind::Declaration, begin, end).name = one->name;
    declare(one->name, {.kind = Symbol::Kind::Variable});
    // Further names of the same directive.
    Scanner scanner(m_text, {one->nameRange.end, end});
    for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next())
      if (token.is(",") && scanner.peek().kind == Token::Kind::Word)
        declare(scanner.next().text, {.kind = Symbol::Kind::Variable});
    return {};
  }

  /// .reg .b32 %r<100>, %x;
  Result<void> readRegisters(size_t begin, size_t end) {
    add(BodyKind::Registers, begin, end);
    Symbol symbol{.kind = Symbol::Kind::Register};
    Scanner scanner(m_text, {begin, end});
    scanner.next();
    for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next()) {
      if (token.kind == Token::Kind::Directive) {
        const std::string_view word = token.text.substr(1);
        if (bitsOfType(word) != 0)
          symbol.type = word;
        else
          symbol.isVector = symbol.isVector || word.starts_with('v');
      } else if (token.kind == Token::Kind::Word) {
        PSTUDIO_TRY(addRegisters(scanner, token, symbol));
      }
    }
    return {};
  }

  Result<void> addRegisters(Scanner &scanner, const Token &name, const Symbol &symbol) {
    if (symbol.type.empty())
      return reject(name.offset, "the register has no type that is known");
    if (!scanner.peek().is("<")) {
      declare(name.text, symbol);
      return {};
    }
    scanner.next();
    const Token number = scanner.next();
    uint64_t count = 0;
    const char *last = number.text.data() + number.text.size();
    const auto [stop, error] = std::from_chars(number.text.data(), last, count);
    if (error != std::errc() || stop != last)
      return reject(number.offset, "\"<\" needs a number of registers");
    Scope::Family family{name.text, count, symbol};
    family.symbol.scope = m_scope;
    family.symbol.statement = m_body.statements.size() - 1;
    m_body.scopes[m_scope].families.push_back(family);
    return {};
  }

  //===--- Instructions ----------------------------------------------------------------------===//

  Result<void> readInstruction(Token token) {
    BodyStatement statement;
    statement.range.begin = token.offset;
    statement.scope = m_scope;
    if (token.is("@")) {
      token = m_scanner.next();
      statement.isGuardNegated = token.is("!");
      if (statement.isGuardNegated)
        token = m_scanner.next();
      if (token.kind != Token::Kind::Word)
        return reject(token.offset, "a guard needs a register");
      statement.guard = token.text;
      token = m_scanner.next();
    }
    if (token.kind != Token::Kind::Word)
      return reject(token.offset, "an instruction needs an opcode");
    readOpcode(token, statement);
    PSTUDIO_TRY(readOperands(statement));
    m_body.statements.push_back(std::move(statement));
    return {};
  }

  /// "ld", ".global", ":" ":" ... up to white space.
  void readOpcode(const Token &first, BodyStatement &statement) {
    size_t end = first.end();
    while (end < m_end && (isNameByte(m_text[end]) || m_text[end] == '.' ||
                           (m_text.substr(end, 2) == "::" && end + 1 < m_end))) {
      end += m_text[end] == ':' ? 2 : 1;
    }
    statement.opcode = m_text.substr(first.offset, end - first.offset);
    m_scanner.seek(end);
  }

  Result<void> readOperands(BodyStatement &statement) {
    size_t depth = 0;
    TextRange operand{0, 0};
    for (;;) {
      const Token token = m_scanner.next();
      if (token.kind == Token::Kind::End)
        return reject(statement.range.begin, "this statement has no ;");
      const bool isEnd = token.is(";");
      if (isEnd || (depth == 0 && token.is(","))) {
        if (operand.end != 0)
          statement.operands.push_back(operand);
        operand = {0, 0};
        if (!isEnd)
          continue;
        statement.range.end = token.end();
        return {};
      }
      depth += opens(token) ? 1 : 0;
      if (closes(token) && depth-- == 0)
        return reject(token.offset, "this bracket closes none");
      if (operand.end == 0)
        operand.begin = token.offset;
      operand.end = token.end();
    }
  }

  std::string_view m_text;
  size_t m_end;
  Scanner m_scanner;
  std::string_view m_name;
  Body m_body;
  uint32_t m_scope = 0;
  uint32_t m_depth = 0;
};

/// Number after `prefix` in `name`, if its digits are those of a member of the family.
bool isMember(const Scope::Family &family, std::string_view name) {
  if (!name.starts_with(family.prefix))
    return false;
  name.remove_prefix(family.prefix.size());
  uint64_t number = 0;
  const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && stop == name.data() + name.size() && number < family.count &&
         (name.size() == 1 || name.front() != '0');
}

} // namespace

bool BodyStatement::has(std::string_view modifier) const {
  for (size_t at = opcode.find(modifier); at != std::string_view::npos;
       at = opcode.find(modifier, at + 1)) {
    const size_t end = at + modifier.size();
    if (end == opcode.size() || opcode[end] == '.' || opcode[end] == ':')
      return true;
  }
  return false;
}

std::optional<Symbol> Body::find(uint32_t scope, std::string_view name) const {
  for (;;) {
    const Scope &here = scopes[scope];
    if (const auto found = here.symbols.find(name); found != here.symbols.end())
      return found->second;
    for (const Scope::Family &family : here.families)
      if (isMember(family, name))
        return family.symbol;
    if (scope == 0)
      return std::nullopt;
    scope = here.parent;
  }
}

Result<Body> readBody(std::string_view text, const Function &function, std::string_view name) {
  return BodyReader(text, function, name).run();
}

} // namespace pstudio::ptx
