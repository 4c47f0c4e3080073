// SPDX-License-Identifier: Apache-2.0
// Checks of the rules for scope and event records; violations are diagnostics.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

#include "collector/ir/event_handles.h"
#include "collector/ir/proton_dialect.h"
#include "collector/ir/scope_states.h"

namespace pstudio {

/// The proton operations of one function in the order of its text.
struct ProtonOperations {
  llvm::SmallVector<proton::RecordOp> records;
  llvm::SmallVector<proton::AllocateEventOp> allocations;
  llvm::SmallVector<proton::EventOp> events;
  llvm::SmallVector<proton::ValueOp> values;
  llvm::SmallVector<proton::AsyncOp> steps;
  llvm::SmallVector<proton::AccessOp> accesses;
  llvm::SmallVector<mlir::Operation *>
      returns; ///< terminators of the function's own blocks that leave it
};
ProtonOperations collectProtonOperations(mlir::Operation *function);

/// Rejects records inside an operation whose control flow is unknown.
mlir::LogicalResult checkPlaces(mlir::Operation *function, const ProtonOperations &operations);

/// Rejects scopes that are unclosed, unopened, started or closed twice, or closed before they
/// start: one error per name. Warns of records that control never reaches.
mlir::LogicalResult checkScopes(mlir::Operation *function, const ProtonOperations &operations,
                                const ScopeStateSolver &states);

/// Finds the allocation of each event record except those of `handles`. Rejects records without a
/// unique allocation, and events that are started and never ended or ended and never started. Warns
/// of events without records, and of incomplete events that other functions also record.
mlir::FailureOr<llvm::DenseMap<mlir::Operation *, proton::AllocateEventOp>>
checkEvents(const ProtonOperations &operations, const EventHandles &handles);

} // namespace pstudio
