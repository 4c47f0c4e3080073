// SPDX-License-Identifier: Apache-2.0
// The order in which the diverged lanes of a warp execute the blocks of a function.
#pragma once

#include <cstdint>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Function.h"

namespace pstudio::cpu {

inline constexpr uint32_t kNoRegion = 0xffffffff;

/// A loop (LLVM's cycle, also one with several entries), with the blocks of its breaks: those that
/// only lanes execute which leave the loop before its usual exit. Lanes that leave in different
/// iterations execute the blocks of a break separately, and join after them.
struct LoopRegion {
  uint32_t parent = kNoRegion; ///< index of the innermost region around it, less than its own
  llvm::BasicBlock *header = nullptr;
  std::vector<llvm::BasicBlock *> loop;   ///< without the blocks of breaks, in function order
  std::vector<llvm::BasicBlock *> blocks; ///< with them, in function order
};

/// Blocks and loops of a function in the order of execution.
struct ProgramOrder {
  /// The reachable blocks: each before those that it branches to, except for branches back to the
  /// header of a loop; the blocks of a region are contiguous.
  std::vector<llvm::BasicBlock *> blocks;
  std::vector<LoopRegion> regions;
  llvm::DenseMap<const llvm::BasicBlock *, uint32_t> regionOf; ///< innermost; others have none
};

/// A function of the control flow of the kernel: blocks that instrumentation adds on edges, and
/// records in blocks, do not change the order of others. O(blocks x loops).
ProgramOrder orderOf(llvm::Function &function);

} // namespace pstudio::cpu
