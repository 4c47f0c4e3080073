// SPDX-License-Identifier: Apache-2.0
// One inline assembly at a time; a guard becomes a branch.
#include "collector/codegen/cpu/ptx_assembly.h"

#include <vector>

#include "collector/codegen/cpu/markers.h"
#include "collector/codegen/cpu/ptx_arithmetic.h"
#include "collector/codegen/cpu/ptx_memory.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace pstudio::cpu {
namespace {

using ptx::Statement;

/// The text as PTX: inline assembly writes $ twice.
std::string textOfAssembly(const llvm::CallInst &call) {
  const llvm::StringRef text = llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString();
  return text.str();
}

/// Directives without an effect on what is computed.
bool isWithoutEffect(const Statement &statement) {
  return statement.opcode == ".loc" || statement.opcode == ".pragma" ||
         statement.opcode == ".shared" || statement.opcode == ".local";
}

class AssemblyReplacement {
public:
  AssemblyReplacement(const PtxVariables &variables, llvm::CallInst &call)
      : m_call(call), m_operands(variables, call), m_builder(&call) {}

  Result<void> run() {
    const ptx::Program program = ptx::parse(textOfAssembly(m_call));
    for (const Statement &statement : program.statements)
      if (!execute(statement))
        return fail(ErrorCode::Unsupported,
                    "the CPU target does not execute the PTX instruction: " + statement.text,
                    locationOf(m_call),
                    "run it on the target \"cuda\", or compile its source to LLVM IR");
    if (llvm::Value *result = m_operands.result(m_builder))
      m_call.replaceAllUsesWith(result);
    m_call.eraseFromParent();
    return {};
  }

private:
  bool execute(const Statement &statement) {
    if (statement.kind == Statement::Kind::Directive)
      return isWithoutEffect(statement);
    if (statement.kind == Statement::Kind::Label) // with -G, for debug sections
      return true;
    if (statement.kind != Statement::Kind::Instruction)
      return false;
    return statement.predicate ? executeGuarded(statement) : compute(statement);
  }

  bool compute(const Statement &statement) {
    return buildPtxArithmetic(m_builder, statement, m_operands) ||
           buildPtxMemory(m_builder, statement, m_operands);
  }

  bool executeGuarded(const Statement &statement) {
    llvm::Value *guard = m_operands.value(m_builder, *statement.predicate, m_builder.getInt1Ty());
    if (!guard)
      return false;
    const auto before = m_operands.results;
    llvm::BasicBlock *head = m_call.getParent();
    llvm::Instruction *end = llvm::SplitBlockAndInsertIfThen(guard, &m_call, false);
    m_builder.SetInsertPoint(end);
    const bool isKnown = compute(statement);
    llvm::BasicBlock *then = m_builder.GetInsertBlock();
    m_builder.SetInsertPoint(&m_call);
    for (size_t i = 0; isKnown && i < before.size(); ++i) {
      llvm::Value *&value = m_operands.results[i];
      if (value == before[i])
        continue;
      llvm::PHINode *joined = m_builder.CreatePHI(value->getType(), 2);
      joined->addIncoming(value, then);
      joined->addIncoming(before[i] ? before[i] : llvm::UndefValue::get(value->getType()), head);
      value = joined;
    }
    return isKnown;
  }

  llvm::CallInst &m_call;
  PtxOperands m_operands;
  llvm::IRBuilder<> m_builder;
};

} // namespace

Result<void> replacePtx(llvm::Function &kernel, std::span<const std::string> parameters,
                        const ptx::Module &module) {
  std::vector<llvm::CallInst *> calls;
  for (llvm::Instruction &instruction : llvm::instructions(kernel))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->isInlineAsm())
      calls.push_back(call);
  PtxVariables variables(kernel, parameters);
  for (const ptx::Declaration &variable : module.variables)
    variables.add(variable);
  for (const llvm::CallInst *call : calls)
    for (const Statement &statement : ptx::parse(textOfAssembly(*call)).statements)
      if (statement.kind == Statement::Kind::Directive)
        if (const auto declaration =
                ptx::readDeclaration(statement.text, {0, statement.text.size()}))
          variables.add(*declaration);
  variables.layOut();
  for (llvm::CallInst *call : calls)
    PSTUDIO_TRY(AssemblyReplacement(variables, *call).run());
  return {};
}

} // namespace pstudio::cpu
