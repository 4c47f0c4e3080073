// SPDX-License-Identifier: Apache-2.0
// Code that all lanes of a warp execute together, and values that are the same in all of them.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

#include "collector/analysis/lane_values.h"

namespace pstudio {

/// A sound approximation for one kernel and all functions that it calls: a value reported as
/// uniform is uniform if the lanes of a warp reconverge after every divergent branch, as compilers
/// for GPUs ensure. Instructions that end some lanes (`exit` of inline PTX) make all code
/// divergent.
///
/// Values are followed bit by bit (LaneBits), through structured and unstructured control flow,
/// until no fact changes. A branch or a structured operation that lanes may take differently makes
/// the code that it controls divergent: the regions of the operation, or the blocks between the
/// branch and its immediate post-dominator (all blocks that the branch reaches if there is none).
/// Values that leave such code may differ between lanes although each lane computed them in the
/// same way.
///
/// A function is analysed once for all its calls: the facts of an argument hold for all callers,
/// and the function is divergent if one of its calls is. Its return values are the results of every
/// call. The results of a call are unknown if the callee is not named or has no body.
class WarpUniformity {
public:
  /// `lanes` of a warp: a power of two.
  WarpUniformity(mlir::gpu::GPUFuncOp kernel, const BlockShape &block,
                 uint32_t lanes = kLanesPerWarp);

  /// The branch or structured operation that may have some lanes of a warp execute `op` without the
  /// others; null if there is none. `op` is in the kernel or in a function that it calls.
  mlir::Operation *divergenceAt(mlir::Operation *op) const;
  /// True if all lanes that execute `value` are proven to have the same value. Also true for code
  /// that is never reached.
  bool isUniform(mlir::Value value) const { return !isVarying(value); }
  /// True if lanes of a warp may leave a loop after different iterations. Lanes that left it may
  /// run ahead of the others on NVIDIA's GPUs, also in code that all of them execute: ptxas yields
  /// in loops that wait, which releases the lanes at the end of the loop.
  bool hasDivergentLoop() const { return m_hasDivergentLoop; }
  /// The kernel, and the functions that it calls.
  llvm::ArrayRef<mlir::FunctionOpInterface> functions() const { return m_functions; }

private:
  /// Visits every operation once; true if a fact changed.
  bool visitAll();
  void visit(mlir::Operation *op);
  /// Visits an operation without regions and successors that is no call of a function of the
  /// module.
  void visitPlain(mlir::Operation *op);
  void visitStructured(mlir::Operation *op);
  /// The facts of a variable on the stack are the join of the facts of all values stored to it.
  /// True if `op` is such a variable, or a load or store of one.
  bool visitVariable(mlir::Operation *op);
  /// Adds `step` to the facts of `counter` until they no longer change, for any number of
  /// iterations.
  void learnSteps(mlir::Value counter, mlir::Value step);
  void visitBranch(mlir::Operation *terminator);
  void visitCall(mlir::CallOpInterface call, mlir::FunctionOpInterface callee);
  /// If only some lanes execute `exit`, the others continue without them: all code is divergent.
  void visitExit(mlir::Operation *exit);
  bool mayDiverge(mlir::Operation *structured);
  void diverge(mlir::Operation *terminator);
  void visitSuccessors(mlir::Operation *structured, bool isDivergent,
                       llvm::SmallPtrSetImpl<void *> &fed);
  /// `perLane`: each lane may come from another place.
  void flow(mlir::ValueRange from, mlir::ValueRange to, bool perLane);
  void learn(mlir::Value value, const LaneBits &bits, bool perLane = false);
  /// Null while the value is not reached.
  const LaneBits *known(mlir::Value value) const;
  bool isVarying(mlir::Value value) const;

  llvm::SmallVector<mlir::FunctionOpInterface> m_functions; ///< grows as calls are met
  BlockShape m_block;
  uint32_t m_lanes;
  bool m_hasChanged = false;
  bool m_hasDivergentLoop = false;
  /// The facts of a value, and the number of the change that last updated them.
  struct Knowledge {
    LaneBits bits;
    uint64_t change = 0;
  };
  llvm::DenseMap<mlir::Value, Knowledge> m_bits;
  uint64_t m_changes = 0; ///< number of changes of facts so far
  /// Operations of visitPlain(), each with the number of changes before its last visit: it is
  /// visited again only if an operand has changed since. Most are visited once.
  llvm::DenseMap<mlir::Operation *, uint64_t> m_visitedAt;
  /// Structured operations whose regions are divergent.
  llvm::DenseSet<mlir::Operation *> m_divergent;
  /// Functions with a divergent call, each with the branch that makes it so.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> m_divergentFunctions;
  /// Divergent blocks, each with the branch that makes it so.
  llvm::DenseMap<mlir::Block *, mlir::Operation *> m_divergentBlocks;
  /// Blocks whose arguments may come from different places for different lanes.
  llvm::DenseSet<mlir::Block *> m_joins;
  llvm::DenseSet<mlir::Operation *> m_divergentBranches;
  mlir::PostDominanceInfo m_postDominance; ///< of the regions met so far
};

} // namespace pstudio
