// SPDX-License-Identifier: Apache-2.0
// More parameters and results for functions and their calls, in func and llvm dialect.
#pragma once

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pstudio {

/// Appends a parameter to those that a func.func or llvm.func names. It has a body; returns the
/// parameter's value there.
mlir::Value appendParameter(mlir::FunctionOpInterface function, mlir::Type type);

/// Appends results of `types` to a func.func or llvm.func, and appends the values of
/// `valuesAt(return)` to each return. An llvm.func with several results returns a struct. Calls of
/// the function must then be rewritten with callWithResults.
void appendResults(mlir::FunctionOpInterface function, mlir::TypeRange types,
                   llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Operation *)> valuesAt);

/// Operands of a call that its callee names; more may follow if the callee is variadic.
size_t namedOperandCount(mlir::CallOpInterface call);

/// Replaces a call by one with more operands and with results of `types` after its results. Returns
/// the new results. The old call is erased.
llvm::SmallVector<mlir::Value>
callWithResults(mlir::CallOpInterface call, mlir::ValueRange moreOperands, mlir::TypeRange types);

} // namespace pstudio
