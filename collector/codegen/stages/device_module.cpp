// SPDX-License-Identifier: Apache-2.0
// Linkage, convergence, debug information.
#include "collector/codegen/stages/device_module.h"

#include <algorithm>
#include <string_view>

#include "collector/codegen/llvm/pass_runner.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

namespace pstudio {

namespace {

bool isOneOf(const llvm::Function &function, const std::vector<std::string> &kernels) {
  return std::ranges::find(kernels, std::string_view(function.getName())) != kernels.end();
}

/// Removes what !nvvm.annotations states of other functions. LLVM 19's NVPTX back end keeps a
/// module's annotations by the address of the function: a function that the optimiser makes in the
/// memory of a removed kernel would be printed as an entry.
void dropOtherAnnotations(llvm::Module &module, const std::vector<std::string> &kernels) {
  llvm::NamedMDNode *all = module.getNamedMetadata("nvvm.annotations");
  if (!all)
    return;
  const llvm::SmallVector<llvm::MDNode *> nodes(all->operands());
  all->clearOperands();
  for (llvm::MDNode *node : nodes) {
    const auto *function =
        node->getNumOperands() == 0
            ? nullptr
            : llvm::mdconst::dyn_extract_or_null<llvm::Function>(node->getOperand(0));
    if (!function || isOneOf(*function, kernels))
      all->addOperand(node);
  }
}

} // namespace

void keepOnly(llvm::Module &module, const std::vector<std::string> &kernels) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || isOneOf(function, kernels))
      continue;
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    if (!function.hasFnAttribute(llvm::Attribute::NoInline))
      function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
  dropOtherAnnotations(module, kernels);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::GlobalDCEPass());
  LlvmPassRunner(nullptr, nullptr).run(std::move(passes), module, "remove other kernels");
}

void keepLanesTogether(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (!function.isIntrinsic())
      function.setConvergent();
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && call->isInlineAsm())
        call->setConvergent();
  }
}

void keepOnlyLines(llvm::Module &module) {
  llvm::DebugInfoFinder found;
  found.processModule(module);
  llvm::NamedMDNode *units = module.getNamedMetadata("llvm.dbg.cu");
  if (!units)
    return;
  units->clearOperands();
  for (llvm::DICompileUnit *unit : found.compile_units()) {
    if (unit->getEmissionKind() == llvm::DICompileUnit::NoDebug) { // of messages only
      units->addOperand(unit);
      continue;
    }
    auto *lines = llvm::DICompileUnit::getDistinct(
        module.getContext(), unit->getSourceLanguage(), unit->getFile(), unit->getProducer(),
        /*IsOptimized=*/true, unit->getFlags(), 0, "", llvm::DICompileUnit::DebugDirectivesOnly,
        nullptr, nullptr, nullptr, nullptr, nullptr, 0, true, false,
        llvm::DICompileUnit::DebugNameTableKind::None, false, "", "");
    units->addOperand(lines);
    for (llvm::DISubprogram *function : found.subprograms())
      if (function->getUnit() == unit)
        function->replaceUnit(lines);
  }
}

std::string locationOf(const llvm::Instruction &instruction) {
  const llvm::DILocation *location = instruction.getDebugLoc().get();
  if (!location)
    return {};
  std::string file = location->getFilename().str();
  if (!location->getDirectory().empty() && !file.starts_with("/"))
    file = location->getDirectory().str() + "/" + file;
  return file + ":" + std::to_string(location->getLine()) + ":" +
         std::to_string(location->getColumn());
}

std::string locationOfCall(const llvm::Function &function) {
  for (const llvm::User *user : function.users()) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    if (std::string location = call ? locationOf(*call) : std::string(); !location.empty())
      return location;
  }
  return {};
}

} // namespace pstudio
