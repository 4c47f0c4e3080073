// SPDX-License-Identifier: Apache-2.0
// Where the lanes of a warp are together, and which values they agree upon.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

#include "collector/ir/lane_values.h"

namespace pstudio {

/// A sound approximation for one kernel: what is called uniform is uniform, if the lanes of a warp
/// come together again behind every divergent branch, as compilers for GPUs see to.
///
/// Values are followed bit by bit (LaneBits), through structured and unstructured control flow,
/// until nothing changes. A branch, or a structured operation, that lanes may take differently
/// makes divergent what it controls: the regions of the operation; the blocks between a branch and
/// its immediate post-dominator, all that it reaches if there is none. Values that leave such a
/// place may differ between lanes although each lane computed them alike.
class WarpUniformity {
public:
  WarpUniformity(mlir::gpu::GPUFuncOp kernel, const BlockShape &block);

  /// The branch or structured operation that may have some lanes of a warp execute `op` without the
  /// others; null if there is none.
  mlir::Operation *divergenceAt(mlir::Operation *op) const;

private:
  /// Visits every operation once; true if something new was learnt.
  bool visitAll();
  void visit(mlir::Operation *op);
  void visitStructured(mlir::Operation *op);
  void visitBranch(mlir::Operation *terminator);
  bool mayDiverge(mlir::Operation *structured);
  void diverge(mlir::Operation *terminator);
  void visitSuccessors(mlir::Operation *structured, bool isDivergent,
                       llvm::SmallPtrSetImpl<void *> &fed);
  /// `perLane`: each lane may come from another place.
  void flow(mlir::ValueRange from, mlir::ValueRange to, bool perLane);
  void learn(mlir::Value value, const LaneBits &bits, bool perLane = false);
  /// Null while nothing is known of the value: it was not reached.
  const LaneBits *known(mlir::Value value) const;
  bool isVarying(mlir::Value value) const;

  mlir::gpu::GPUFuncOp m_kernel;
  BlockShape m_block;
  bool m_hasChanged = false;
  llvm::DenseMap<mlir::Value, LaneBits> m_bits;
  /// Structured operations whose regions are divergent.
  llvm::DenseSet<mlir::Operation *> m_divergent;
  /// Divergent blocks, each with the branch that makes it so.
  llvm::DenseMap<mlir::Block *, mlir::Operation *> m_divergentBlocks;
  /// Blocks whose arguments may come from different places for different lanes.
  llvm::DenseSet<mlir::Block *> m_joins;
  llvm::DenseSet<mlir::Operation *> m_divergentBranches;
};

} // namespace pstudio
