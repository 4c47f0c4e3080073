// SPDX-License-Identifier: Apache-2.0
// Registers become placeholders; all other tokens stay as they are.
#include "collector/foreign/ptx/assembly_text.h"

#include <algorithm>

#include "core/ptx/operand_roles.h"

namespace pstudio::foreign {
namespace {

using Kind = ptx::BodyStatement::Kind;
using Numbers = std::map<uint32_t, size_t>; ///< register to placeholder

void addOnce(std::vector<uint32_t> &numbers, uint32_t number) {
  if (std::find(numbers.begin(), numbers.end(), number) == numbers.end())
    numbers.push_back(number);
}

/// The name that a variable of an inner scope has at the start of the entry.
std::string hoistedName(std::string_view name, uint32_t scope) {
  return scope == 0 ? std::string(name) : std::string(name) + "_pstudio" + std::to_string(scope);
}

class AssemblyWriter {
public:
  AssemblyWriter(const ptx::Module &module, const ptx::Body &body, const StatementGroup &group,
                 EntryRegisters &registers)
      : m_text(module.text), m_body(body), m_group(group), m_registers(registers) {}

  AssemblyText run() {
    const bool isSingle = m_group.last == m_group.first + 1;
    for (size_t i = m_group.first; i < m_group.last; ++i)
      collect(m_body.statements[i]);
    if (!isSingle)
      shareNumbers();
    number(isSingle);
    for (size_t i = m_group.first; i < m_group.last; ++i)
      write(m_body.statements[i]);
    m_result.writesEarly = !isSingle;
    return std::move(m_result);
  }

private:
  //===--- Registers -------------------------------------------------------------------------===//

  std::vector<uint32_t> registersIn(const ptx::BodyStatement &statement, ptx::TextRange range) {
    std::vector<uint32_t> found;
    ptx::Scanner scanner(m_text, range);
    for (ptx::Token token = scanner.next(); token.kind != ptx::Token::Kind::End;
         token = scanner.next())
      if (token.kind == ptx::Token::Kind::Word)
        if (const auto number = m_registers.find(statement.scope, token.text))
          found.push_back(*number);
    return found;
  }

  /// Number of leading operands that are written, and whether those are read, too.
  std::pair<size_t, bool> written(const ptx::BodyStatement &statement) const {
    if (statement.operands.empty())
      return {0, false};
    const char first = m_text[statement.operands.front().begin];
    if (statement.root() == "call")
      return {first == '(' ? 1 : 0, false};
    switch (ptx::registerUse(statement.opcode, first == '[')) {
    case ptx::RegisterUse::ReadsAll:
      return {0, false};
    case ptx::RegisterUse::WritesFirst:
      return {1, false};
    case ptx::RegisterUse::UpdatesFirst:
      return {1, true};
    case ptx::RegisterUse::UnknownOpcode:
      return {statement.operands.size(), true};
    }
    return {statement.operands.size(), true};
  }

  void collect(const ptx::BodyStatement &statement) {
    if (statement.kind != Kind::Instruction)
      return;
    const auto [outputs, isRead] = written(statement);
    if (!statement.guard.empty())
      if (const auto guard = m_registers.find(statement.scope, statement.guard))
        addOnce(m_result.inputs, *guard);
    for (size_t i = 0; i < statement.operands.size(); ++i)
      for (const uint32_t number : registersIn(statement, statement.operands[i])) {
        addOnce(i < outputs ? m_result.outputs : m_result.inputs, number);
        if (i < outputs && (isRead || !statement.guard.empty()))
          addOnce(m_kept, number);
      }
    m_sharesNumbers = m_sharesNumbers || isRead;
  }

  /// In several instructions, and where an operand is read and written, a register has one
  /// placeholder.
  void shareNumbers() {
    for (const uint32_t output : m_result.outputs)
      if (std::erase(m_result.inputs, output) != 0)
        addOnce(m_kept, output);
  }

