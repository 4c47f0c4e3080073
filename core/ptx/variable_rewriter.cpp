// SPDX-License-Identifier: Apache-2.0
// Each use reads the cell into a register of its own: ptxas joins them, as it does the addresses of
// the original, which it keeps in constant memory, too.
#include "core/ptx/variable_rewriter.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/base/text_position.h"
#include "core/ptx/operand_parser.h"

namespace pstudio::ptx {
namespace {

constexpr std::string_view kCellPrefix = "pstudio_address_of_";
constexpr std::string_view kToGeneric = "cvta.const";

std::string_view textOf(std::string_view text, TextRange range) {
  return text.substr(range.begin, range.end - range.begin);
}

/// "table+16" as an operand.
struct NamedAddress {
  std::string_view name;
  std::string added; ///< "16", "-4"; empty: none
};

/// A register as one scope declares it.
using RegisterKey = std::pair<uint32_t, std::string_view>;

class FunctionRewriter {
public:
  FunctionRewriter(const Module &module, const Function &function, const RewrittenNames &names,
                   std::string_view file)
      : m_text(module.text), m_function(function), m_names(names), m_file(file) {}

  Result<void> run() {
    PSTUDIO_TRY_ASSIGN(m_body, readBody(m_text, m_function, m_file));
    for (const BodyStatement &statement : m_body.statements) {
      if (statement.kind != BodyStatement::Kind::Instruction)
        continue;
      if (isToGeneric(statement))
        PSTUDIO_TRY(rewriteConversion(statement));
      else
        rewriteNames(statement);
    }
    if (m_registers != 0)
      m_edits.push_back(
          {{m_function.body.begin, m_function.body.begin},
           " .reg .b64 " + m_names.registerPrefix + "<" + std::to_string(m_registers) + ">;"});
    return {};
  }

  std::vector<TextEdit> takeEdits() { return std::move(m_edits); }
  const NameSet &genericConstants() const { return m_genericConstants; }

private:
  static bool isToGeneric(const BodyStatement &statement) {
    return statement.opcode.starts_with(kToGeneric) && statement.operands.size() == 2;
  }

  /// True for a name that the function does not declare itself.
  bool isOutside(const BodyStatement &statement, std::string_view name) const {
    for (const Declaration &parameter : m_function.parameters)
      if (parameter.name == name)
        return false;
    return !m_body.find(statement.scope, name);
  }

  /// Text that reads the cell of a variable into a new register.
  std::string readCell(std::string_view variable, std::string &made) {
    made = m_names.registerPrefix + std::to_string(m_registers++);
    return "ld.const.u64 " + made + ", [" + addressCell(variable) + "]; ";
  }

  void insertBefore(const BodyStatement &statement, std::string text) {
    m_edits.push_back({{statement.range.begin, statement.range.begin}, std::move(text)});
  }

  /// Keeps the lines of what goes.
  void replace(TextRange range, std::string text) {
    text.append(static_cast<size_t>(std::ranges::count(textOf(m_text, range), '\n')), '\n');
    m_edits.push_back({range, std::move(text)});
  }

  //===--- Global memory ---------------------------------------------------------------------===//

  void rewriteNames(const BodyStatement &statement) {
    for (const TextRange operand : statement.operands) {
      Scanner scanner(m_text, operand);
      for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next())
        if (token.kind == Token::Kind::Word && m_names.addressed.contains(token.text) &&
            isOutside(statement, token.text))
          rewriteName(statement, operand, token);
    }
  }

  /// In brackets a register takes the name's place. Elsewhere PTX adds nothing to a register, so
  /// that the sum is computed before.
  void rewriteName(const BodyStatement &statement, TextRange operand, const Token &token) {
    std::string made;
    std::string before = readCell(token.text, made);
    TextRange replaced{token.offset, token.end()};
    if (token.offset == operand.begin) {
      const std::optional<std::string> added = addedIn({token.end(), operand.end});
      if (added && !added->empty()) {
        before += sum(made, *added);
        replaced.end = operand.end;
      }
    }
    insertBefore(statement, std::move(before));
    replace(replaced, std::move(made));
  }

  static std::string sum(const std::string &made, const std::string &added) {
    return "add.s64 " + made + ", " + made + ", " + added + "; ";
  }

  /// "16" of "+ 16", "-4" of "-4" and "+-4", empty for no text; nothing for text that is no number.
  std::optional<std::string> addedIn(TextRange range) const {
    std::string_view text = trimmed(textOf(m_text, range));
    if (text.empty())
      return std::string();
    bool isNegative = false;
    if (text.starts_with('+'))
      text = trimmed(text.substr(1));
    else if (!text.starts_with('-'))
      return std::nullopt;
    if (text.starts_with('-')) {
      isNegative = true;
      text = trimmed(text.substr(1));
    }
    const Token number = Scanner(text).next();
    if (number.kind != Token::Kind::Number || number.text != text)
      return std::nullopt;
    return (isNegative ? "-" : "") + std::string(text);
  }

