// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/nvidia/print_ptx.h"

#include "collector/codegen/nvidia/memory_order.h"
#include "collector/codegen/nvidia/ptx_name.h"
#include "collector/codegen/nvidia/shared_memory.h"
#include "collector/codegen/stages/device_module.h"
#include "collector/codegen/stages/llvm_messages.h"
#include "collector/codegen/stages/optimise_ir.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace pstudio::nvidia {

Result<void> setMachine(llvm::Module &module, const llvm::TargetMachine &machine,
                        const std::vector<std::string> &kernels) {
  module.setTargetTriple(machine.getTargetTriple().str());
  module.setDataLayout(machine.createDataLayout());
  for (const std::string &kernel : kernels) {
    const llvm::Function *function = module.getFunction(kernel);
    if (!function || function->isDeclaration())
      return fail(ErrorCode::InvalidInput, "the module has no function " + kernel);
  }
  return {};
}

Result<std::string> printPtx(llvm::Module &module, llvm::TargetMachine &machine,
                             const std::vector<std::string> &kernels, CodePasses passes,
                             PassReportBuilder *report, llvm::function_ref<void()> optimise) {
  const LlvmMessages messages(module.getContext());
  keepOnly(module, kernels);
  keepLanesTogether(module);
  if (passes == CodePasses::Faithful)
    llvm::StripDebugInfo(module); // .loc is in the text of the assembly
  else
    keepOnlyLines(module);
  PSTUDIO_TRY(verifyIr(module, "the kernel became malformed LLVM IR"));
  useValidNames(module);
  declareGlobals(module);
  lowerMemoryOrder(module);
  if (optimise)
    optimise();
  PSTUDIO_TRY(messages.check());
  PSTUDIO_TRY_ASSIGN(std::string text, generateAssembly(module, machine, IrLanguage::Ptx,
                                                        "print PTX", report, passes));
  PSTUDIO_TRY(messages.check());
  return text;
}

} // namespace pstudio::nvidia
