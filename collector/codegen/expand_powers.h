// SPDX-License-Identifier: Apache-2.0
// Powers with integer exponents, by repeated squaring.
#pragma once

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace pstudio {

/// base^exponent of two scalar integers of one type, as math.ipowi defines it: the product wraps
/// around; a negative exponent gives the power of the truncated quotient 1 / base, which is
/// undefined for base 0. O(number of bits) multiplications.
mlir::Value powerOfInteger(mlir::ImplicitLocOpBuilder &builder, mlir::Value base,
                           mlir::Value exponent);

/// base^exponent of a scalar float and a scalar integer, as math.fpowi defines it: rounded after
/// each multiplication, in the order of compiler-rt's __powisf2; f16 and bf16 in single precision.
mlir::Value powerOfFloat(mlir::ImplicitLocOpBuilder &builder, mlir::Value base,
                         mlir::Value exponent);

} // namespace pstudio
