// SPDX-License-Identifier: Apache-2.0
#include "collector/foreign/text/amd_intrinsics.h"

#include "collector/foreign/text/changed_intrinsics.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"

namespace pstudio::foreign {
namespace {

constexpr unsigned kResourceSpace = 8; ///< of buffer resources

/// True for make.buffer.rsrc with the parameters of a newer LLVM and the result of the installed
/// one.
bool makesResource(const llvm::CallInst &call) {
  const std::string name = nameInText(*call.getCalledFunction());
  const llvm::Type *result = call.getType();
  return llvm::StringRef(name).starts_with("llvm.amdgcn.make.buffer.rsrc.") &&
         call.arg_size() == 4 && result->isPointerTy() &&
         result->getPointerAddressSpace() == kResourceSpace &&
         call.getArgOperand(2)->getType()->isIntegerTy();
}

} // namespace

std::optional<OriginalCall> replaceAmdCall(llvm::CallInst &call) {
  if (!makesResource(call))
    return std::nullopt;
  OriginalCall original(call);
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value *> arguments(call.args());
  llvm::Type *base = arguments[0]->getType();
  for (unsigned i = 0; i < arguments.size(); ++i)
    original.arguments[i].operand = static_cast<int>(i);
  // The resource of these chips has 32 bits for the number of records.
  if (arguments[2]->getType() != builder.getInt32Ty()) {
    arguments[2] = builder.CreateTrunc(arguments[2], builder.getInt32Ty());
    original.arguments[2].operand = -1;
  }
  llvm::Function *function = llvm::Intrinsic::getDeclaration(
      call.getModule(), llvm::Intrinsic::amdgcn_make_buffer_rsrc, {base});
  llvm::CallInst *same = builder.CreateCall(function, arguments);
  same->copyMetadata(call);
  same->takeName(&call);
  call.replaceAllUsesWith(same);
  call.eraseFromParent();
  original.standIn = same;
  original.result = same;
  return original;
}

} // namespace pstudio::foreign
