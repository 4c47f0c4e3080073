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

/// Appends results of `types` to a func.func or llvm.func, and to each return what
/// `valuesAt(return)` makes. An llvm.func with several results returns a struct. Its calls must
/// then go through callWithResults.
void appendResults(mlir::FunctionOpInterface function, mlir::TypeRange types,
                   llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Operation *)> valuesAt);

/// Operands of a call that its callee names; more may follow if the callee is variadic.
size_t namedOperandCount(mlir::CallOpInterface call);

/// Replaces a call by one with more operands and, behind the results that it has, results of
/// `types`, which are returned. The old call is gone afterwards.
llvm::SmallVector<mlir::Value>
callWithResults(mlir::CallOpInterface call, mlir::ValueRange moreOperands, mlir::TypeRange types);

} // namespace pstudio
