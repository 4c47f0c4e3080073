// SPDX-License-Identifier: Apache-2.0
// The remainder of floats in integer arithmetic.
#pragma once

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace pstudio {

/// arith.remf of two scalars of f16, bf16, f32 or f64: exact, with the sign of x; NaN for an
/// infinite x or a zero y. A loop of one step for each 40 bits (f64: 11) by which the exponents
/// differ.
mlir::Value remainder(mlir::ImplicitLocOpBuilder &builder, mlir::Value x, mlir::Value y);

} // namespace pstudio
