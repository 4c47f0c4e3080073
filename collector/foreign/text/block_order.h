// SPDX-License-Identifier: Apache-2.0
// The order of a function's blocks as its source had it.
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

/// Orders the blocks of `function`: those with instructions of the original as the original has
/// them, and each block without one behind the block that it is reached from. Blocks get their
/// names back. O(blocks log blocks).
void orderBlocks(llvm::Function &function, const SourceBlocks &sources);

/// Takes out the blocks that hold nothing but a branch, are none of the original's and were put in
/// because MLIR wants the edges of one branch to lead to different blocks. O(instructions).
void dropEmptyBlocks(llvm::Function &function, const SourceBlocks &sources);

} // namespace pstudio::foreign
