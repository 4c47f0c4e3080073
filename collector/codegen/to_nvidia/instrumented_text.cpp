// SPDX-License-Identifier: Apache-2.0
// Lowers, then prints.
#include "collector/codegen/to_nvidia/instrumented_text.h"

#include "collector/codegen/nvidia/emit_lifted.h"
#include "collector/codegen/nvidia/emit_ptx.h"
#include "collector/codegen/nvidia/shared_memory.h"
#include "collector/foreign/foreign_module.h"
#include "collector/foreign/text/ll_printer.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"

namespace pstudio::nvidia {
namespace {

/// Shared memory of the text. Empty for MLIR.
llvm::StringSet<> sharedNames(const KernelModule &module) {
  llvm::StringSet<> names;
  if (const foreign::ForeignModule *text = module.foreign())
    for (const llvm::GlobalVariable &global : text->llvmModule().globals())
      if (isSharedBuffer(global))
        names.insert(global.getName());
  return names;
}

} // namespace

Result<std::string> instrumentedIr(KernelModule &module, std::string_view kernel,
                                   const CompileOptions &options) {
  CompileOptions printed = options;
  printed.compiler = foreign::Compiler::LlvmOfTheText;
  const llvm::StringSet<> before = sharedNames(module);
  PSTUDIO_TRY_ASSIGN(const LoweredIr lowered, lowerKernel(module, kernel, printed));
  const bool hasAdded =
      llvm::any_of(lowered.module->globals(), [&before](const llvm::GlobalVariable &global) {
        return isSharedBuffer(global) && !before.contains(global.getName());
      });
  if (hasAdded)
    alignDynamicArrays(*lowered.module);
  return foreign::printForNewerLlvm(*lowered.module);
}

Result<std::string> instrumentedPtx(KernelModule &module, const std::vector<std::string> &kernels,
                                    const CompileOptions &options) {
  PSTUDIO_TRY_ASSIGN(const LoweredIr lowered, lowerKernel(module, kernels.front(), options));
  PSTUDIO_TRY_ASSIGN(PtxKernel ptx, emitPtx(*lowered.module, kernels, options.architecture,
                                            options.math, module.passReport()));
  return std::move(ptx.text);
}

Result<std::string> instrumentedLifted(KernelModule &module, std::string_view kernel,
                                       const CompileOptions &options) {
  PSTUDIO_TRY_ASSIGN(const LoweredIr lowered, lowerKernel(module, kernel, options));
  return emitLifted(*lowered.module, kernel, options.architecture, module.passReport());
}

} // namespace pstudio::nvidia
