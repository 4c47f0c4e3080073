// SPDX-License-Identifier: Apache-2.0
// Sums up instruction costs and inserts the clock's advance.
#include "collector/codegen/cpu/block_costs.h"

#include "collector/codegen/cpu/cost_table.h"
#include "collector/codegen/cpu/markers.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace pstudio::cpu {
namespace {

using InstructionSet = llvm::SmallPtrSet<const llvm::Instruction *, 32>;

bool isRoot(const llvm::Instruction &instruction) {
  if (instruction.isTerminator())
    return true;
  return instruction.mayHaveSideEffects() && !isInstrumentationCall(instruction);
}

/// The instructions that the kernel's own effects depend on: all others exist only because of
/// instrumentation, or are unused.
InstructionSet findProgram(const llvm::Function &function) {
  InstructionSet program;
  llvm::SmallVector<const llvm::Instruction *, 64> work;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (isRoot(instruction) && program.insert(&instruction).second)
      work.push_back(&instruction);
  while (!work.empty())
    for (const llvm::Value *operand : work.pop_back_val()->operands())
      if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(operand))
        if (!isInstrumentationCall(*instruction) && program.insert(instruction).second)
          work.push_back(instruction);
  return program;
}

/// True for a call that reads the clock or synchronises it with other threads.
bool observesClock(const llvm::Instruction &instruction) {
  if (!llvm::isa<llvm::CallBase>(instruction) || llvm::isa<llvm::IntrinsicInst>(instruction))
    return false;
  return instruction.mayHaveSideEffects();
}

void insertAdvance(llvm::Instruction *before, uint64_t cycles) {
  if (cycles == 0)
    return;
  llvm::IRBuilder<> builder(before);
  builder.CreateCall(
      marker(*before->getModule(), markers::kAdvance, builder.getVoidTy(), {builder.getInt64Ty()}),
      {builder.getInt64(cycles)});
}

void insertCosts(llvm::BasicBlock &block, const InstructionSet &program) {
  uint64_t pending = 0;
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(block)) {
    const uint64_t cycles = program.contains(&instruction) ? cyclesOf(instruction) : 0;
    if (instruction.isTerminator()) {
      insertAdvance(&instruction, pending + cycles);
    } else if (observesClock(instruction)) {
      insertAdvance(&instruction, pending);
      pending = cycles;
    } else {
      pending += cycles;
    }
  }
}

} // namespace

void insertCosts(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (!isKernelCode(function))
      continue;
    const InstructionSet program = findProgram(function);
    for (llvm::BasicBlock &block : function)
      insertCosts(block, program);
  }
}

} // namespace pstudio::cpu
