// SPDX-License-Identifier: Apache-2.0
// The state space that a generic pointer, or a memref without memory space, refers to.
#pragma once

#include <optional>

#include "mlir/Analysis/DataFlow/SparseAnalysis.h"

#include "collector/analysis/access_operands.h"
#include "collector/analysis/address_dataflow.h"

namespace pstudio {

/// The space of one value: nothing while no definition reaches it. A value that is no address
/// (`NotAddress`: numbers, null) joins any space; two different spaces join to Generic.
class SpaceLattice : public mlir::dataflow::AbstractSparseLattice {
public:
  using AbstractSparseLattice::AbstractSparseLattice;
  enum class State : uint8_t { Unreached, NotAddress, Known };

  State state() const { return m_state; }
  /// The space of an address; nullopt for others.
  std::optional<AccessSpace> space() const {
    return m_state == State::Known ? std::optional(m_space) : std::nullopt;
  }
  mlir::ChangeResult join(const AbstractSparseLattice &other) override;
  mlir::ChangeResult join(AccessSpace space);
  mlir::ChangeResult joinNotAddress();
  void print(llvm::raw_ostream &stream) const override;

private:
  State m_state = State::Unreached;
  AccessSpace m_space = AccessSpace::Generic;
};

/// Propagates spaces from allocations, variables, arguments of kernels and pointers with an address
/// space along casts, address arithmetic, selections, block arguments, calls and stack variables
/// that hold pointers. A pointer that was loaded from memory is Generic: its space is known only
/// when the kernel runs. Arguments of kernels refer to global memory, as drivers pass nothing else;
/// those passed by value are private.
class SpacePropagation : public mlir::dataflow::SparseForwardDataFlowAnalysis<SpaceLattice> {
public:
  SpacePropagation(mlir::DataFlowSolver &solver, const CallSites &calls);

  void visitOperation(mlir::Operation *op, llvm::ArrayRef<const SpaceLattice *> operands,
                      llvm::ArrayRef<SpaceLattice *> results) override;
  void setToEntryState(SpaceLattice *lattice) override;

private:
  void enter(SpaceLattice *lattice, mlir::BlockArgument argument);
  /// Joins the spaces of the operands `sources` of `op`.
  void pass(mlir::Operation *op, llvm::ArrayRef<const SpaceLattice *> operands,
            llvm::ArrayRef<unsigned> sources, SpaceLattice *result);
  /// Joins the spaces of the values stored to the stack variable from which `op` loads a pointer;
  /// false for other operations.
  bool visitVariable(mlir::Operation *op, llvm::ArrayRef<SpaceLattice *> results);

  const CallSites &m_calls;
};

/// The spaces of all values below one operation, without further analyses. Valid as long as the IR
/// is not changed. O(operations).
class PointerSpaces {
public:
  explicit PointerSpaces(mlir::Operation *top);
  /// Generic if only the running kernel can determine it.
  AccessSpace spaceOf(mlir::Value address) const;

private:
  CallSites m_calls;
  mlir::DataFlowSolver m_solver;
};

/// The result of SpacePropagation for a value; Generic for a value that is no known address.
AccessSpace spaceIn(const mlir::DataFlowSolver &solver, mlir::Value address);

/// The space that the type names; Generic for generic pointers and integers, nullopt for types that
/// are no addresses. A memref without memory space is Generic here.
std::optional<AccessSpace> spaceOfType(mlir::Type type);

} // namespace pstudio
