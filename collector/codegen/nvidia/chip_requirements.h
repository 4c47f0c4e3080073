// SPDX-License-Identifier: Apache-2.0
// Operations that not every chip has.
#pragma once

#include "collector/codegen/nvidia/architecture.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace pstudio::nvidia {

/// Unsupported, with the operation, its source location and the architecture that has it, if
/// something in `root` does not exist on `architecture`. LLVM would end the process, or print PTX
/// that the driver rejects with a line of text that nobody wrote.
Result<void> checkChipHas(mlir::Operation *root, const Architecture &architecture);

} // namespace pstudio::nvidia
