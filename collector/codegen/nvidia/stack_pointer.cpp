// SPDX-License-Identifier: Apache-2.0
// Inline PTX in place of two intrinsics.
#include "collector/codegen/nvidia/stack_pointer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace pstudio::nvidia {
namespace {

/// The saved pointer points to local memory, and only the restoring instruction reads it.
void lower(llvm::IntrinsicInst &call) {
  llvm::IRBuilder<> builder(&call);
  llvm::Type *word = builder.getInt64Ty();
  const bool isSave = call.getIntrinsicID() == llvm::Intrinsic::stacksave;
  auto *type = isSave ? llvm::FunctionType::get(word, false)
                      : llvm::FunctionType::get(builder.getVoidTy(), {word}, false);
  auto *text = llvm::InlineAsm::get(type, isSave ? "stacksave.u64 $0;" : "stackrestore.u64 $0;",
                                    isSave ? "=l,~{memory}" : "l,~{memory}",
                                    /*hasSideEffects=*/true);
  if (isSave)
    call.replaceAllUsesWith(builder.CreateIntToPtr(builder.CreateCall(type, text), call.getType()));
  else
    builder.CreateCall(type, text, {builder.CreatePtrToInt(call.getArgOperand(0), word)});
}

bool isStackPointerCall(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && llvm::is_contained({llvm::Intrinsic::stacksave, llvm::Intrinsic::stackrestore},
                                    call->getIntrinsicID());
}

} // namespace

bool hasVariableStack(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
      const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      return (local && !local->isStaticAlloca()) || isStackPointerCall(instruction);
    });
  });
}

void lowerStackPointer(llvm::Module &module) {
  llvm::SmallVector<llvm::IntrinsicInst *> calls;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (isStackPointerCall(instruction))
        calls.push_back(llvm::cast<llvm::IntrinsicInst>(&instruction));
  for (llvm::IntrinsicInst *call : calls) {
    lower(*call);
    call->eraseFromParent();
  }
}

} // namespace pstudio::nvidia
