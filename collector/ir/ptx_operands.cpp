// SPDX-License-Identifier: Apache-2.0
#include "collector/ir/ptx_operands.h"

using namespace mlir;

namespace pstudio {

Value valueOf(LLVM::InlineAsmOp assembly, const ptx::Operand &operand) {
  if (operand.kind != ptx::Operand::Kind::Placeholder)
    return {};
  // Placeholders count outputs first.
  SmallVector<StringRef> constraints;
  assembly.getConstraints().split(constraints, ',');
  const auto outputs = static_cast<size_t>(
      llvm::count_if(constraints, [](StringRef text) { return text.starts_with("="); }));
  if (operand.placeholder < outputs ||
      operand.placeholder - outputs >= assembly.getOperands().size())
    return {};
  return assembly.getOperands()[static_cast<unsigned>(operand.placeholder - outputs)];
}

std::optional<int64_t> immediateOf(const ptx::Operand &operand) {
  int64_t number = 0;
  StringRef text = operand.text;
  text.consume_front("$$");
  if (operand.kind != ptx::Operand::Kind::Immediate || text.getAsInteger(0, number))
    return std::nullopt;
  return number;
}

namespace {

/// The operand that the text compares with 0 to set its register `guard`, the form in which
/// compilers pass conditions: "setp.ne.b32 guard, $1, 0". `isNegated` for "eq". Null if the
/// register is set in another way.
Value comparedWith0(LLVM::InlineAsmOp assembly, const ptx::Program &program,
                    const ptx::Operand &guard, bool &isNegated) {
  Value found;
  for (const ptx::Statement &statement : program.statements) {
    if (statement.kind != ptx::Statement::Kind::Instruction || statement.operands.empty() ||
        statement.operands[0].text != guard.text)
      continue;
    const bool isCompare =
        statement.opcode == "setp" && !statement.predicate && statement.operands.size() == 3 &&
        immediateOf(statement.operands[2]) == 0 && (statement.has("ne") || statement.has("eq"));
    if (found || !isCompare)
      return {};
    isNegated = statement.has("eq");
    found = valueOf(assembly, statement.operands[1]);
    if (!found)
      return {};
  }
  return found;
}

} // namespace

Predicate guardOf(LLVM::InlineAsmOp assembly, const ptx::Program &program,
                  const ptx::Statement &statement) {
  if (!statement.predicate)
    return {};
  bool isEqual = false;
  Value value = valueOf(assembly, *statement.predicate);
  if (!value)
    value = comparedWith0(assembly, program, *statement.predicate, isEqual);
  return {value, value && statement.predicate->isNegated != isEqual};
}

namespace {

/// The only instruction that writes the register `name`, if it writes it in all lanes; otherwise
/// null.
const ptx::Statement *makerOf(const ptx::Program &program, const std::string &name) {
  const ptx::Statement *found = nullptr;
  for (const ptx::Statement &statement : program.statements) {
    if (statement.kind != ptx::Statement::Kind::Instruction || statement.operands.empty() ||
        statement.operands[0].text != name)
      continue;
    if (found || statement.predicate)
      return nullptr;
    found = &statement;
  }
  return found;
}

/// Adds the constant that `maker` adds to an address. True if `maker` is a copy, a conversion or
/// such an addition.
bool followMaker(const ptx::Statement &maker, int64_t &offset) {
  const bool isCopy = maker.opcode == "mov" || maker.opcode == "cvta" || maker.opcode == "cvt";
  if (isCopy && maker.operands.size() == 2)
    return true;
  const std::optional<int64_t> number = maker.opcode == "add" && maker.operands.size() == 3
                                            ? immediateOf(maker.operands[2])
                                            : std::nullopt;
  offset += number.value_or(0);
  return number.has_value();
}

} // namespace

PtxBase baseOf(LLVM::InlineAsmOp assembly, const ptx::Program &program,
               const ptx::Operand &operand) {
  PtxBase base;
  const ptx::Operand *at = &operand;
  // The bound ends the search for a register that depends on itself.
  for (size_t step = 0; step <= program.statements.size(); ++step) {
    base.value = valueOf(assembly, *at);
    const bool isRegister =
        at->kind == ptx::Operand::Kind::Register || at->kind == ptx::Operand::Kind::Symbol;
    if (base.value || !isRegister)
      return base;
    const ptx::Statement *maker = makerOf(program, at->text);
    if (!maker || !followMaker(*maker, base.offset))
      return {};
    at = &maker->operands[1];
  }
  return {};
}

} // namespace pstudio
