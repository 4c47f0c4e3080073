// SPDX-License-Identifier: Apache-2.0
// Which part of a file is compiled: one kernel, and what it calls.
#pragma once

#include <string_view>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace pstudio {

/// The gpu.module that holds the function `kernel`; null if there is none.
mlir::gpu::GPUModuleOp moduleHolding(mlir::ModuleOp module, std::string_view kernel);

/// Erases the gpu.modules that do not hold `kernel`: they may have what the target cannot lower,
/// and nobody asked for them.
void dropOtherModules(mlir::ModuleOp module, std::string_view kernel);

/// Erases the gpu.funcs other than `kernel`, and the functions that only they called: those may
/// record, which is lowered with their kernel alone.
void keepOnlyKernel(mlir::gpu::GPUModuleOp module, std::string_view kernel);

} // namespace pstudio
