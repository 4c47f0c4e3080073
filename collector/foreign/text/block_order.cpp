// SPDX-License-Identifier: Apache-2.0
// Blocks are sorted by the number of their source block; other blocks get the number of their
// predecessor.
#include "collector/foreign/text/block_order.h"

#include <algorithm>
#include <vector>

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace pstudio::foreign {
namespace {

/// Number of each block of the function that `block` is in.
llvm::DenseMap<const llvm::BasicBlock *, size_t> numberBlocks(const llvm::BasicBlock &block) {
  llvm::DenseMap<const llvm::BasicBlock *, size_t> numbers;
  for (const llvm::BasicBlock &other : *block.getParent())
    numbers.try_emplace(&other, numbers.size());
  return numbers;
}

/// True if an edge from `before` to `after` may replace the path through `between`.
bool mayJoin(const llvm::BasicBlock &before, const llvm::BasicBlock &between,
             const llvm::BasicBlock &after) {
  return llvm::all_of(after.phis(), [&](const llvm::PHINode &phi) {
    const int known = phi.getBasicBlockIndex(&before);
    return known < 0 || phi.getIncomingValue(static_cast<unsigned>(known)) ==
                            phi.getIncomingValueForBlock(&between);
  });
}

struct Place {
  llvm::BasicBlock *block;
  size_t number;
};

} // namespace

void orderBlocks(llvm::Function &function, const SourceBlocks &sources) {
  llvm::DenseMap<const llvm::BasicBlock *, size_t> numbers; // of the original's blocks
  llvm::DenseMap<const llvm::BasicBlock *, size_t> placed;  // of this function's blocks
  llvm::DenseSet<const llvm::BasicBlock *> named;
  std::vector<Place> places;
  size_t last = 0;
  for (llvm::BasicBlock &block : function) {
    const auto restored = std::ranges::find_if(
        block, [&](const llvm::Instruction &i) { return sources.contains(&i); });
    if (restored != block.end()) {
      const llvm::BasicBlock *source = sources.lookup(&*restored);
      if (numbers.empty())
        numbers = numberBlocks(*source);
      last = numbers.lookup(source);
      if (!block.hasName() && named.insert(source).second)
        block.setName(source->getName());
    } else if (const llvm::BasicBlock *before = block.getUniquePredecessor();
               before && placed.contains(before)) {
      last = placed.lookup(before);
    }
    placed[&block] = last;
    places.push_back({&block, last});
  }
  std::ranges::stable_sort(places, {}, &Place::number);
  llvm::BasicBlock *previous = nullptr;
  for (const Place &place : places) {
    // The entry stays the entry: it is the first in both.
    if (previous)
      place.block->moveAfter(previous);
    previous = place.block;
  }
}

void dropEmptyBlocks(llvm::Function &function, const SourceBlocks &sources) {
  for (llvm::BasicBlock &block : llvm::make_early_inc_range(function)) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    llvm::BasicBlock *before = block.getUniquePredecessor();
    if (!before || !branch || branch->isConditional() || sources.contains(branch) ||
        !sources.contains(before->getTerminator()))
      continue;
    llvm::FoldSingleEntryPHINodes(&block);
    if (block.size() != 1)
      continue;
    llvm::BasicBlock *after = branch->getSuccessor(0);
    if (!mayJoin(*before, block, *after))
      continue;
    after->replacePhiUsesWith(&block, before);
    before->getTerminator()->replaceSuccessorWith(&block, after);
    block.eraseFromParent();
  }
}

} // namespace pstudio::foreign
