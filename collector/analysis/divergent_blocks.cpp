// SPDX-License-Identifier: Apache-2.0
// Control dependence between blocks.
#include "collector/analysis/divergent_blocks.h"

#include "mlir/IR/Operation.h"

using namespace mlir;

namespace pstudio {
namespace {

void addLeaving(DivergentBlocks &found) {
  const auto consider = [&](Value value) {
    Region *region = value.getParentRegion();
    const auto leaves = [&](Operation *user) {
      return !found.between.contains(region->findAncestorBlockInRegion(*user->getBlock()));
    };
    if (llvm::any_of(value.getUsers(), leaves))
      found.leaving.push_back(value);
  };
  for (Block *block : found.between) {
    llvm::for_each(block->getArguments(), consider);
    for (Operation &op : *block)
      llvm::for_each(op.getResults(), consider);
  }
}

} // namespace

DivergentBlocks divergentBlocks(Operation *terminator, PostDominanceInfo &postDominance) {
  DivergentBlocks found;
  const auto *node = postDominance.getNode(terminator->getBlock());
  found.meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  SmallVector<Block *> open(terminator->getSuccessors());
  while (!open.empty()) {
    Block *block = open.pop_back_val();
    if (block == found.meeting || !found.between.insert(block))
      continue;
    llvm::append_range(open, block->getSuccessors());
  }
  for (Block *block : found.between)
    if (!block->getSinglePredecessor())
      found.joins.push_back(block);
  if (found.meeting)
    found.joins.push_back(found.meeting);
  addLeaving(found);
  return found;
}

} // namespace pstudio
