// SPDX-License-Identifier: Apache-2.0
// Blocks that a divergent branch controls.
#pragma once

#include "mlir/IR/Block.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/SetVector.h"

namespace pstudio {

/// The blocks between a branch and its immediate post-dominator, where all its paths rejoin.
struct DivergentBlocks {
  llvm::SmallSetVector<mlir::Block *, 16> between;
  /// Blocks that threads may enter from different predecessors; `meeting` is one of them.
  llvm::SmallVector<mlir::Block *> joins;
  mlir::Block *meeting = nullptr; ///< null: the paths end in returns
  /// Values defined in `between` and used outside: each thread may have them from another
  /// iteration.
  llvm::SmallVector<mlir::Value> leaving;
};

/// For a terminator with several successors. O(operations in the blocks).
DivergentBlocks divergentBlocks(mlir::Operation *terminator,
                                mlir::PostDominanceInfo &postDominance);

} // namespace pstudio
