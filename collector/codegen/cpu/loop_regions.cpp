// SPDX-License-Identifier: Apache-2.0
// Finds the usual exit of each loop and the blocks that only other exits lead to.
#include "collector/codegen/cpu/loop_regions.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "collector/codegen/cpu/markers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

namespace pstudio::cpu {
namespace {

using Block = llvm::BasicBlock;
using BlockSet = llvm::DenseSet<const Block *>;

/// Whether the instruction has an effect that the kernel has without instrumentation.
bool isEffect(const llvm::Instruction &instruction) {
  return instruction.mayHaveSideEffects() && !instruction.isTerminator() &&
         !isInstrumentationCall(instruction) && calledMarker(instruction) != markers::kAdvance;
}

bool hasEffect(const Block &block) {
  return std::any_of(block.begin(), block.end(), isEffect);
}

/// True if the block contains no instruction of the kernel: an empty one, or one of records alone.
bool isAdded(const Block &block) {
  return std::all_of(block.begin(), block.end(), [](const llvm::Instruction &instruction) {
    return instruction.isTerminator() || isInstrumentationCall(instruction) ||
           instruction.isDebugOrPseudoInst();
  });
}

/// The part of a function that contains a loop: a region, or the whole function.
struct Surroundings {
  const BlockSet *blocks = nullptr; ///< null: all
  const Block *header = nullptr;    ///< of that region; entering it again is its next iteration

  bool contains(const Block *block) const { return !blocks || blocks->contains(block); }
};

/// An edge out of a loop, and the first block of an effect that it leads to: instrumentation splits
/// edges.
struct Exit {
  const Block *from = nullptr;
  const Block *to = nullptr;
  const Block *target = nullptr;
};

/// Adds the blocks of breaks to one loop.
class BreakFinder {
public:
  BreakFinder(const llvm::Cycle &cycle, const Surroundings &around,
              const llvm::DenseMap<const Block *, uint32_t> &numbers)
      : m_cycle(cycle), m_around(around), m_numbers(numbers) {}

  BlockSet find() {
    findExits();
    const Block *usual = m_exits.empty() ? nullptr : usualTarget();
    if (!usual)
      return {};
    const Exit &join = usualExit(usual);
    BlockSet joined, left;
    reach(join.to, joined);
    for (const Exit &exit : m_exits)
      if (exit.to != join.to)
        reach(exit.to, left);
    BlockSet breaks;
    for (const Block *block : left)
      if (!joined.contains(block))
        breaks.insert(block);
    removeEnteredFromOutside(breaks);
    return breaks;
  }

private:
  void findExits() {
    for (const Block *block : m_cycle.blocks())
      for (const Block *successor : llvm::successors(block))
        if (!m_cycle.contains(successor) && m_around.contains(successor))
          m_exits.push_back({block, successor, targetOf(successor)});
  }

  const Block *targetOf(const Block *block) const {
    llvm::SmallPtrSet<const Block *, 8> seen;
    while (block != m_around.header && !hasEffect(*block) && seen.insert(block).second) {
      const Block *next = block->getSingleSuccessor();
      if (!next || m_cycle.contains(next) || !m_around.contains(next))
        break;
      block = next;
    }
    return block;
  }

  /// Adds the blocks that lanes outside of the loop can reach from `start` within an iteration of
  /// the surrounding loop.
  void reach(const Block *start, BlockSet &reached) const {
    std::vector<const Block *> work{start};
    while (!work.empty()) {
      const Block *block = work.back();
      work.pop_back();
      if (block == m_around.header || m_cycle.contains(block) || !m_around.contains(block) ||
          !reached.insert(block).second)
        continue;
      work.insert(work.end(), llvm::succ_begin(block), llvm::succ_end(block));
    }
  }

  /// A greater rank is more likely the exit after which lanes of different iterations continue
  /// together, and not a break. The criteria in order: the next iteration of the surrounding loop,
  /// the target with more effects, the condition of a latch or header, the later block of the
  /// function.
  using Rank = std::tuple<bool, size_t, bool, bool, uint32_t>;

  Rank rankOf(const Block *target, const BlockSet &reached) const {
    const bool continuesOuter =
        m_around.header && (target == m_around.header || reachesHeader(reached));
    const size_t effects = std::accumulate(
        reached.begin(), reached.end(), size_t{0}, [](size_t sum, const Block *block) {
          return sum + static_cast<size_t>(std::count_if(block->begin(), block->end(), isEffect));
        });
    bool fromLatch = false, fromHeader = false;
    for (const Exit &exit : m_exits)
      if (exit.target == target) {
        fromHeader |= exit.from == m_cycle.getHeader();
        fromLatch |= isLatch(exit.from);
      }
    return {continuesOuter, effects, fromLatch, fromHeader, m_numbers.lookup(target)};
  }

  /// True if the block branches to the header, also by an edge that instrumentation split.
  bool isLatch(const Block *block) const {
    return std::any_of(llvm::succ_begin(block), llvm::succ_end(block), [&](const Block *next) {
      llvm::SmallPtrSet<const Block *, 4> seen;
      while (next && next != m_cycle.getHeader() && m_cycle.contains(next) && isAdded(*next) &&
             seen.insert(next).second)
        next = next->getSingleSuccessor();
      return next == m_cycle.getHeader();
    });
  }

