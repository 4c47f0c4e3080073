// SPDX-License-Identifier: Apache-2.0
// Which scopes may be open at a point of a function: a forward data-flow analysis over all its
// control flow.
#pragma once

#include <vector>

#include "mlir/Analysis/DataFlow/DenseAnalysis.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

#include "collector/ir/proton_dialect.h"

namespace pstudio {

/// Possible states of one scope name at one point, over all paths to it.
struct NameState {
  /// True if on some path to the point the scope is closed (or was never opened).
  bool maybeClosed = true;
  /// Start records that may be the open one here, in the order of discovery.
  llvm::SmallSetVector<mlir::Operation *, 2> starts;

  bool mustBeOpen() const { return !maybeClosed; }
  bool mayBeOpen() const { return !starts.empty(); }
};

/// The state of every name that may be open; a name that is absent is closed.
class ScopeStates : public mlir::dataflow::AbstractDenseLattice {
public:
  using AbstractDenseLattice::AbstractDenseLattice;

  /// False until the solver finds a path to the point.
  bool isReached() const { return m_reached; }
  /// The state of a name, open or not.
  const NameState &of(mlir::StringAttr name) const;

  /// Every name that may be open, in no particular order.
  const llvm::DenseMap<mlir::StringAttr, NameState> &openNames() const { return m_names; }

  mlir::ChangeResult markReached();
  mlir::ChangeResult join(const AbstractDenseLattice &other) override;
  /// Becomes `before` with the effect of `record`.
  mlir::ChangeResult joinAfter(const ScopeStates &before, proton::RecordOp record);
  void print(llvm::raw_ostream &os) const override;

private:
  mlir::ChangeResult joinName(mlir::StringAttr name, const NameState &other);

  bool m_reached = false;
  llvm::DenseMap<mlir::StringAttr, NameState> m_names;
};

/// Solves ScopeStates for one function. Cost: O(operations * distinct open names), times the
/// nesting of loops.
class ScopeStateSolver {
public:
  /// Fails only if the data-flow framework fails.
  static mlir::FailureOr<std::unique_ptr<ScopeStateSolver>> run(mlir::Operation *function);

  /// The states just before `op`; nullptr if control never reaches `op`.
  const ScopeStates *before(mlir::Operation *op) const;

private:
  ScopeStateSolver();
  mlir::DataFlowSolver m_solver;
};

} // namespace pstudio
