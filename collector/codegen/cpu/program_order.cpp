// SPDX-License-Identifier: Apache-2.0
// Orders blocks: one region after the other, each as a unit of the region around it.
#include "collector/codegen/cpu/program_order.h"

#include <algorithm>

#include "collector/codegen/cpu/loop_regions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/CFG.h"

namespace pstudio::cpu {
namespace {

using Block = llvm::BasicBlock;

/// A block or, within the region around it, a whole region.
struct Node {
  Block *block = nullptr;
  uint32_t region = kNoRegion; ///< not kNoRegion: that region

  const Block *key() const { return block; }
};

class Orderer {
public:
  Orderer(llvm::Function &function, ProgramOrder &order) : m_function(function), m_order(order) {}

  void run() { emit(kNoRegion, &m_function.getEntryBlock()); }

private:
  uint32_t parentOf(uint32_t region) const { return m_order.regions[region].parent; }

  /// The node of `around` that contains the block, or none.
  Node nodeOf(Block *block, uint32_t around) const {
    const auto found = m_order.regionOf.find(block);
    uint32_t region = found == m_order.regionOf.end() ? kNoRegion : found->second;
    if (region == around)
      return {block, kNoRegion};
    while (region != kNoRegion && parentOf(region) != around)
      region = parentOf(region);
    return region == kNoRegion ? Node() : Node{m_order.regions[region].header, region};
  }

  /// Nodes of `around` that control flows to, without the next iteration of `around`.
  llvm::SmallVector<Node, 4> successorsOf(const Node &node, uint32_t around) const {
    const Block *header = around == kNoRegion ? nullptr : m_order.regions[around].header;
    llvm::SmallVector<Node, 4> result;
    const auto addSuccessors = [&](Block *from) {
      for (Block *to : llvm::successors(from)) {
        const Node next = to == header ? Node() : nodeOf(to, around);
        if (next.block && next.block != node.block)
          result.push_back(next);
      }
    };
    if (node.region == kNoRegion)
      addSuccessors(node.block);
    else
      for (Block *block : m_order.regions[node.region].blocks)
        addSuccessors(block);
    return result;
  }

  /// Depth first, the last successor first, so that the first one comes first in the order.
  std::vector<Node> reversePostOrder(const Node &start, uint32_t around) const {
    struct Frame {
      Node node;
      llvm::SmallVector<Node, 4> left; ///< successors to visit, from the back
    };
    std::vector<Node> finished;
    llvm::DenseSet<const Block *> seen{start.key()};
    std::vector<Frame> stack{{start, successorsOf(start, around)}};
    while (!stack.empty()) {
      Frame &frame = stack.back();
      if (frame.left.empty()) {
        finished.push_back(frame.node);
        stack.pop_back();
        continue;
      }
      const Node next = frame.left.pop_back_val();
      if (seen.insert(next.key()).second)
        stack.push_back({next, successorsOf(next, around)});
    }
    std::reverse(finished.begin(), finished.end());
    return finished;
  }

  void emit(uint32_t region, Block *start) {
    for (const Node &node : reversePostOrder({start, kNoRegion}, region))
      if (node.region == kNoRegion)
        m_order.blocks.push_back(node.block);
      else
        emit(node.region, node.block);
  }

  llvm::Function &m_function;
  ProgramOrder &m_order;
};

} // namespace

ProgramOrder orderOf(llvm::Function &function) {
  ProgramOrder order;
  order.regions = findLoopRegions(function);
  for (uint32_t region = 0; region < order.regions.size(); ++region)
    for (const Block *block : order.regions[region].blocks)
      order.regionOf[block] = region; // inner regions come later
  Orderer(function, order).run();
  return order;
}

} // namespace pstudio::cpu
