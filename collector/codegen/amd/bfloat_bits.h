// SPDX-License-Identifier: Apache-2.0
// Conversions between bf16, f32 and f64 as operations on integers.
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace pstudio::amd {

/// What bf16 or a vector of it is in f32. Exact; a NaN keeps its payload.
mlir::Value bfloatToSingle(mlir::ImplicitLocOpBuilder &builder, mlir::Value bfloat);

/// The nearest bf16 of an f32 or of a vector of it, ties to even; overflow is infinite, and a NaN
/// becomes quiet with its sign and the upper bits of its payload, as on the CPU target.
mlir::Value singleToBfloat(mlir::ImplicitLocOpBuilder &builder, mlir::Value single);

/// An f64 or a vector of it in f32, such that singleToBfloat() of it is the nearest bf16 of the
/// f64: what is not exact gets an odd significand ("round to odd").
mlir::Value doubleToOddSingle(mlir::ImplicitLocOpBuilder &builder, mlir::Value number);

} // namespace pstudio::amd
