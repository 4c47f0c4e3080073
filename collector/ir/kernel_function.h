// SPDX-License-Identifier: Apache-2.0
// Kernel functions of every input dialect: gpu.func and llvm.func.
#pragma once

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pstudio {

/// True for a function that the host launches: a gpu.func with the attribute `kernel`, an llvm.func
/// with `gpu.kernel`, `nvvm.kernel` or `rocdl.kernel` or the calling convention of a kernel.
bool isKernelFunction(mlir::Operation *function);

/// Visits every operation with which `function` returns to its caller, in the order of the text.
void forEachReturn(mlir::FunctionOpInterface function,
                   llvm::function_ref<void(mlir::Operation *)> visit);

} // namespace pstudio
