// SPDX-License-Identifier: Apache-2.0
// Operations that may take long: loops, waits, calls.
#pragma once

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

#include "collector/classification/operation_classifier.h"

namespace pstudio {

/// True of an operation whose region may be repeated.
bool isLoop(mlir::Operation *op);

/// True of inline assembly after which not all lanes may go on to the next operation.
bool mayLeave(mlir::Operation *op);

/// Decides which operations may take any time. Operations that it was used on must not be erased
/// while it exists, and functions must not change. [thread: one]
class LongOperations {
public:
  /// A wait that other threads end: a barrier, an mbarrier, a poll. Waits for groups of copies and
  /// products end by themselves. O(1).
  bool mayNotEnd(mlir::Operation *op) const;

  /// The operation alone, without those in its regions: a loop, a wait that others end, assembly
  /// that branches, a call of a function that contains one of these or is not known. Functions
  /// without a body, which are those of the device's library, take no time worth mentioning.
  /// O(operations of functions that it calls), once for each function.
  bool mayTakeLong(mlir::Operation *op);

private:
  bool isLongFunction(mlir::Operation *function);

  automode::Classifiers m_classifiers;
  llvm::DenseMap<mlir::Operation *, bool> m_isLongFunction;
};

} // namespace pstudio