  void number(bool isSingle) {
    if (isSingle && m_sharesNumbers)
      shareNumbers();
    for (size_t i = 0; i < m_result.outputs.size(); ++i) {
      m_outputNumbers[m_result.outputs[i]] = i;
      m_inputNumbers[m_result.outputs[i]] = i;
      if (std::find(m_kept.begin(), m_kept.end(), m_result.outputs[i]) != m_kept.end())
        m_result.kept.push_back(i);
    }
    for (size_t i = 0; i < m_result.inputs.size(); ++i)
      m_inputNumbers[m_result.inputs[i]] = m_result.outputs.size() + i;
  }

  //===--- Text ------------------------------------------------------------------------------===//

  void write(const ptx::BodyStatement &statement) {
    std::string &text = m_result.text;
    if (!text.empty())
      text += "\n\t";
    if (statement.kind != Kind::Instruction) {
      text += escapedAssembly(
          m_text.substr(statement.range.begin, statement.range.end - statement.range.begin));
      return;
    }
    if (!statement.guard.empty()) {
      text += statement.isGuardNegated ? "@!" : "@";
      writeWord(statement, statement.guard, m_inputNumbers);
      text += ' ';
    }
    text += statement.opcode;
    const size_t outputs = written(statement).first;
    for (size_t i = 0; i < statement.operands.size(); ++i) {
      text += i == 0 ? " " : ", ";
      writeOperand(statement, statement.operands[i],
                   i < outputs ? m_outputNumbers : m_inputNumbers);
    }
    text += ';';
  }

  void writeOperand(const ptx::BodyStatement &statement, ptx::TextRange range,
                    const Numbers &numbers) {
    ptx::Scanner scanner(m_text, range);
    size_t end = range.begin;
    for (ptx::Token token = scanner.next(); token.kind != ptx::Token::Kind::End;
         token = scanner.next()) {
      if (token.offset != end)
        m_result.text += ' ';
      end = token.end();
      if (token.kind == ptx::Token::Kind::Word)
        writeWord(statement, token.text, numbers);
      else
        m_result.text += escapedAssembly(token.text);
    }
  }

  void writeWord(const ptx::BodyStatement &statement, std::string_view word,
                 const Numbers &numbers) {
    if (const auto number = m_registers.find(statement.scope, word)) {
      m_result.text += "$" + std::to_string(numbers.at(*number));
      return;
    }
    const std::optional<ptx::Symbol> symbol = m_body.find(statement.scope, word);
    const bool isHoisted =
        symbol && symbol->kind == ptx::Symbol::Kind::Variable && !isOfGroup(symbol->statement);
    m_result.text +=
        escapedAssembly(isHoisted ? hoistedName(word, symbol->scope) : std::string(word));
  }

  bool isOfGroup(size_t statement) const {
    return statement >= m_group.first && statement < m_group.last;
  }

  std::string_view m_text;
  const ptx::Body &m_body;
  const StatementGroup &m_group;
  EntryRegisters &m_registers;
  AssemblyText m_result;
  std::vector<uint32_t> m_kept; ///< registers whose old value may stay
  bool m_sharesNumbers = false;
  Numbers m_outputNumbers, m_inputNumbers;
};

} // namespace

AssemblyText assemblyOf(const ptx::Module &module, const ptx::Body &body,
                        const StatementGroup &group, EntryRegisters &registers) {
  return AssemblyWriter(module, body, group, registers).run();
}

std::string declarationText(const ptx::Module &module, const ptx::Body &body,
                            const ptx::BodyStatement &statement) {
  std::string text;
  size_t end = 0;
  ptx::Scanner scanner(module.text, statement.range);
  for (ptx::Token token = scanner.next(); token.kind != ptx::Token::Kind::End;
       token = scanner.next()) {
    const bool isWord = token.kind == ptx::Token::Kind::Word;
    const std::optional<ptx::Symbol> symbol =
        isWord ? body.find(statement.scope, token.text) : std::nullopt;
    text += text.empty() || token.offset == end ? "" : " ";
    end = token.end();
    text += symbol && symbol->kind == ptx::Symbol::Kind::Variable
                ? hoistedName(token.text, symbol->scope)
                : std::string(token.text);
  }
  return escapedAssembly(text);
}

std::string escapedAssembly(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '$')
      result += '$';
    result += c;
  }
  return result;
}

} // namespace pstudio::foreign
