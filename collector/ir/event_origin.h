// SPDX-License-Identifier: Apache-2.0
// Finds the allocation that an event value comes from.
#pragma once

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

#include "collector/ir/proton_dialect.h"

namespace pstudio {

/// All sources of an event value.
struct EventOrigin {
  llvm::SmallSetVector<proton::AllocateEventOp, 2> allocations;
  /// Sources that are no allocation: arguments of the function, results of other operations.
  llvm::SmallVector<mlir::Value> others;

  bool isUnique() const { return allocations.size() == 1 && others.empty(); }
};

/// Follows block arguments, region arguments and results, and arith.select backwards from `event`.
/// Cost: O(values on the paths).
EventOrigin findEventOrigin(mlir::Value event);

} // namespace pstudio
