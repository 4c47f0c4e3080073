// SPDX-License-Identifier: Apache-2.0
// Finds kernels that launch kernels.
#pragma once

#include "core/base/result.h"
#include "mlir/IR/BuiltinOps.h"

namespace pstudio {

/// Unsupported, with the place of the launch, if the body of a gpu.launch or a function of a
/// gpu.module launches a kernel, itself or in a function that it calls. The module need not be
/// verified: MLIR's verifier reports such a launch in other terms.
Result<void> checkNestedLaunches(mlir::ModuleOp module);

} // namespace pstudio
