// SPDX-License-Identifier: Apache-2.0
// The option `block` that several passes take.
#pragma once

#include "collector/analysis/lane_values.h"

namespace pstudio {

/// The threads of a CTA from the option's numbers. Fails, with an error at `op`, unless they are
/// three of at least 1.
mlir::FailureOr<BlockShape> readBlock(mlir::Operation *op, llvm::ArrayRef<uint32_t> numbers);

} // namespace pstudio
