// SPDX-License-Identifier: Apache-2.0
// Operations of a function on asynchronous queues, as steps of these queues.
#pragma once

#include <array>
#include <vector>

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SmallVector.h"

#include "collector/ir/predicate.h"
#include "collector/classification/operation_classifier.h"

namespace pstudio::automode {

using analysis::AsyncStep;
using analysis::isCounter;

/// One step, done by [first, last], which are in one block.
struct AsyncPlace {
  AsyncQueue queue = AsyncQueue::CopyGroup;
  AsyncStep step = AsyncStep::Issue;
  llvm::StringRef label; ///< "cp.async", "wgmma", "mbarrier"
  uint32_t pending = 0;
  uint32_t count = 1;     ///< Issue of a counter: instructions
  bool isCopy = false;    ///< Issue: it copies from memory to memory
  bool isMatrix = false;  ///< Issue of an mbarrier: matrix operations
  QueueOperands operands; ///< of the first one
  mlir::Operation *first = nullptr;
  mlir::Operation *last = nullptr;
  /// The wait is part of an operation that has another place. Its records follow `last`.
  bool isAfter = false;
  /// If given, the step ends where this block begins, not after `last`.
  mlir::Block *exit = nullptr;
  /// Predicates of the step: it is done in a thread where one of them holds. Empty: every thread
  /// does it.
  llvm::SmallVector<Predicate, 2> predicates;
};

/// The steps of a function, in the order of the text, without those of functions that it calls.
///
/// Operations that issue for one queue, with only arithmetic between them, are one step. One step
/// are also: loops of nothing else (except for counters, where a step ends at the first use of a
/// loaded value); the operations that an mbarrier counts after the expect_tx of their bytes; the
/// operations before a commit on an mbarrier (tcgen05), from the first one after which the commit's
/// operands are known; and the commit together with the operations of its group, unless these
/// depend on a predicate. A loop that only polls a phase is one wait. O(operations).
std::vector<AsyncPlace> findAsyncPlaces(mlir::FunctionOpInterface function,
                                        const Classifiers &classifiers);

/// The counters for which a kernel has explicit waits. For other counters the compiler inserts the
/// waits, which no record shows. Operations of such counters are not recorded, except those whose
/// only result is in memory. Waits are recorded, except those for the export counter in a kernel
/// without exports: one instruction waits for all three counters.
class KnownCounters {
public:
  void add(llvm::ArrayRef<AsyncPlace> places);
  /// False for a place that gives no information and is not recorded.
  bool isEncoded(const AsyncPlace &place) const;

private:
  std::array<bool, analysis::kAsyncQueues> m_isWaitedFor{};
  std::array<bool, analysis::kAsyncQueues> m_isCounted{};
};

/// True if `op` has no effect that a thread waits for or observes: arithmetic, fences of warpgroup
/// products.
bool isArithmetic(mlir::Operation *op);

} // namespace pstudio::automode
