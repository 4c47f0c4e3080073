// SPDX-License-Identifier: Apache-2.0
// The prefix of the new name marks them.
#include "collector/foreign/text/changed_intrinsics.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

namespace pstudio::foreign {
namespace {

constexpr llvm::StringLiteral kPrefix = "llvm.pstudio.changed.";

/// True if the function has the type that the installed LLVM defines, compared as in LLVM's
/// verifier.
bool hasOwnType(llvm::Function &function) {
  llvm::SmallVector<llvm::Intrinsic::IITDescriptor> entries;
  llvm::Intrinsic::getIntrinsicInfoTableEntries(function.getIntrinsicID(), entries);
  llvm::ArrayRef<llvm::Intrinsic::IITDescriptor> rest = entries;
  llvm::SmallVector<llvm::Type *> overloads;
  llvm::FunctionType *type = function.getFunctionType();
  if (llvm::Intrinsic::matchIntrinsicSignature(type, rest, overloads) !=
          llvm::Intrinsic::MatchIntrinsicTypes_Match ||
      llvm::Intrinsic::matchIntrinsicVarArg(type->isVarArg(), rest))
    return false;
  return llvm::Intrinsic::getName(function.getIntrinsicID(), overloads, function.getParent(),
                                  type) == function.getName();
}

/// Removes parameter attributes beside immarg, which LLVM 20 and later add. The LLVM that supports
/// the intrinsic adds them again.
void dropBesideImmarg(llvm::Function &function) {
  for (llvm::Argument &argument : function.args()) {
    const unsigned index = argument.getArgNo();
    const llvm::AttributeList attributes = function.getAttributes();
    if (!attributes.hasParamAttr(index, llvm::Attribute::ImmArg))
      continue;
    llvm::LLVMContext &context = function.getContext();
    function.setAttributes(attributes.removeParamAttributes(context, index)
                               .addParamAttribute(context, index, llvm::Attribute::ImmArg));
  }
}

} // namespace

void setChangedIntrinsicsAside(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (function.getIntrinsicID() == llvm::Intrinsic::not_intrinsic) {
      if (function.isIntrinsic())
        dropBesideImmarg(function);
      continue;
    }
    if (hasOwnType(function))
      continue;
    // Its attributes belong to the other signature. The LLVM that supports it adds its own.
    function.setAttributes({});
    function.setName(kPrefix + function.getName());
  }
}

void restoreChangedIntrinsics(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (isChangedIntrinsic(function))
      function.setName(nameInText(function));
}

bool isChangedIntrinsic(const llvm::Function &function) {
  return function.getName().starts_with(kPrefix);
}

std::string nameInText(const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  name.consume_front(kPrefix);
  return name.str();
}

} // namespace pstudio::foreign
