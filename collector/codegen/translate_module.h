// SPDX-License-Identifier: Apache-2.0
// Translates LLVM dialect to LLVM IR; MLIR's translation crashes for operations with wrong types.
#pragma once

#include <memory>
#include <string_view>

#include "core/base/result.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace pstudio {

/// `module` as LLVM IR with the name `name`, in `context`. The translations of its dialects are
/// registered. CompileFailed with MLIR's message, or with the operation at which the translation
/// crashes and its place.
Result<std::unique_ptr<llvm::Module>>
translateModule(mlir::Operation *module, llvm::LLVMContext &context, std::string_view name);

} // namespace pstudio