  /// The exit to `target` that is no break: from a latch or the header, else the first. Blocks of
  /// the other exits that have no effect, of records for example, are blocks of breaks.
  const Exit &usualExit(const Block *target) const {
    const auto rank = [&](const Exit &exit) {
      return std::tuple(exit.target == target, isLatch(exit.from),
                        exit.from == m_cycle.getHeader());
    };
    return *std::max_element(m_exits.begin(), m_exits.end(),
                             [&](const Exit &a, const Exit &b) { return rank(a) < rank(b); });
  }

  /// The block where lanes that leave the loop join; null if every target leads to another.
  const Block *usualTarget() const {
    std::map<uint32_t, std::pair<const Block *, BlockSet>> targets; // by number: a fixed order
    for (const Exit &exit : m_exits) {
      auto &[target, reached] = targets[m_numbers.lookup(exit.target)];
      target = exit.target;
      reach(exit.target, reached);
    }
    if (targets.size() < 2)
      return m_exits.front().target;
    const auto leadsToAnother = [&](const Block *target, const BlockSet &reached) {
      return std::any_of(targets.begin(), targets.end(), [&](const auto &entry) {
        const Block *other = entry.second.first;
        return other != target &&
               (reached.contains(other) || (other == m_around.header && reachesHeader(reached)));
      });
    };
    const Block *best = nullptr;
    Rank rank;
    for (const auto &[number, entry] : targets) {
      const auto &[target, reached] = entry;
      if (leadsToAnother(target, reached))
        continue;
      if (const Rank own = rankOf(target, reached); !best || rank < own) {
        best = target;
        rank = own;
      }
    }
    return best;
  }

  bool reachesHeader(const BlockSet &reached) const {
    return std::any_of(reached.begin(), reached.end(), [&](const Block *block) {
      return llvm::is_contained(llvm::successors(block), m_around.header);
    });
  }

  /// Blocks that a lane can enter without having left the loop have no iteration of it.
  void removeEnteredFromOutside(BlockSet &breaks) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Block *block : llvm::SmallVector<const Block *>(breaks.begin(), breaks.end()))
        for (const Block *predecessor : llvm::predecessors(block))
          if (!m_cycle.contains(predecessor) && !breaks.contains(predecessor))
            changed |= breaks.erase(block);
    }
  }

  const llvm::Cycle &m_cycle;
  const Surroundings &m_around;
  const llvm::DenseMap<const Block *, uint32_t> &m_numbers;
  std::vector<Exit> m_exits;
};

/// All cycles of a function, outermost first.
std::vector<const llvm::Cycle *> cyclesOf(const llvm::CycleInfo &info) {
  std::vector<const llvm::Cycle *> cycles;
  for (const llvm::Cycle *top : info.toplevel_cycles())
    cycles.push_back(top);
  for (size_t i = 0; i < cycles.size(); ++i)
    for (const llvm::Cycle *child : cycles[i]->children())
      cycles.push_back(child);
  return cycles;
}

class RegionFinder {
public:
  explicit RegionFinder(llvm::Function &function) : m_function(function) {
    for (Block &block : function)
      m_numbers[&block] = static_cast<uint32_t>(m_numbers.size());
  }

  std::vector<LoopRegion> find() {
    llvm::CycleInfo info;
    info.compute(m_function);
    for (const llvm::Cycle *cycle : cyclesOf(info))
      add(*cycle);
    std::vector<uint32_t> order(m_sets.size());
    for (uint32_t i = 0; i < order.size(); ++i)
      order[i] = i;
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return std::tuple(m_sets[b].size(), a) < std::tuple(m_sets[a].size(), b);
    });
    std::vector<LoopRegion> regions;
    for (const uint32_t i : order) {
      regions.push_back(std::move(m_regions[i]));
      for (uint32_t outer = 0; outer + 1 < regions.size(); ++outer)
        if (m_sets[order[outer]].contains(regions.back().header))
          regions.back().parent = outer;
    }
    return regions;
  }

private:
  void add(const llvm::Cycle &cycle) {
    const Surroundings around = surroundingsOf(cycle);
    BlockSet blocks = BreakFinder(cycle, around, m_numbers).find();
    blocks.insert(cycle.block_begin(), cycle.block_end());
    LoopRegion region;
    region.header = cycle.getHeader();
    for (Block &block : m_function) {
      if (cycle.contains(&block))
        region.loop.push_back(&block);
      if (blocks.contains(&block))
        region.blocks.push_back(&block);
    }
    m_regions.push_back(std::move(region));
    m_sets.push_back(std::move(blocks));
  }

  /// The smallest region, of those found, that contains the loop.
  Surroundings surroundingsOf(const llvm::Cycle &cycle) const {
    Surroundings around;
    for (size_t i = 0; i < m_sets.size(); ++i)
      if (m_sets[i].contains(cycle.getHeader()) &&
          (!around.blocks || m_sets[i].size() <= around.blocks->size()))
        around = {&m_sets[i], m_regions[i].header};
    return around;
  }

  llvm::Function &m_function;
  llvm::DenseMap<const Block *, uint32_t> m_numbers; ///< in function order
  std::vector<LoopRegion> m_regions;
  std::vector<BlockSet> m_sets; ///< of their blocks
};

} // namespace

std::vector<LoopRegion> findLoopRegions(llvm::Function &function) {
  return RegionFinder(function).find();
}

} // namespace pstudio::cpu
