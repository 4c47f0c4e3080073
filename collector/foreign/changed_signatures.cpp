// SPDX-License-Identifier: Apache-2.0
// Additional parameters follow those of the text; additional results make the result a struct.
#include "collector/foreign/changed_signatures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace pstudio::foreign {
namespace {

/// Attributes of a function or a call that dropPromisesOfNoRecords() removes.
constexpr llvm::Attribute::AttrKind kPromises[] = {llvm::Attribute::Memory, llvm::Attribute::NoSync,
                                                   llvm::Attribute::Speculatable};

llvm::AttributeList withoutResult(llvm::LLVMContext &context, llvm::AttributeList attributes,
                                  unsigned parameters) {
  attributes = attributes.removeAttributesAtIndex(context, llvm::AttributeList::ReturnIndex);
  for (unsigned i = 0; i < parameters; ++i)
    for (const llvm::Attribute::AttrKind kind :
         {llvm::Attribute::Returned, llvm::Attribute::StructRet})
      attributes = attributes.removeParamAttribute(context, i, kind);
  return attributes;
}

llvm::AttributeList attributesFor(const llvm::CallBase &source, const llvm::CallBase &made) {
  llvm::LLVMContext &context = source.getContext();
  const llvm::AttributeList original = source.getAttributes();
  const unsigned named = source.getFunctionType()->getNumParams();
  const unsigned added = made.arg_size() - source.arg_size();
  llvm::SmallVector<llvm::AttributeSet> parameters(made.arg_size());
  for (unsigned i = 0; i < source.arg_size(); ++i) // variable arguments follow all parameters
    parameters[i < named ? i : i + added] = original.getParamAttrs(i);
  llvm::AttributeSet ofCall = original.getFnAttrs();
  for (const llvm::Attribute::AttrKind kind : kPromises)
    ofCall = ofCall.removeAttribute(context, kind);
  const auto all = llvm::AttributeList::get(context, ofCall, original.getRetAttrs(), parameters);
  return source.getType() == made.getType() ? all : withoutResult(context, all, made.arg_size());
}

void replaceByAliasee(llvm::GlobalAlias &alias) {
  alias.replaceAllUsesWith(alias.getAliasee());
  alias.eraseFromParent();
}

} // namespace

void dropContradictedAttributes(const llvm::Function &source, llvm::Function &made) {
  if (source.getReturnType() != made.getReturnType())
    made.setAttributes(withoutResult(made.getContext(), made.getAttributes(),
                                     static_cast<unsigned>(made.arg_size())));
}

void dropPromisesOfNoRecords(llvm::Function &function) {
  for (const llvm::Attribute::AttrKind kind : kPromises)
    function.removeFnAttr(kind);
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->isMustTailCall())
      call->setTailCallKind(llvm::CallInst::TCK_None);
  for (llvm::User *user : function.users())
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(user);
        call && call->getCalledOperand() == &function)
      for (const llvm::Attribute::AttrKind kind : kPromises)
        call->removeFnAttr(kind);
}

bool hasOtherSignature(const llvm::Instruction &source, const llvm::Instruction &made) {
  const auto *from = llvm::dyn_cast<llvm::CallBase>(&source);
  const auto *to = llvm::dyn_cast<llvm::CallBase>(&made);
  return from && to && from->getFunctionType() != to->getFunctionType();
}

llvm::CallBase *restoreCallSite(const llvm::CallBase &source, llvm::CallBase &made,
                                llvm::ArrayRef<llvm::OperandBundleDef> bundles) {
  llvm::CallBase *call = &made;
  if (!bundles.empty()) {
    call = llvm::CallBase::Create(&made, bundles, made.getIterator());
    call->takeName(&made);
    made.replaceAllUsesWith(call);
    made.eraseFromParent();
  }
  call->setCallingConv(source.getCallingConv());
  call->setAttributes(attributesFor(source, *call));
  call->setDebugLoc(source.getDebugLoc());
  return call;
}

void dropEmptyAliases(llvm::Module &module) {
  for (llvm::GlobalAlias &alias : llvm::make_early_inc_range(module.aliases()))
    if (const llvm::GlobalObject *object = alias.getAliaseeObject();
        !object || object->isDeclaration())
      replaceByAliasee(alias);
}

void resolveAliases(llvm::Module &module) {
  for (llvm::GlobalAlias &alias : llvm::make_early_inc_range(module.aliases()))
    replaceByAliasee(alias);
}

void dropIdlePersonalities(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (function.hasPersonalityFn() &&
        llvm::none_of(function, [](const llvm::BasicBlock &block) { return block.isEHPad(); }))
      function.setPersonalityFn(nullptr);
}

} // namespace pstudio::foreign
