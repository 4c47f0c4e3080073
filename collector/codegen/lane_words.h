// SPDX-License-Identifier: Apache-2.0
// Values of any type as the 32-bit words that a shuffle moves.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace pstudio {

/// Another lane's `value`: gpu.shuffle of `mode` and `offset` (i32) among the first `lanes` lanes.
/// The type is an integer, a float, or a vector of one dimension of those, of any width; one
/// shuffle for each 32 bits. The result in a lane without a source is undefined.
mlir::Value shuffled(mlir::ImplicitLocOpBuilder &builder, mlir::Value value,
                     mlir::gpu::ShuffleMode mode, mlir::Value offset, uint32_t lanes);

} // namespace pstudio
