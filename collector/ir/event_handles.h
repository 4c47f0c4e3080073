// SPDX-License-Identifier: Apache-2.0
// Events that functions take from their callers as arguments.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include "collector/ir/call_graph.h"
#include "collector/ir/proton_dialect.h"

namespace pstudio {

/// The records of events that a caller allocated, over all calls of a module. Such a record gets
/// the id of its event at run time: the argument is the id.
///
/// A function may pass an event on to other functions, and different calls may pass different
/// events. On each call path a proton.allocate_event must define the event. Functions do not return
/// events.
class EventHandles {
public:
  /// Rejects a record of an argument if a call passes a value that is no event, with a note at that
  /// call. `calls` must have passed CallGraph::check(). O(operations).
  static mlir::FailureOr<EventHandles> run(const CallGraph &calls);

  /// True if the event of the record is an argument of its function.
  bool isHandle(proton::EventOp record) const { return m_handles.contains(record); }
  /// The records that other functions make of an event.
  llvm::ArrayRef<proton::EventOp> recordsElsewhere(proton::AllocateEventOp allocation) const;
  /// True for a function with a record for which isHandle() holds, or that calls such a function.
  bool recordsForCallers(mlir::FunctionOpInterface function) const {
    return m_functions.contains(function);
  }

private:
  friend class EventHandlesBuilder;
  using Records = llvm::SmallVector<proton::EventOp>;
  llvm::DenseSet<mlir::Operation *> m_handles;
  llvm::DenseSet<mlir::Operation *> m_functions;
  llvm::DenseMap<mlir::Operation *, Records> m_elsewhere; ///< by allocation
};

} // namespace pstudio
