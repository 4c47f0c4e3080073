// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/ptx_operands.h"

using namespace mlir;

namespace pstudio::automode {

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

/// What the text compares with 0 to make its own register `guard`, as compilers hand conditions
/// over: "setp.ne.b32 guard, $1, 0"; `isNegated` if it is "eq". Null if the register is made
/// otherwise.
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

} // namespace pstudio::automode
