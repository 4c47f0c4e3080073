// SPDX-License-Identifier: Apache-2.0
// Tests before integer divisions.
#include "collector/codegen/cpu/division_checks.h"

#include "collector/codegen/cpu/markers.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace pstudio::cpu {
namespace {

bool isSigned(const llvm::BinaryOperator &division) {
  return division.getOpcode() == llvm::Instruction::SDiv ||
         division.getOpcode() == llvm::Instruction::SRem;
}

bool needsCheck(const llvm::Instruction &instruction) {
  const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
  if (!operation || !operation->isIntDivRem() || !operation->getType()->isIntegerTy())
    return false;
  const auto *divisor = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
  return !divisor || divisor->isZero() || (isSigned(*operation) && divisor->isMinusOne());
}

void insertCheck(llvm::BinaryOperator &division, ProgramMap &map) {
  llvm::IRBuilder<> builder(&division);
  llvm::Value *divisor = division.getOperand(1);
  llvm::Value *isBad = builder.CreateIsNull(divisor);
  if (isSigned(division)) {
    const unsigned bits = division.getType()->getIntegerBitWidth();
    llvm::Value *smallest = builder.getInt(llvm::APInt::getSignedMinValue(bits));
    llvm::Value *overflows = builder.CreateAnd(
        builder.CreateICmpEQ(division.getOperand(0), smallest),
        builder.CreateICmpEQ(divisor, builder.getInt(llvm::APInt::getAllOnes(bits))));
    isBad = builder.CreateOr(isBad, overflows);
  }
  map.sites.push_back({SiteKind::Division, locationOf(division)});
  llvm::Value *site = builder.getInt32(static_cast<uint32_t>(map.sites.size() - 1));
  llvm::Instruction *slowPath =
      llvm::SplitBlockAndInsertIfThen(isBad, &division, /*Unreachable=*/true);
  llvm::IRBuilder<> slow(slowPath);
  slow.CreateCall(
      marker(*division.getModule(), markers::kDivisionFault, slow.getVoidTy(), {slow.getInt32Ty()}),
      {site});
}

} // namespace

void insertDivisionChecks(llvm::Module &module, ProgramMap &map) {
  for (llvm::Function &function : module) {
    if (!isKernelCode(function))
      continue;
    llvm::SmallVector<llvm::BinaryOperator *, 8> divisions;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (needsCheck(instruction))
        divisions.push_back(llvm::cast<llvm::BinaryOperator>(&instruction));
    for (llvm::BinaryOperator *division : divisions)
      insertCheck(*division, map);
  }
}

} // namespace pstudio::cpu
