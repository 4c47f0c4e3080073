// SPDX-License-Identifier: Apache-2.0
// What a branch controls that threads may take differently.
#pragma once

#include "mlir/IR/Block.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/SetVector.h"

namespace pstudio {

/// The blocks between a branch and the place where all its ways meet again, its immediate
/// post-dominator.
struct DivergentBlocks {
  llvm::SmallSetVector<mlir::Block *, 16> between;
  /// Blocks to which threads may come from different places; the meeting is one.
  llvm::SmallVector<mlir::Block *> joins;
  mlir::Block *meeting = nullptr; ///< null: the ways end in returns
  /// Values made in between and used outside: each thread may have them from another iteration.
  llvm::SmallVector<mlir::Value> leaving;
};

/// For a terminator with several successors. O(operations in the blocks).
DivergentBlocks divergentBlocks(mlir::Operation *terminator,
                                mlir::PostDominanceInfo &postDominance);

} // namespace pstudio
