// SPDX-License-Identifier: Apache-2.0
// An instrumented kernel of LLVM IR on its way back to LLVM IR, whoever makes the GPU.
#pragma once

#include "collector/codegen/kernel_module.h"
#include "collector/foreign/foreign_module.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Module;
} // namespace llvm

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace pstudio {

/// Unsupported if `module` says that it is for something else than `architecture` ("nvptx64",
/// "amdgcn"), with what it says and `vendor`, whose GPUs the code is wanted for. A module that says
/// nothing passes.
Result<void> checkTriple(const llvm::Module &module, std::string_view architecture,
                         const std::string &vendor);

/// LLVM IR of all kernels of `module`, which was read from LLVM IR: its own instructions as they
/// were, records as the passes that `build` adds lower them. The module is consumed. CompileFailed
/// with the source location of the operation that is to blame; Unsupported, with the place of the
/// call, if `compiler` is the installed LLVM and does not support an intrinsic.
Result<foreign::ForeignModule::Exported>
lowerForeign(KernelModule &module, foreign::Compiler compiler,
             llvm::function_ref<void(mlir::OpPassManager &)> build);

/// Tells a kernel of LLVM IR what its launches are known to pass: alignment as an attribute, a
/// multiple as an assumption, one as the constant. A fact that does not fit its parameter is left
/// out.
void applyFacts(llvm::Module &module, std::string_view kernel, const ArgumentFacts &facts);

} // namespace pstudio
