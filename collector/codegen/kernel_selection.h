// SPDX-License-Identifier: Apache-2.0
// Selection of the part of a file that is compiled: one kernel and its callees.
#pragma once

#include <string_view>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace pstudio {

/// The gpu.module that holds the function `kernel`; null if there is none.
mlir::gpu::GPUModuleOp moduleHolding(mlir::ModuleOp module, std::string_view kernel);

/// Erases the gpu.modules that do not hold `kernel`: they are not compiled, and may contain
/// operations that the target cannot lower.
void dropOtherModules(mlir::ModuleOp module, std::string_view kernel);

/// Erases the gpu.funcs other than `kernel`, and the functions that only they called: their records
/// can be lowered only together with their kernel.
void keepOnlyKernel(mlir::gpu::GPUModuleOp module, std::string_view kernel);

} // namespace pstudio
