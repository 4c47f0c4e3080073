// SPDX-License-Identifier: Apache-2.0
// Data flow of the parts of a frame that are in use since the last barrier.
#include "collector/analysis/frame_barriers.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace pstudio {
namespace {

/// State of the frame over all paths to a point.
struct Pending {
  llvm::BitVector now;    ///< items used since the last barrier, in their latest execution
  llvm::BitVector before; ///< ... in an earlier one
  bool hasPassed = false; ///< a barrier, on every path
  bool isReached = false;

  explicit Pending(size_t items) : now(items), before(items) {}
  bool operator==(const Pending &) const = default;

  void join(const Pending &other) {
    if (!other.isReached)
      return;
    now |= other.now;
    before |= other.before;
    hasPassed = isReached ? hasPassed && other.hasPassed : other.hasPassed;
    isReached = true;
  }
  void clear() {
    now.reset();
    before.reset();
    hasPassed = true;
  }
};

bool isBarrierOfCta(Operation *op) {
  return isa<gpu::BarrierOp, NVVM::Barrier0Op>(op);
}

class BarrierFlow {
public:
  BarrierFlow(FunctionOpInterface function, const SharedFrame &frame,
              const llvm::DenseMap<Operation *, BarrierSummary> &summaries)
      : m_function(function), m_items(frame.items), m_summaries(summaries) {
    for (const auto &[index, item] : llvm::enumerate(m_items)) {
      for (Operation *use : item.uses)
        m_usesAt[use].push_back(static_cast<unsigned>(index));
      if (!item.isCall())
        m_bufferAt[item.op] = static_cast<unsigned>(index);
    }
  }

  BarrierSummary run(std::vector<Operation *> &barriers) {
    Pending start(m_items.size());
    start.isReached = true;
    const Pending end = flow(m_function.getFunctionBody(), start);
    m_function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (m_barriers.contains(op))
        barriers.push_back(op);
    });
    const bool hasAlone = llvm::any_of(m_items, [](const FrameItem &item) { return item.isAlone; });
    return {end.isReached && end.hasPassed,
            end.isReached && end.hasPassed && end.now.none() && end.before.none() && !hasAlone};
  }

private:
  /// State at the exit of the region; not reached if the region is never left.
  Pending flow(Region &region, const Pending &start) {
    llvm::DenseMap<Block *, Pending> entries;
    llvm::SmallSetVector<Block *, 8> open;
    const auto enter = [&](Block *block, const Pending &state) {
      Pending &entry = entries.try_emplace(block, Pending(m_items.size())).first->second;
      const Pending old = entry;
      entry.join(state);
      if (!(entry == old))
        open.insert(block);
    };
    enter(&region.front(), start);
    Pending end(m_items.size());
    while (!open.empty()) {
      Block *block = open.pop_back_val();
      Pending state = entries.find(block)->second;
      for (Operation &op : *block)
        visit(&op, state);
      Operation *last = block->mightHaveTerminator() ? block->getTerminator() : nullptr;
      if (!last || last->getNumSuccessors() == 0)
        end.join(state);
      else
        for (Block *next : last->getSuccessors())
          enter(next, state);
    }
    return end;
  }

  void visit(Operation *op, Pending &state) {
    if (const auto buffer = m_bufferAt.find(op); buffer != m_bufferAt.end()) {
      if (state.now.test(buffer->second))
        state.before.set(buffer->second);
      state.now.reset(buffer->second);
      return;
    }
    const auto uses = m_usesAt.find(op);
    if (uses != m_usesAt.end())
      return use(op, uses->second, state);
    if (isBarrierOfCta(op))
      return state.clear();
    if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
      return visitRegions(branch, state);
  }

  /// `op`, with its regions, uses `items`.
  void use(Operation *op, ArrayRef<unsigned> items, Pending &state) {
    if (llvm::any_of(items, [&](unsigned item) { return isTakenBack(item, op, state); })) {
      m_barriers.insert(op);
      state.clear();
    }
    bool isQuiet = false;
    if (auto call = dyn_cast<CallOpInterface>(op))
      if (FunctionOpInterface callee = calleeOf(call)) {
        const BarrierSummary summary = m_summaries.lookup(callee);
        if (summary.alwaysPasses)
          state.clear();
        isQuiet = summary.endsQuiet;
      }
    for (unsigned item : items)
      if (!isQuiet || m_items[item].op != op)
        state.now.set(item);
  }

  /// True if other threads may still use the bytes of `item` for another item or an earlier
  /// execution.
  bool isTakenBack(unsigned item, Operation *op, const Pending &state) const {
    if (state.before.test(item) || (m_items[item].op == op && state.now.test(item)))
      return true;
    for (unsigned other = 0; other < m_items.size(); ++other)
      if (other != item && (state.now.test(other) || state.before.test(other)) &&
          m_items[item].overlaps(m_items[other]))
        return true;
    return false;
  }

  void visitRegions(RegionBranchOpInterface branch, Pending &state) {
    std::vector<Pending> entries(branch->getNumRegions(), Pending(m_items.size()));
    Pending after(m_items.size());
    llvm::SmallSetVector<Region *, 4> open;
    const auto enter = [&](RegionBranchPoint from, const Pending &left) {
      SmallVector<RegionSuccessor> successors;
      branch.getSuccessorRegions(from, successors);
      for (const RegionSuccessor &successor : successors) {
        if (successor.isParent()) {
          after.join(left);
          continue;
        }
        Pending &entry = entries[successor.getSuccessor()->getRegionNumber()];
        const Pending old = entry;
        entry.join(left);
        if (!(entry == old))
          open.insert(successor.getSuccessor());
      }
    };
    enter(RegionBranchPoint::parent(), state);
    while (!open.empty()) {
      Region *region = open.pop_back_val();
      enter(region, flow(*region, entries[region->getRegionNumber()]));
    }
    state = after;
  }

  FunctionOpInterface m_function;
  const std::vector<FrameItem> &m_items;
  const llvm::DenseMap<Operation *, BarrierSummary> &m_summaries;
  llvm::DenseMap<Operation *, SmallVector<unsigned>> m_usesAt;
  llvm::DenseMap<Operation *, unsigned> m_bufferAt;
  llvm::DenseSet<Operation *> m_barriers;
};

} // namespace

BarrierSummary placeFrameBarriers(FunctionOpInterface function, SharedFrame &frame,
                                  const llvm::DenseMap<Operation *, BarrierSummary> &summaries) {
  return BarrierFlow(function, frame, summaries).run(frame.barriersBefore);
}

} // namespace pstudio
