// SPDX-License-Identifier: Apache-2.0
// Operations of one kind that follow each other with nothing but arithmetic in between.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SmallVector.h"

#include "collector/classification/operation_classifier.h"

namespace pstudio::automode {

/// How operations are put into runs.
struct RunRule {
  /// The activities that make a run; operations of one run have equal activity, label and space.
  llvm::SmallVector<Activity, 3> activities;
  /// An operation, or the arithmetic in between, that needs a result of the run ends it.
  bool endsAtUse = true;
};

struct OperationRun {
  mlir::Operation *first = nullptr;
  mlir::Operation *last = nullptr; ///< in the same block, not before first
  Effect effect;                   ///< of the first one
};

/// All runs in a function, in the order of the text. O(operations).
llvm::SmallVector<OperationRun> findRuns(mlir::FunctionOpInterface function,
                                         const Classifiers &classifiers, const RunRule &rule);

/// Puts every run of the function into a scope that is named after what it does and where. Returns
/// how many, and counts in `rejected` those where no record may stand.
unsigned markRuns(mlir::FunctionOpInterface function, const Classifiers &classifiers,
                  const RunRule &rule, unsigned &rejected);

} // namespace pstudio::automode
