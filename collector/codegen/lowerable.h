// SPDX-License-Identifier: Apache-2.0
// What no target can lower, refused by name before a lowering fails at it.
#pragma once

#include "core/base/result.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace pstudio {

/// Unsupported for an assertion (cf.assert) in a gpu.module in `root`, with its place and what
/// to do: a kernel cannot end its process, and upstream's lowering would call abort().
Result<void> checkIsLowerable(mlir::Operation *root);

} // namespace pstudio
