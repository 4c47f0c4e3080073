// SPDX-License-Identifier: Apache-2.0
// How many slots a kernel may write, as far as its control flow tells.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace pstudio {

/// True unless no path through the kernel can store more than `slots` records of one slot: then a
/// ring never wraps and needs no mask. Records in loops may be stored any number of times.
bool mayWrap(mlir::gpu::GPUFuncOp kernel, uint32_t slots);

} // namespace pstudio
