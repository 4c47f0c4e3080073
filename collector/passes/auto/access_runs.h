// SPDX-License-Identifier: Apache-2.0
// Runs: operations of one kind with only arithmetic between them.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SmallVector.h"

#include "collector/classification/operation_classifier.h"

namespace pstudio::automode {

/// The rule by which operations form runs.
struct RunRule {
  /// The activities that make a run; operations of one run have equal activity, label and space.
  /// Of Start only matrix operations.
  llvm::SmallVector<Activity, 3> activities;
  /// An operation, or the arithmetic in between, that uses a result of the run ends it.
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

/// Puts every run of the function into a scope, which is named after the operation and its
/// location. Returns the number of scopes. Counts in `rejected` the runs where no record is
/// allowed.
unsigned markRuns(mlir::FunctionOpInterface function, const Classifiers &classifiers,
                  const RunRule &rule, unsigned &rejected);

} // namespace pstudio::automode
