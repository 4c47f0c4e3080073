// SPDX-License-Identifier: Apache-2.0
// Propagation of facts about threads over control flow and calls, for MLIR's data-flow solver.
#pragma once

#include <optional>

#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

#include "collector/analysis/divergent_blocks.h"
#include "collector/analysis/thread_facts.h"

namespace pstudio {

/// Facts about one value: the join over all its sources, and the size of the groups of threads that
/// are proven to have it from one source. Empty while the value is not reached.
class AddressLattice : public mlir::dataflow::AbstractSparseLattice {
public:
  using AbstractSparseLattice::AbstractSparseLattice;

  /// Null while the value is not reached.
  const ThreadFacts *facts() const { return m_limited ? &*m_limited : nullptr; }
  mlir::ChangeResult join(const AbstractSparseLattice &other) override;
  mlir::ChangeResult join(const ThreadFacts &facts);
  /// Threads of different groups may have the value from different places.
  mlir::ChangeResult limit(const PerDimension &groups);
  void print(llvm::raw_ostream &stream) const override;

private:
  mlir::ChangeResult update(const std::optional<ThreadFacts> &joined);

  std::optional<ThreadFacts> m_joined;
  std::optional<ThreadFacts> m_limited;
  PerDimension m_groups{};
};

/// Calls of each function that is only ever called by name from the same module.
class CallSites {
public:
  explicit CallSites(mlir::Operation *top);
  /// Empty if `function` may be called from elsewhere.
  llvm::ArrayRef<mlir::CallOpInterface> of(mlir::Operation *function) const;

private:
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::CallOpInterface>> m_calls;
};

/// Facts along definitions, block arguments, regions and calls. Functions of a module of kernels
/// are called only from that module, independent of their visibility.
class AddressPropagation : public mlir::dataflow::SparseForwardDataFlowAnalysis<AddressLattice> {
public:
  AddressPropagation(mlir::DataFlowSolver &solver, const ThreadArithmetic &arithmetic,
                     const CallSites &calls);

  void visitOperation(mlir::Operation *op, llvm::ArrayRef<const AddressLattice *> operands,
                      llvm::ArrayRef<AddressLattice *> results) override;
  void visitNonControlFlowArguments(mlir::Operation *op, const mlir::RegionSuccessor &successor,
                                    llvm::ArrayRef<AddressLattice *> arguments,
                                    unsigned firstIndex) override;
  void setToEntryState(AddressLattice *lattice) override;

private:
  void enter(AddressLattice *lattice, mlir::BlockArgument argument);
  void count(mlir::Operation *loop, mlir::Block &body, unsigned index, AddressLattice *lattice);

  const ThreadArithmetic &m_arithmetic;
  const CallSites &m_calls;
};

/// Limits the facts of joins that threads may reach on different paths: results of structured
/// operations, arguments of blocks, results of calls, values that leave loops.
class ThreadDivergence : public mlir::DataFlowAnalysis {
public:
  ThreadDivergence(mlir::DataFlowSolver &solver, const CallSites &calls);

  mlir::LogicalResult initialize(mlir::Operation *top) override;
  mlir::LogicalResult visit(mlir::ProgramPoint point) override;

private:
  void visitStructured(mlir::Operation *op);
  void visitBranch(mlir::Operation *terminator);
  /// Groups of threads for which all the values are the same.
  PerDimension constancy(mlir::Operation *user, mlir::ValueRange values);
  void limit(mlir::ValueRange values, const PerDimension &groups);
  const DivergentBlocks &blocksOf(mlir::Operation *terminator);

  const CallSites &m_calls;
  mlir::PostDominanceInfo m_postDominance;
  llvm::DenseMap<mlir::Operation *, DivergentBlocks> m_blocks;
};

} // namespace pstudio
