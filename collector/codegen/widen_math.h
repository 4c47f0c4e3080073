// SPDX-License-Identifier: Apache-2.0
// Mathematical functions of types that hardware and libraries have no functions for.
#pragma once

#include <memory>

#include "mlir/IR/Types.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir {
class Operation;
class Pass;
} // namespace mlir

namespace pstudio {

/// `type`, a scalar or a vector, with elements of type `element`.
mlir::Type withElement(mlir::Type type, mlir::Type element);

/// Makes `op` compute in f32: operands and results of the types that `isNarrow` accepts are
/// converted by arith.extf before it and arith.truncf after it. Attributes stay.
void computeInSingle(mlir::Operation *op, llvm::function_ref<bool(mlir::Type)> isNarrow);

/// On a gpu.module: operations of the math dialect on f16 and bf16, scalars and vectors, but for
/// math.fma, are computed in f32, and every result is rounded to its type. As upstream's
/// math-legalize-to-f32, which lets the next fold drop the rounding between two functions, and does
/// not terminate on a module with a masked reduction of f16 (LLVM 19).
std::unique_ptr<mlir::Pass> createWidenMathPass();

} // namespace pstudio
