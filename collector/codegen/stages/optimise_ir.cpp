// SPDX-License-Identifier: Apache-2.0
// The default pipeline with its analyses; the verifier's message as an error.
#include "collector/codegen/stages/optimise_ir.h"

#include <string>

#include "collector/codegen/llvm/pass_runner.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/LowerMatrixIntrinsics.h"

namespace pstudio {

void lowerMatrices(llvm::Module &module, PassReportBuilder *report) {
  const bool hasMatrices = llvm::any_of(module, [](const llvm::Function &function) {
    return function.isIntrinsic() && function.getName().starts_with("llvm.matrix.");
  });
  if (!hasMatrices)
    return;
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::LowerMatrixIntrinsicsPass()));
  LlvmPassRunner(nullptr, report).run(std::move(passes), module, "lower matrices");
}

void optimiseIr(llvm::Module &module, llvm::TargetMachine &machine, llvm::OptimizationLevel level,
                PassReportBuilder *report) {
  lowerMatrices(module, report);
  LlvmPassRunner runner(&machine, report);
  runner.run(runner.builder().buildPerModuleDefaultPipeline(level), module,
             "optimise (-O" + std::to_string(level.getSpeedupLevel()) + ")");
}

Result<void> verifyIr(const llvm::Module &module, std::string_view what) {
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (llvm::verifyModule(module, &stream))
    return fail(ErrorCode::CompileFailed, std::string(what) + ": " + stream.str());
  return {};
}

} // namespace pstudio
