// SPDX-License-Identifier: Apache-2.0
// What the passes that turn one kind of annotation into stores share.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include "collector/ir/proton_dialect.h"
#include "collector/ir/proton_gpu_dialect.h"

namespace pstudio {

/// Visits the functions of `module` that have a body, each with the segment that its records go to:
/// the one that it allocates at its entry or takes over from its caller, or null if it records
/// nothing.
void forEachRecordingFunction(
    mlir::gpu::GPUModuleOp module,
    llvm::function_ref<void(mlir::FunctionOpInterface, mlir::Value segment)> visit);

/// Puts a read of the counter and a store of one record in the place of `annotation`, under the id
/// that proton-assign-operations gave it; without an id, which means that control never reaches it,
/// it is only erased. `key` and `condition` may be null.
void replaceByStore(mlir::Operation *annotation, proton_gpu::RecordKind kind, mlir::Value key,
                    mlir::Value segment, mlir::Value condition = {});

/// The same for a record of `value`, i32 or i64.
void replaceByStoreOfValue(mlir::Operation *annotation, mlir::Value value, mlir::Value segment);

/// The same for a record of an access.
void replaceByStoreOfAccess(proton::AccessOp access, mlir::Value segment);

/// Puts a count of the bin that the address lies in there instead.
void replaceByCount(proton::AccessOp access, proton::CountedAttr counted, mlir::Value segment);

/// The same for a record of an event that only its value tells.
void replaceByStoreOf(mlir::Value event, mlir::Operation *annotation, proton_gpu::RecordKind kind,
                      mlir::Value key, mlir::Value segment);

} // namespace pstudio
