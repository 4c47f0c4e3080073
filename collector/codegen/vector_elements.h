// SPDX-License-Identifier: Apache-2.0
// Operations on vectors as operations on their elements.
#pragma once

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pstudio {

/// The result of `compute` for scalar operands; for others a vector of `result`'s shape with the
/// result for their elements at each place. The operands have one shape of any rank,
/// `result` is the type of the whole. O(number of elements).
mlir::Value elementwise(
    mlir::ImplicitLocOpBuilder &builder, mlir::Type result, mlir::ValueRange operands,
    llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &, mlir::ValueRange)> compute);

} // namespace pstudio
