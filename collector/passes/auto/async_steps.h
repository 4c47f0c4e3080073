// SPDX-License-Identifier: Apache-2.0
// Where a function tells asynchronous queues something, as steps of their queues.
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
  QueueOperands operands; ///< of the first one
  mlir::Operation *first = nullptr;
  mlir::Operation *last = nullptr;
  /// The wait is part of an operation that is a place of its own: it is over behind it.
  bool isAfter = false;
  /// If given, the step is over where this block begins, not behind `last`.
  mlir::Block *exit = nullptr;
  /// One of them holds in a thread that does it; none: every thread does it.
  llvm::SmallVector<Predicate, 2> predicates;
};

/// The steps of a function, in the order of the text, without those of functions that it calls.
///
/// Operations that issue for one queue, with nothing but arithmetic between them, are one step; so
/// are loops of nothing else (but for counters, where a step ends at the first use of what it
/// loads), what an mbarrier counts behind the announcement of its bytes, and the
/// commit behind the operations of its group, unless these depend on a predicate. A loop that only
/// asks whether a phase is complete is one wait. O(operations).
std::vector<AsyncPlace> findAsyncPlaces(mlir::FunctionOpInterface function,
                                        const Classifiers &classifiers);

/// Which counters a kernel's text waits for itself. Where it does not, compilers do, which no
/// record shows: then operations that a counter counts are left alone, but for those whose only
/// result is in memory. Waits stay, but for those of exports that nobody makes: one instruction is
/// all three.
class KnownCounters {
public:
  void add(llvm::ArrayRef<AsyncPlace> places);
  /// False for a place that tells nothing.
  bool isEncoded(const AsyncPlace &place) const;

private:
  std::array<bool, analysis::kAsyncQueues> m_isWaitedFor{};
  std::array<bool, analysis::kAsyncQueues> m_isCounted{};
};

/// True if `op` does nothing that anybody could wait for or see: arithmetic, fences of warpgroup
/// products.
bool isArithmetic(mlir::Operation *op);

} // namespace pstudio::automode
