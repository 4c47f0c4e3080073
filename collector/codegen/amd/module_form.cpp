// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/amd/module_form.h"

#include <algorithm>
#include <string>
#include <vector>

#include "collector/codegen/device_module.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace pstudio::amd {
namespace {

/// "amdhsa_code_object_version" is 100 times the version.
constexpr uint32_t kCodeObjectVersion = 500;
constexpr unsigned kSharedSpace = 3;
constexpr unsigned kPrivateSpace = 5;
/// Lets neighbouring elements be accessed 16 bytes at a time.
constexpr uint64_t kSharedAlignment = 16;

/// What the names of AMD's mathematical functions begin with.
constexpr llvm::StringLiteral kLibraryPrefix = "__ocml_";
constexpr llvm::StringLiteral kAssertFail = "__assertfail";

/// Front ends that know no address spaces put variables into the generic one.
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

/// What lanes that are here do together, and the clocks: one call for both arms of a branch would
/// ask other lanes, and tell the time in front of it.
constexpr llvm::StringLiteral kOfLanes[] = {"llvm.amdgcn.wave.barrier", "llvm.amdgcn.ballot",
                                            "llvm.amdgcn.readfirstlane", "llvm.readcyclecounter",
                                            "llvm.readsteadycounter"};

void keepArmsApart(llvm::Module &module) {
  for (llvm::Function &function : module) {
    const llvm::StringRef name = function.getName();
    if (llvm::none_of(kOfLanes, [&](llvm::StringRef of) { return name.starts_with(of); }))
      continue;
    for (llvm::User *user : function.users())
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(user))
        call->addFnAttr(llvm::Attribute::NoMerge);
  }
}

void declareShared(llvm::GlobalVariable &global) {
  const llvm::DataLayout &layout = global.getParent()->getDataLayout();
  if (layout.getTypeAllocSize(global.getValueType()) == 0) {
    global.setInitializer(nullptr);
    global.setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
  global.setAlignment(std::max(llvm::Align(kSharedAlignment), global.getAlign().valueOrOne()));
}

std::string refusal(llvm::StringRef name) {
  if (name.consume_front(kLibraryPrefix))
    return "no function \"" + name.str() + "\" for AMD's GPUs is known here";
  if (name == kAssertFail)
    return "assertions in kernels are not built for AMD's GPUs";
  return "the kernel calls \"" + name.str() + "\", which nobody defines";
}

} // namespace

void giveDeviceForm(llvm::Module &module) {
  module.addModuleFlag(llvm::Module::Error, "amdhsa_code_object_version", kCodeObjectVersion);
  for (llvm::Function &function : module)
    moveVariables(function);
  keepArmsApart(module);
  for (llvm::GlobalVariable &global : module.globals())
    if (global.getAddressSpace() == kSharedSpace)
      declareShared(global);
}

Result<void> checkBodies(const llvm::Module &module) {
  for (const llvm::Function &function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty())
      continue;
    const bool isMath = function.getName().starts_with(kLibraryPrefix);
    return fail(ErrorCode::Unsupported, refusal(function.getName()), locationOfCall(function),
                isMath
                    ? "exp, exp2, log, log2, log10, sqrt and rsqrt of f32, fma and rounding are; "
                      "write others in terms of these"
                    : "");
  }
  return {};
}

} // namespace pstudio::amd
