// SPDX-License-Identifier: Apache-2.0
// The control flow of one function of a generated kernel as basic blocks.
#pragma once

#include <deque>
#include <vector>

#include "tests/collector/generated/kernel_tree.h"

namespace pstudio::test {

/// One step of a block.
struct BlockStep {
  enum class Kind : uint8_t { Leaf, ScopeBegin, ScopeEnd };
  Kind kind = Kind::Leaf;
  const Statement *statement = nullptr;
};

struct BasicBlock {
  std::vector<BlockStep> steps;
  const Condition *condition = nullptr; ///< of a branch; null of a jump and of a return
  uint32_t line = 0;                    ///< of the branch
  /// Of a branch: taken, not taken; of a jump: one; of a return: none.
  std::vector<size_t> successors;
};

/// The first block is the entry, which has no predecessor. Blocks that no path reaches are not in
/// it. Refers to the function.
class FlowGraph {
public:
  explicit FlowGraph(const Function &function);
  FlowGraph(const FlowGraph &) = delete;
  const std::vector<BasicBlock> &blocks() const { return m_blocks; }

private:
  struct Targets {
    size_t latch = 0, exit = 0;
  };
  size_t newBlock();
  void jump(size_t block);
  void add(const Statement &statement);
  void add(const std::vector<Statement> &statements);
  void addLoop(const Statement &loop);
  void addCounter(const Statement &loop, bool isReset);
  void branch(const Statement &statement, size_t taken, size_t notTaken);
  void removeUnreached();

  std::vector<BasicBlock> m_blocks;
  std::deque<Statement> m_counters; ///< what loops do with theirs
  std::vector<Targets> m_loops;
  size_t m_current = 0;
  bool m_isEnded = false; ///< the current block has its end
};

} // namespace pstudio::test
