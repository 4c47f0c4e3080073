// SPDX-License-Identifier: Apache-2.0
// Memory spaces that kernels may allocate in.
#pragma once

#include "core/base/result.h"
#include "mlir/IR/BuiltinOps.h"

namespace pstudio {

/// Unsupported, with type and place, for a memref.alloca outside of private and workgroup memory and
/// for a memref.alloc in workgroup memory, in the functions of a gpu.module: no target has them.
Result<void> checkKernelAllocations(mlir::ModuleOp module);

} // namespace pstudio
