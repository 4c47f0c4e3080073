// SPDX-License-Identifier: Apache-2.0
// The static operations that a function records: ids, kinds and parents, or diagnostics for invalid
// records.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include "collector/ir/proton_gpu_dialect.h"

namespace pstudio {

class EventHandles;

/// One scope, event, value or asynchronous step; its index in ScopeAnalysis::operations() is its
/// id.
struct ScopeOperation {
  proton_gpu::OperationKind kind = proton_gpu::OperationKind::Scope;
  mlir::StringAttr name;
  int32_t parent = -1; ///< id of the innermost scope that always encloses it, or -1
  mlir::Operation *definition = nullptr; ///< the first start record, the allocation of the event,
                                         ///< the value, or the first record of the step
};

/// The operations of one function.
///
/// A scope is a set of start and end records of one name that belong together on some path: two
/// ends in the branches of an `if` close one scope, but a name that is closed and started again is
/// a second operation (it has a source location of its own; views group by name). Its parent is the
/// innermost scope that is open at each of its starts and never closed while it is open, so
/// crossing scopes are not parents of each other. The parent of an event is the innermost scope
/// that is open at its allocation, that of a value or step the one open at its (first) record. Ids
/// follow the order of the definitions in the text.
class ScopeAnalysis {
public:
  /// Analyses `function`. If records are invalid, every affected scope or event gets one error at
  /// its source location, with notes at the other records, and the result is failure. Records of
  /// events that callers allocate (`handles`) have no id here.
  static mlir::FailureOr<ScopeAnalysis> run(mlir::Operation *function, const EventHandles &handles);

  llvm::ArrayRef<ScopeOperation> operations() const { return m_operations; }

  /// The id of a record, an event record, a value, a step or an allocation. None if control never
  /// reaches a record: it records nothing.
  std::optional<uint32_t> idOf(mlir::Operation *op) const;

  /// The id of the innermost scope that is open at a call on every path, -1 if there is none. None
  /// if control never reaches the call.
  std::optional<int32_t> parentOfCall(mlir::Operation *call) const;

private:
  friend class ScopeAnalysisBuilder;
  std::vector<ScopeOperation> m_operations;
  llvm::DenseMap<mlir::Operation *, uint32_t> m_ids;
  llvm::DenseMap<mlir::Operation *, int32_t> m_callParents;
};

} // namespace pstudio
