// SPDX-License-Identifier: Apache-2.0
// Compares the stack pointer with the lowest address that the thread may reach.
#include "collector/codegen/cpu/stack_checks.h"

#include "collector/codegen/cpu/markers.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace pstudio::cpu {
namespace {

/// Saved registers, spilled values and alignment of a function's frame [bytes].
constexpr uint64_t kFrameBytes = 1024;

/// Bytes of the arrays of constant size of a function, and of its frame.
uint64_t fixedBytesOf(const llvm::Function &function) {
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  uint64_t bytes = kFrameBytes;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        local && local->isStaticAlloca())
      if (const auto size = local->getAllocationSize(layout))
        bytes += size->getFixedValue();
  return bytes;
}

/// Bytes that `instruction` takes of the stack, computed before it; null if it takes none.
llvm::Value *bytesFor(llvm::Instruction &instruction, llvm::IRBuilder<> &builder) {
  if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    if (local->isStaticAlloca())
      return nullptr;
    const llvm::DataLayout &layout = instruction.getModule()->getDataLayout();
    const uint64_t element = layout.getTypeAllocSize(local->getAllocatedType()).getKnownMinValue();
    llvm::Value *count = builder.CreateZExtOrTrunc(local->getArraySize(), builder.getInt64Ty());
    // A count that overflows the product must not appear as a small one.
    llvm::Value *product = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umul_with_overflow, count,
                                                         builder.getInt64(element));
    return builder.CreateSelect(builder.CreateExtractValue(product, 1), builder.getInt64(INT64_MAX),
                                builder.CreateExtractValue(product, 0));
  }
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || !isKernelCode(*callee))
    return nullptr;
  return builder.getInt64(fixedBytesOf(*callee));
}

void insertCheck(llvm::Instruction &instruction, ProgramMap &map) {
  llvm::Module &module = *instruction.getModule();
  llvm::IRBuilder<> builder(&instruction);
  llvm::Value *bytes = bytesFor(instruction, builder);
  if (!bytes)
    return;
  llvm::Type *word = builder.getInt64Ty();
  llvm::Value *top = builder.CreatePtrToInt(builder.CreateStackSave(), word);
  llvm::Value *limit = builder.CreateCall(marker(module, markers::kStackLimit, word, {}));
  llvm::Value *isFull = builder.CreateICmpSLT(builder.CreateSub(top, limit), bytes);
  map.sites.push_back({SiteKind::Stack, locationOf(instruction)});
  llvm::Value *site = builder.getInt32(static_cast<uint32_t>(map.sites.size() - 1));
  llvm::Instruction *slowPath =
      llvm::SplitBlockAndInsertIfThen(isFull, &instruction, /*Unreachable=*/true);
  llvm::IRBuilder<> slow(slowPath);
  slow.CreateCall(marker(module, markers::kStackFault, slow.getVoidTy(), {slow.getInt32Ty()}),
                  {site});
}

} // namespace

void insertStackChecks(llvm::Module &module, ProgramMap &map) {
  for (llvm::Function &function : module) {
    if (!isKernelCode(function))
      continue;
    llvm::SmallVector<llvm::Instruction *> users;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (llvm::isa<llvm::AllocaInst, llvm::CallInst>(instruction))
        users.push_back(&instruction);
    for (llvm::Instruction *user : users)
      insertCheck(*user, map);
  }
}

} // namespace pstudio::cpu
