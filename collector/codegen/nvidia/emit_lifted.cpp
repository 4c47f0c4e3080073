// SPDX-License-Identifier: Apache-2.0
// LLVM's code generation, less the passes that change code which is good already.
#include "collector/codegen/nvidia/emit_lifted.h"

#include "collector/codegen/nvidia/memory_order.h"
#include "collector/codegen/nvidia/ptx_name.h"
#include "collector/codegen/nvidia/shared_memory.h"
#include "collector/codegen/nvidia/target_machine.h"
#include "collector/codegen/stages/device_module.h"
#include "collector/codegen/stages/generate_code.h"
#include "collector/codegen/stages/llvm_messages.h"
#include "collector/codegen/stages/optimise_ir.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace pstudio::nvidia {

Result<std::string> emitLifted(llvm::Module &module, std::string_view kernel,
                               const Architecture &architecture, PassReportBuilder *report) {
  PSTUDIO_TRY_ASSIGN(const auto machine, targetMachine(architecture, SharedPointers::Long, false,
                                                       CodeGeneration::Faithful));
  module.setTargetTriple(machine->getTargetTriple().str());
  module.setDataLayout(machine->createDataLayout());
  const llvm::Function *function = module.getFunction(kernel);
  if (!function || function->isDeclaration())
    return fail(ErrorCode::InvalidInput, "the module has no function " + std::string(kernel));
  LlvmMessages messages(module.getContext());
  keepOnly(module, {std::string(kernel)});
  keepLanesTogether(module);
  llvm::StripDebugInfo(module); // .loc stands in the text of the assembly
  PSTUDIO_TRY(verifyIr(module, "the kernel became malformed LLVM IR"));
  useValidNames(module);
  declareGlobals(module);
  lowerMemoryOrder(module);
  PSTUDIO_TRY(messages.check());
  PSTUDIO_TRY_ASSIGN(std::string text, generateAssembly(module, *machine, IrLanguage::Ptx,
                                                        "print PTX", report, CodePasses::Faithful));
  PSTUDIO_TRY(messages.check());
  return text;
}

} // namespace pstudio::nvidia
