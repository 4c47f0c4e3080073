// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/cpu/merged_loops.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace pstudio::cpu {
namespace {

using Block = llvm::BasicBlock;
using Latches = llvm::SmallVector<Block *, 8>;

/// `from` and what control reaches from it within one iteration of the loop.
llvm::DenseSet<Block *> following(Block *from, const llvm::Loop &loop) {
  llvm::DenseSet<Block *> found{from};
  Latches open{from};
  while (!open.empty())
    for (Block *next : llvm::successors(open.pop_back_val()))
      if (next != loop.getHeader() && loop.contains(next) && found.insert(next).second)
        open.push_back(next);
  return found;
}

/// The latches of the loop around the loop that `loop` begins with; none if there is no such loop.
Latches outerLatches(const llvm::Loop &loop, const llvm::PostDominatorTree &tree) {
  Latches all;
  loop.getLoopLatches(all);
  if (all.size() < 2)
    return {};
  const auto *node = tree.getNode(loop.getHeader());
  for (node = node ? node->getIDom() : nullptr; node; node = node->getIDom()) {
    if (!node->getBlock() || !loop.contains(node->getBlock()))
      return {};
    const llvm::DenseSet<Block *> after = following(node->getBlock(), loop);
    Latches outer;
    for (Block *latch : all)
      if (after.contains(latch))
        outer.push_back(latch);
    if (!outer.empty() && outer.size() < all.size())
      return outer;
  }
  return {};
}

/// Whether a loop was found and separated.
bool separateOne(llvm::Function &function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  const llvm::PostDominatorTree postDominators(function);
  for (const llvm::Loop *loop : loops.getLoopsInPreorder()) {
    Latches before = outerLatches(*loop, postDominators);
    if (before.empty())
      continue;
    for (Block *entry : llvm::predecessors(loop->getHeader()))
      if (!loop->contains(entry) && !llvm::is_contained(before, entry))
        before.push_back(entry);
    return llvm::SplitBlockPredecessors(loop->getHeader(), before, ".outer") != nullptr;
  }
  return false;
}

} // namespace

void separateMergedLoops(llvm::Function &function) {
  while (separateOne(function))
    ;
}

} // namespace pstudio::cpu