  //===--- Constant memory -------------------------------------------------------------------===//

  /// cvta.const d, table: the original's generic address. The driver gives a generic one for
  /// constant memory, as for global memory, where the conversion changes nothing.
  Result<void> rewriteConversion(const BodyStatement &statement) {
    if (m_names.constants.empty())
      return {};
    const std::optional<NamedAddress> named = namedAddress(statement, statement.operands[1]);
    if (!named)
      return fail(ErrorCode::Unsupported,
                  "a generic address of constant memory is computed before its conversion",
                  placeText(m_file, textPosition(m_text, statement.range.begin)));
    if (!m_names.constants.contains(named->name))
      return {};
    m_genericConstants.insert(named->name);
    std::string made;
    std::string before = readCell(named->name, made);
    if (!named->added.empty())
      before += sum(made, named->added);
    insertBefore(statement, std::move(before));
    const size_t opcode = statement.opcode.data() - m_text.data();
    m_edits.push_back({{opcode, opcode + kToGeneric.size()}, "cvta.global"});
    replace(statement.operands[1], std::move(made));
    return {};
  }

  /// The address in an operand: a name, or a register that only "mov" from a name writes.
  std::optional<NamedAddress> namedAddress(const BodyStatement &statement, TextRange operand) {
    Scanner scanner(m_text, operand);
    const Token token = scanner.next();
    if (token.kind != Token::Kind::Word)
      return std::nullopt;
    const auto symbol = m_body.find(statement.scope, token.text);
    if (!symbol)
      return addressAt(token, operand);
    if (token.end() != operand.end || symbol->kind != Symbol::Kind::Register)
      return std::nullopt;
    const BodyStatement *writer = onlyWriter({symbol->scope, token.text});
    if (!writer || writer->root() != "mov" || writer->operands.size() != 2)
      return std::nullopt;
    const Token name = Scanner(m_text, writer->operands[1]).next();
    if (name.kind != Token::Kind::Word || m_body.find(writer->scope, name.text))
      return std::nullopt;
    return addressAt(name, writer->operands[1]);
  }

  std::optional<NamedAddress> addressAt(const Token &name, TextRange operand) const {
    std::optional<std::string> added = addedIn({name.end(), operand.end});
    return added ? std::optional(NamedAddress{name.text, *std::move(added)}) : std::nullopt;
  }

  /// The instruction that writes a register; null if several may.
  const BodyStatement *onlyWriter(const RegisterKey &key) {
    if (m_writers.empty())
      findWriters();
    const auto found = m_writers.find(key);
    return found == m_writers.end() ? nullptr : found->second;
  }

  /// Each register of a first operand that is no address may be written there.
  void findWriters() {
    for (const BodyStatement &statement : m_body.statements) {
      if (statement.kind != BodyStatement::Kind::Instruction || statement.operands.empty())
        continue;
      Scanner scanner(m_text, statement.operands.front());
      if (scanner.peek().is("["))
        continue;
      for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next())
        if (const auto symbol = token.kind == Token::Kind::Word
                                    ? m_body.find(statement.scope, token.text)
                                    : std::nullopt;
            symbol && symbol->kind == Symbol::Kind::Register) {
          const auto [known, isNew] =
              m_writers.try_emplace({symbol->scope, token.text}, &statement);
          if (!isNew)
            known->second = nullptr;
        }
    }
  }

  std::string_view m_text;
  const Function &m_function;
  const RewrittenNames &m_names;
  std::string_view m_file;
  Body m_body;
  size_t m_registers = 0;
  std::vector<TextEdit> m_edits;
  NameSet m_genericConstants;
  std::map<RegisterKey, const BodyStatement *> m_writers; ///< null: several
};

} // namespace

std::string addressCell(std::string_view variable) {
  return std::string(kCellPrefix) + std::string(variable);
}

Result<void> rewriteFunction(const Module &module, const Function &function,
                             const RewrittenNames &names, std::string_view file,
                             std::vector<TextEdit> &edits, NameSet &genericConstants) {
  FunctionRewriter rewriter(module, function, names, file);
  PSTUDIO_TRY(rewriter.run());
  for (TextEdit &edit : rewriter.takeEdits())
    edits.push_back(std::move(edit));
  genericConstants.insert(rewriter.genericConstants().begin(), rewriter.genericConstants().end());
  return {};
}

} // namespace pstudio::ptx
