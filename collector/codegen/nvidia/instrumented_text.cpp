// SPDX-License-Identifier: Apache-2.0
// Lowers, then prints.
#include "collector/codegen/nvidia/instrumented_text.h"

#include "collector/codegen/nvidia/emit_ptx.h"
#include "collector/foreign/ll_printer.h"
#include "llvm/IR/Module.h"

namespace pstudio::nvidia {

Result<std::string> instrumentedIr(KernelModule &module, std::string_view kernel,
                                   const CompileOptions &options) {
  CompileOptions printed = options;
  printed.compiler = foreign::Compiler::LlvmOfTheText;
  PSTUDIO_TRY_ASSIGN(const LoweredIr lowered, lowerKernel(module, kernel, printed));
  return foreign::printForNewerLlvm(*lowered.module);
}

Result<std::string> instrumentedPtx(KernelModule &module, const std::vector<std::string> &kernels,
                                    const CompileOptions &options) {
  PSTUDIO_TRY_ASSIGN(const LoweredIr lowered, lowerKernel(module, kernels.front(), options));
  PSTUDIO_TRY_ASSIGN(PtxKernel ptx, emitPtx(*lowered.module, kernels, options.architecture,
                                            options.math, module.passReport()));
  return std::move(ptx.text);
}

} // namespace pstudio::nvidia
