// SPDX-License-Identifier: Apache-2.0
// Restores the order of a function's blocks in its source.
#pragma once

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace pstudio::foreign {

/// Restored instruction -> the block that it was in, in the original.
using SourceBlocks = llvm::DenseMap<const llvm::Instruction *, const llvm::BasicBlock *>;

/// Orders the blocks of `function`. Blocks with instructions of the original have the order of the
/// original; a block without any follows its predecessor. Restores the names of blocks. O(blocks
/// log blocks).
void orderBlocks(llvm::Function &function, const SourceBlocks &sources);

/// Removes blocks that contain only a branch, are not in the original, and exist because MLIR
/// requires the edges of one branch to lead to different blocks. O(instructions).
void dropEmptyBlocks(llvm::Function &function, const SourceBlocks &sources);

} // namespace pstudio::foreign
