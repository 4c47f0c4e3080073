// SPDX-License-Identifier: Apache-2.0
// Events that functions take from their callers as arguments.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include "collector/ir/call_graph.h"
#include "collector/ir/proton_dialect.h"

namespace pstudio {

/// Which records are made of events that a caller allocated, over all calls of a module. Such a
/// record learns at run time which event it is: the argument is its id.
///
/// An event may be handed on from function to function, and different calls may hand over different
/// events; on each way there must be a proton.allocate_event at its end. Functions do not return
/// events.
class EventHandles {
public:
  /// Rejects a record of an argument to which a call passes something else than an event, with a
  /// note at that call. `calls` must have been checked. O(operations).
  static mlir::FailureOr<EventHandles> run(const CallGraph &calls);

  /// True if the event of the record is an argument of its function.
  bool isHandle(proton::EventOp record) const { return m_handles.contains(record); }
  /// The records that other functions make of an event.
  llvm::ArrayRef<proton::EventOp> recordsElsewhere(proton::AllocateEventOp allocation) const;
  /// True for a function that makes such a record, or calls one that does.
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
