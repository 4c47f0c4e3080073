// SPDX-License-Identifier: Apache-2.0
// The functions of a module that record, for passes that turn annotations into stores.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pstudio {

/// Visits the functions of `module` that have a body, each with the segment that its records go to:
/// the one that it allocates at its entry or takes over from its caller, or null if it records
/// nothing.
void forEachRecordingFunction(
    mlir::gpu::GPUModuleOp module,
    llvm::function_ref<void(mlir::FunctionOpInterface, mlir::Value segment)> visit);

} // namespace pstudio
