// SPDX-License-Identifier: Apache-2.0
// Context parameters, and the expansion of markers.
#include "collector/codegen/cpu/context_threading.h"

#include <cstddef>
#include <map>

#include "collector/codegen/cpu/marker_expansion.h"
#include "collector/codegen/cpu/markers.h"
#include "collector/runtime/cpu/thread_context.h"
#include "core/base/check.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace pstudio::cpu {
namespace {

using FunctionMap = std::map<llvm::Function *, llvm::Function *>;

llvm::AttributeList shiftedAttributes(const llvm::Function &function) {
  llvm::LLVMContext &context = function.getContext();
  const llvm::AttributeList old = function.getAttributes();
  llvm::SmallVector<llvm::AttributeSet, 8> parameters;
  // Nothing else in the kernel can point to the context, so the clock may stay in a register
  // between calls.
  parameters.push_back(
      llvm::AttributeSet::get(context, llvm::AttrBuilder(context)
                                           .addAttribute(llvm::Attribute::NoAlias)
                                           .addAttribute(llvm::Attribute::NonNull)));
  for (unsigned i = 0; i < function.arg_size(); ++i)
    parameters.push_back(old.getParamAttrs(i));
  llvm::AttributeSet ofFunction = old.getFnAttrs();
  ofFunction = ofFunction.removeAttribute(
      context, llvm::Attribute::Memory); // valid only for code without clock and checks
  return llvm::AttributeList::get(context, ofFunction, old.getRetAttrs(), parameters);
}

/// A function with the context in front that takes over the body and the name of `function`.
llvm::Function *withContext(llvm::Function &function) {
  llvm::SmallVector<llvm::Type *, 8> parameters{llvm::PointerType::get(function.getContext(), 0)};
  parameters.append(function.getFunctionType()->param_begin(),
                    function.getFunctionType()->param_end());
  auto *type = llvm::FunctionType::get(function.getReturnType(), parameters, false);
  auto *result =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "", function.getParent());
  result->setAttributes(shiftedAttributes(function));
  result->addFnAttr("probe-stack", "inline-asm"); // a large frame must not jump over the guard page
  result->takeName(&function);
  result->copyMetadata(&function, 0);
  function.clearMetadata();
  result->splice(result->begin(), &function);
  result->getArg(0)->setName("thread");
  for (llvm::Argument &argument : function.args()) {
    llvm::Argument *replacement = result->getArg(argument.getArgNo() + 1);
    replacement->takeName(&argument);
    argument.replaceAllUsesWith(replacement);
  }
  return result;
}

void passContext(llvm::CallBase &call, llvm::Function &callee) {
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value *, 8> arguments{call.getFunction()->getArg(0)};
  arguments.append(call.arg_begin(), call.arg_end());
  llvm::CallInst *replacement = builder.CreateCall(&callee, arguments);
  replacement->setDebugLoc(call.getDebugLoc());
  call.replaceAllUsesWith(replacement);
  call.eraseFromParent();
}

void passContexts(llvm::Function &function, const FunctionMap &replaced) {
  llvm::SmallVector<std::pair<llvm::CallBase *, llvm::Function *>, 16> calls;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (const auto found = replaced.find(call->getCalledFunction()); found != replaced.end())
        calls.emplace_back(call, found->second);
  for (const auto &[call, callee] : calls)
    passContext(*call, *callee);
}

Result<void> expandMarkers(llvm::Function &function) {
  llvm::SmallVector<llvm::CallInst *, 32> calls;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (!calledMarker(instruction).empty())
      calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
  for (llvm::CallInst *call : calls)
    PSTUDIO_TRY(expandMarker(*call, *function.getArg(0)));
  return {};
}

/// void pstudio_entry(ptr thread, ptr arguments): unpacks the argument words and calls the kernel.
llvm::Function *makeEntry(llvm::Function &kernel) {
  llvm::LLVMContext &context = kernel.getContext();
  auto *pointer = llvm::PointerType::get(context, 0);
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer}, false);
  auto *entry = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "pstudio_entry",
                                       kernel.getParent());
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", entry));
  llvm::SmallVector<llvm::Value *, 8> arguments{entry->getArg(0)};
  for (unsigned i = 1; i < kernel.arg_size(); ++i) {
    llvm::Value *word =
        builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), entry->getArg(1), i - 1);
    arguments.push_back(builder.CreateLoad(kernel.getArg(i)->getType(), word));
  }
  builder.CreateCall(&kernel, arguments);
  builder.CreateRetVoid();
  return entry;
}

} // namespace

Result<llvm::Function *> threadContext(llvm::Module &module, const std::string &kernel) {
  FunctionMap replaced;
  llvm::SmallVector<llvm::Function *, 16> defined;
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      defined.push_back(&function);
  for (llvm::Function *function : defined)
    replaced[function] = withContext(*function);
  for (llvm::Function *old : defined) { // never by address: declarations are made in this order
    llvm::Function &function = *replaced[old];
    passContexts(function, replaced);
    PSTUDIO_TRY(expandMarkers(function));
  }
  for (llvm::Function *function : defined)
    function->eraseFromParent();
  llvm::Function *body = module.getFunction(kernel);
  PSTUDIO_CHECK(body);
  return makeEntry(*body);
}

} // namespace pstudio::cpu
