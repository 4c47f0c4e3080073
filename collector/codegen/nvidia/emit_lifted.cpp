// SPDX-License-Identifier: Apache-2.0
// LLVM's code generation, less the passes that change code which is good already.
#include "collector/codegen/nvidia/emit_lifted.h"

#include "collector/codegen/nvidia/print_ptx.h"
#include "collector/codegen/nvidia/target_machine.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace pstudio::nvidia {

Result<std::string> emitLifted(llvm::Module &module, std::string_view kernel,
                               const Architecture &architecture, PassReportBuilder *report) {
  PSTUDIO_TRY_ASSIGN(const auto machine, targetMachine(architecture, SharedPointers::Long, false,
                                                       CodeGeneration::Faithful));
  const std::vector<std::string> kernels{std::string(kernel)};
  PSTUDIO_TRY(setMachine(module, *machine, kernels));
  return printPtx(module, *machine, kernels, CodePasses::Faithful, report);
}

} // namespace pstudio::nvidia
