// SPDX-License-Identifier: Apache-2.0
// Lowers, then gives the parts that records added their form, and prints.
#include "collector/codegen/to_amd/instrumented_text.h"

#include "collector/codegen/amd/module_form.h"
#include "collector/codegen/to_amd/compile_foreign.h"
#include "collector/foreign/foreign_module.h"
#include "collector/foreign/text/ll_printer.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"

namespace pstudio::amd {
namespace {

/// Number of parameters of each function.
llvm::StringMap<size_t> parametersIn(const llvm::Module &module) {
  llvm::StringMap<size_t> counts;
  for (const llvm::Function &function : module)
    counts[function.getName()] = function.arg_size();
  return counts;
}

} // namespace

Result<std::string> instrumentedIr(KernelModule &module, std::string_view chip,
                                   const std::array<uint32_t, 3> &block) {
  PSTUDIO_TRY(checkForeignFile(module));
  const std::optional<AmdChip> known = amdChipNamed(chip);
  if (!known)
    return fail(ErrorCode::Unsupported, "records are not written for " + std::string(chip));
  CompileOptions options;
  options.architecture = {std::string(chip.substr(0, chip.find('+'))), *known};
  options.block = block;
  const llvm::Module &before = module.foreign()->llvmModule();
  const llvm::StringSet<> shared = sharedNames(before);
  const llvm::StringMap<size_t> parameters = parametersIn(before);
  PSTUDIO_TRY_ASSIGN(const foreign::ForeignModule::Exported lowered,
                     lowerForeign(module, options, foreign::Compiler::LlvmOfTheText));
  // Functions with records have a further parameter.
  for (llvm::Function &function : *lowered.module)
    if (const auto own = parameters.find(function.getName());
        own != parameters.end() && own->second != function.arg_size())
      forgetConclusions(function);
  for (llvm::CallInst *call : lowered.addedCalls)
    keepApart(*call);
  declareAddedShared(*lowered.module, shared);
  return foreign::printForNewerLlvm(*lowered.module);
}

} // namespace pstudio::amd
