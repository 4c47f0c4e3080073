// SPDX-License-Identifier: Apache-2.0
// Asynchronous operations that complete in order of their groups: events from issue to wait.
#pragma once

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/ArrayRef.h"

#include "collector/passes/auto/operation_classifier.h"

namespace pstudio::automode {

/// Adds events for the queues of those kinds in one function; passes.td, proton-mark-async, says
/// which. Returns how many events were allocated, and counts in `refused` the queues that cannot be
/// followed: their issues or waits are in other functions, or where no record may stand.
unsigned markQueues(mlir::FunctionOpInterface function, const Classifiers &classifiers,
                    llvm::ArrayRef<Queue> kinds, unsigned &refused);

} // namespace pstudio::automode
