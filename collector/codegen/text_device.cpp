// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/text_device.h"

#include "collector/codegen/kernel_module.h"
#include "collector/foreign/foreign_module.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

namespace pstudio {
namespace {

bool isOfClang(const llvm::Module &module) {
  const llvm::NamedMDNode *producers = module.getNamedMetadata("llvm.ident");
  if (!producers)
    return false;
  return llvm::any_of(producers->operands(), [](const llvm::MDNode *node) {
    const auto *text = node->getNumOperands() == 0
                           ? nullptr
                           : llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(0));
    return text && text->getString().contains("clang");
  });
}

} // namespace

TextDevice textDeviceOf(const KernelModule &module) {
  TextDevice device;
  if (!module.foreign())
    return device;
  const llvm::Module &text = module.foreign()->llvmModule();
  device.isAmd = llvm::Triple(text.getTargetTriple()).isAMDGCN();
  device.processor = module.targetCpu().value_or("");
  device.isOfClang = isOfClang(text);
  bool isWave32 = false;
  for (const std::string &name : module.kernels())
    if (const llvm::Function *kernel = text.getFunction(name)) {
      const llvm::StringRef features = kernel->getFnAttribute("target-features").getValueAsString();
      (features.contains("+wavefrontsize64") ? device.isWave64 : isWave32) = true;
    }
  device.isMixed = device.isWave64 && isWave32;
  return device;
}

} // namespace pstudio
