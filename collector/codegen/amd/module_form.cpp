// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/amd/module_form.h"

#include <algorithm>
#include <string>
#include <vector>

#include "collector/analysis/shared_alignment.h"
#include "collector/codegen/stages/device_module.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace pstudio::amd {
namespace {

constexpr unsigned kSharedSpace = 3;
constexpr unsigned kPrivateSpace = 5;

/// Prefix of the names of AMD's mathematical functions.
constexpr llvm::StringLiteral kLibraryPrefix = "__ocml_";
constexpr llvm::StringLiteral kAssertFail = "__assertfail";

/// Moves variables to private memory: front ends without address spaces put them into the generic
/// one.
void moveVariables(llvm::Function &function) {
  std::vector<llvm::AllocaInst *> generic;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        variable && variable->getAddressSpace() == 0)
      generic.push_back(variable);
  for (llvm::AllocaInst *variable : generic) {
    llvm::IRBuilder<> builder(variable);
    auto *moved =
        builder.CreateAlloca(variable->getAllocatedType(), kPrivateSpace, variable->getArraySize());
    moved->setAlignment(variable->getAlign());
    variable->replaceAllUsesWith(builder.CreateAddrSpaceCast(moved, variable->getType()));
    variable->eraseFromParent();
  }
}

/// Operations of the active lanes together, and clocks. If LLVM merged the calls in both arms of a
/// branch, the operation would cover other lanes, and the clock would be read before the branch.
constexpr llvm::StringLiteral kOfLanes[] = {"llvm.amdgcn.wave.barrier", "llvm.amdgcn.ballot",
                                            "llvm.amdgcn.readfirstlane", "llvm.readcyclecounter",
                                            "llvm.readsteadycounter"};

bool isOfLanes(const llvm::Function &function) {
  const llvm::StringRef name = function.getName();
  return llvm::any_of(kOfLanes, [&](llvm::StringRef of) { return name.starts_with(of); });
}

void keepArmsApart(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (isOfLanes(function))
      for (llvm::User *user : function.users())
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(user))
          call->addFnAttr(llvm::Attribute::NoMerge);
}

void declareShared(llvm::GlobalVariable &global) {
  const llvm::DataLayout &layout = global.getParent()->getDataLayout();
  if (layout.getTypeAllocSize(global.getValueType()) == 0) {
    global.setInitializer(nullptr);
    global.setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
  const uint64_t bytes = layout.getTypeAllocSize(global.getValueType());
  global.setAlignment(
      std::max(llvm::Align(sharedAlignmentOf(bytes)), global.getAlign().valueOrOne()));
}

std::string rejection(llvm::StringRef name) {
  if (name.consume_front(kLibraryPrefix))
    return "AMD's device library has no function \"" + name.str() + "\"";
  if (name == kAssertFail)
    return "assertions in kernels are not built for AMD's GPUs";
  return "the kernel calls \"" + name.str() + "\", which is not defined";
}

} // namespace

void forgetConclusions(llvm::Function &function) {
  std::vector<std::string> names;
  for (const llvm::Attribute &attribute : function.getAttributes().getFnAttrs())
    if (attribute.isStringAttribute() && (attribute.getKindAsString().starts_with("amdgpu-no-") ||
                                          attribute.getKindAsString() == "amdgpu-lds-size"))
      names.push_back(attribute.getKindAsString().str());
  for (const std::string &name : names)
    function.removeFnAttr(name);
}

void keepApart(llvm::CallInst &added) {
  if (const llvm::Function *callee = added.getCalledFunction(); callee && isOfLanes(*callee))
    added.addFnAttr(llvm::Attribute::NoMerge);
}

void declareAddedShared(llvm::Module &module, const llvm::StringSet<> &before) {
  for (llvm::GlobalVariable &global : module.globals())
    if (global.getAddressSpace() == kSharedSpace && !before.contains(global.getName()))
      declareShared(global);
}

llvm::StringSet<> sharedNames(const llvm::Module &module) {
  llvm::StringSet<> names;
  for (const llvm::GlobalVariable &global : module.globals())
    if (global.getAddressSpace() == kSharedSpace)
      names.insert(global.getName());
  return names;
}

void giveDeviceForm(llvm::Module &module) {
  module.setModuleFlag(llvm::Module::Error, "amdhsa_code_object_version", kCodeObjectVersion);
  for (llvm::Function &function : module) {
    moveVariables(function);
    forgetConclusions(function);
  }
  keepArmsApart(module);
  for (llvm::GlobalVariable &global : module.globals())
    if (global.getAddressSpace() == kSharedSpace)
      declareShared(global);
}

void allowFusedMultiplyAdd(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator>(instruction) &&
          llvm::isa<llvm::FPMathOperator>(instruction))
        instruction.setHasAllowContract(true);
}

void tellBlock(llvm::Function &kernel, const std::array<uint32_t, 3> &block) {
  const std::string threads = std::to_string(uint64_t{block[0]} * block[1] * block[2]);
  kernel.addFnAttr("amdgpu-flat-work-group-size", threads + "," + threads);
  kernel.addFnAttr("uniform-work-group-size", "true");
  llvm::LLVMContext &context = kernel.getContext();
  llvm::SmallVector<llvm::Metadata *, 3> extents;
  for (const uint32_t extent : block)
    extents.push_back(llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), extent)));
  kernel.setMetadata("reqd_work_group_size", llvm::MDNode::get(context, extents));
}

Result<void> checkBodies(const llvm::Module &module) {
  for (const llvm::Function &function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty())
      continue;
    const llvm::StringRef name = function.getName();
    const char *hint = "";
    if (name.starts_with(kLibraryPrefix))
      hint = "a library of another version may have it (PSTUDIO_DEVICE_LIBS)";
    else if (name == kAssertFail)
      hint = "remove them, or run on the target \"cpu\" or \"cuda\"";
    return fail(ErrorCode::Unsupported, rejection(name), locationOfCall(function), hint);
  }
  return {};
}

} // namespace pstudio::amd
