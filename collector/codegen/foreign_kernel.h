// SPDX-License-Identifier: Apache-2.0
// Lowers an instrumented kernel that was read from LLVM IR back to LLVM IR, for the GPUs of any
// vendor.
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

/// Unsupported if the target triple of `module` is not for `architecture` ("nvptx64", "amdgcn").
/// The message has the triple and `vendor`, the vendor of the GPUs to compile for. A module without
/// a triple passes.
Result<void> checkTriple(const llvm::Module &module, std::string_view architecture,
                         const std::string &vendor);

/// LLVM IR of all kernels of `module`, which was read from LLVM IR: the original instructions, and
/// records as the passes that `build` adds lower them. The module is consumed. CompileFailed with
/// the source location of the operation that failed; Unsupported, with the place of the call, if
/// `compiler` is the installed LLVM and does not support an intrinsic.
Result<foreign::ForeignModule::Exported>
lowerForeign(KernelModule &module, foreign::Compiler compiler,
             llvm::function_ref<void(mlir::OpPassManager &)> build);

/// Adds facts about the arguments of launches to a kernel of LLVM IR: an alignment as an attribute,
/// a divisor as an assumption, the value 1 as a constant. A fact that does not fit its parameter is
/// omitted.
void applyFacts(llvm::Module &module, std::string_view kernel, const ArgumentFacts &facts);

} // namespace pstudio
