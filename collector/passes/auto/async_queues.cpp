// SPDX-License-Identifier: Apache-2.0
// Finds the queues of a function and decides how each is followed.
#include "collector/passes/auto/async_queues.h"

#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

#include "collector/ir/call_graph.h"
#include "collector/ir/kernel_function.h"
#include "collector/passes/auto/marked_functions.h"
#include "collector/passes/auto/queue_counters.h"
#include "collector/passes/auto/scope_names.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

/// What one function does with one queue, each in the order of the text.
struct QueueSteps {
  Queue kind = Queue::None;
  StringRef label;
  SmallVector<Operation *> issues; ///< calls of functions that issue among them
  SmallVector<Operation *> commits;
  SmallVector<std::pair<Operation *, uint32_t>> waits; ///< and what they leave under way
  bool isShared = false; ///< a function that is called commits or waits, too
};

using QueueKey = std::pair<Queue, const void *>;
using Queues = llvm::MapVector<QueueKey, QueueSteps>;

/// Collects the queues of a function.
class QueueFinder {
public:
  QueueFinder(const Classifiers &classifiers, ArrayRef<Queue> kinds)
      : m_classifiers(classifiers), m_kinds(kinds) {}

  Queues find(FunctionOpInterface function) {
    Queues queues;
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (const Effect &effect : m_classifiers.effectsOf(op))
        add(queues, op, effect);
      if (auto call = dyn_cast<CallOpInterface>(op)) {
        m_visited.clear();
        addCall(queues, op, calleeOf(call));
      }
    });
    return queues;
  }

private:
  QueueSteps *stepsOf(Queues &queues, const Effect &effect) {
    if (effect.queue == Queue::None || !llvm::is_contained(m_kinds, effect.queue))
      return nullptr;
    QueueSteps &steps = queues[{effect.queue, effect.barrier}];
    steps.kind = effect.queue;
    steps.label = effect.label;
    return &steps;
  }

  static void append(SmallVector<Operation *> &to, Operation *op) {
    if (to.empty() || to.back() != op)
      to.push_back(op);
  }

  void add(Queues &queues, Operation *op, const Effect &effect) {
    QueueSteps *steps = stepsOf(queues, effect);
    if (!steps)
      return;
    if (effect.activity == Activity::Issue)
      append(steps->issues, op);
    else if (effect.activity == Activity::Commit)
      append(steps->commits, op);
    else if (effect.activity == Activity::Wait)
      steps->waits.emplace_back(op, effect.pending);
  }

  void addCall(Queues &queues, Operation *call, FunctionOpInterface callee) {
    if (!callee || !m_visited.insert(callee).second)
      return;
    callee->walk([&](Operation *op) {
      for (const Effect &effect : m_classifiers.effectsOf(op))
        if (QueueSteps *steps = stepsOf(queues, effect)) {
          steps->isShared |= effect.activity != Activity::Issue || effect.queue == Queue::Mbarrier;
          append(steps->issues, call);
        }
      if (auto inner = dyn_cast<CallOpInterface>(op))
        addCall(queues, call, calleeOf(inner));
    });
  }

  const Classifiers &m_classifiers;
  ArrayRef<Queue> m_kinds;
  llvm::SmallPtrSet<Operation *, 4> m_visited;
};

bool containsAny(Operation *op, ArrayRef<Operation *> wanted) {
  return llvm::any_of(wanted, [&](Operation *inner) { return op->isAncestor(inner); });
}

bool canReach(Block *from, Block *to) {
  llvm::SmallPtrSet<Block *, 16> seen;
  SmallVector<Block *> open(from->succ_begin(), from->succ_end());
  while (!open.empty()) {
    Block *block = open.pop_back_val();
    if (block == to)
      return true;
    if (seen.insert(block).second)
      llvm::append_range(open, block->getSuccessors());
  }
  return false;
}

/// True if control can come to `wait` after `issue` in one call of their function.
bool canReach(Operation *issue, Operation *wait) {
  for (Operation *outer = issue; !isa<FunctionOpInterface>(outer); outer = outer->getParentOp()) {
    if (isa<LoopLikeOpInterface>(outer) && outer->isAncestor(wait))
      return true;
    Operation *there = outer->getBlock()->findAncestorOpInBlock(*wait);
    if (there && there != outer && outer->isBeforeInBlock(there))
      return true;
    Block *block = outer->getParentRegion()->findAncestorBlockInRegion(*wait->getBlock());
    if (block && canReach(outer->getBlock(), block))
      return true;
  }
  return false;
}

/// Follows one queue.
class QueueMarker {
public:
  QueueMarker(FunctionOpInterface function, const QueueSteps &steps, ScopeNames &names)
      : m_function(function), m_steps(steps), m_names(names),
        m_hasGroups(steps.kind != Queue::Mbarrier && !steps.commits.empty()) {}

  /// The number of events; 0 if the queue cannot be followed.
  unsigned mark() {
    if (m_steps.isShared || m_steps.issues.empty() || m_steps.waits.empty() || !mayRecord())
      return 0;
    findStarts();
    if (const unsigned events = markStraight())
      return events;
    if (!isKernelFunction(m_function) && !endsEmpty())
      return 0;
    markCounted();
    return 1;
  }

private:
  /// One group: where its event starts, and behind what the next group begins.
  struct Start {
    Operation *at;
    Operation *commit;
  };

  bool mayRecord() const {
    const auto may = [](Operation *op) { return mayRecordAt(op); };
    return llvm::all_of(m_steps.issues, may) && llvm::all_of(m_steps.commits, may) &&
           llvm::all_of(m_steps.waits, [](const auto &wait) { return mayRecordAt(wait.first); });
  }

  /// True if nothing is under way when the function returns. Counters are private to a call: what
  /// one call leaves to be waited for by the next has no event.
  bool endsEmpty() const {
    PostDominanceInfo postDominance(m_function);
    return m_hasGroups && llvm::any_of(m_steps.waits, [&](const auto &wait) {
             const auto isDone = [&](Operation *op) {
               return postDominance.postDominates(wait.first, op) && !canReach(wait.first, op);
             };
             return wait.second == 0 && llvm::all_of(m_steps.issues, isDone) &&
                    llvm::all_of(m_steps.commits, isDone);
           });
  }

  bool isBoundary(Operation *op) const {
    return containsAny(op, m_steps.commits) || llvm::any_of(m_steps.waits, [&](const auto &wait) {
             return op->isAncestor(wait.first);
           });
  }

  /// True if every run of `op` issues something.
  bool surelyIssues(Operation *op) const {
    return llvm::any_of(m_steps.issues, [&](Operation *issue) {
      if (!op->isAncestor(issue))
        return false;
      for (; issue != op; issue = issue->getParentOp())
        if (!isa<LoopLikeOpInterface>(issue->getParentOp()))
          return false;
      return true;
    });
  }

  /// The first operation of the group that `commit` closes, as far as its block shows; null if
  /// there may be none.
  Operation *startOfGroup(Operation *commit) const {
    Operation *start = llvm::is_contained(m_steps.issues, commit) ? commit : nullptr;
    for (Operation *op = commit->getPrevNode(); op && !isBoundary(op); op = op->getPrevNode())
      if (surelyIssues(op))
        start = op;
    return start;
  }

  void findStarts() {
    if (!m_hasGroups) {
      for (Operation *issue : m_steps.issues)
        m_starts.push_back({issue, issue});
      return;
    }
    for (Operation *commit : m_steps.commits) {
      Operation *start = startOfGroup(commit);
      m_groupsMayBeEmpty |= start == nullptr;
      m_starts.push_back({start, commit});
    }
  }

  //===--- Everything in one block ------------------------------------------------------------===//

  /// Pairs of a start and the wait that ends it, if one block shows them all; else empty.
  SmallVector<std::pair<Operation *, Operation *>> straightPairs() const {
    SmallVector<std::pair<Operation *, Operation *>> pairs;
    if (m_groupsMayBeEmpty)
      return pairs;
    Block *block = m_starts.front().at->getBlock();
    const bool takesOne = m_steps.kind == Queue::Mbarrier;
    for (const auto &[op, pending] : m_steps.waits)
      if (op->getBlock() != block || pending != 0)
        return {};
    if (takesOne && m_steps.waits.size() != m_starts.size())
      return {};
    for (size_t i = 0; i < m_starts.size(); ++i) {
      Operation *from = m_starts[i].commit;
      const auto *wait = llvm::find_if(m_steps.waits, [&](const auto &candidate) {
        return from->getBlock() == block && from->isBeforeInBlock(candidate.first);
      });
      if (takesOne)
        wait = m_steps.waits.begin() + i;
      if (wait == m_steps.waits.end() || m_starts[i].at->getBlock() != block ||
          from->getBlock() != block || !from->isBeforeInBlock(wait->first))
        return {};
      pairs.emplace_back(m_starts[i].at, wait->first);
    }
    return pairs;
  }

  unsigned markStraight() {
    const auto pairs = straightPairs();
    for (const auto &[start, wait] : pairs) {
      OpBuilder builder(start);
      Value event = createEvent(builder, start->getLoc(),
                                m_names.at(m_steps.label, start->getLoc(), start->getLoc()));
      createEventRecord(builder, start->getLoc(), proton::Boundary::Start, event);
      builder.setInsertionPointAfter(wait);
      createEventRecord(builder, wait->getLoc(), proton::Boundary::End, event);
    }
    return static_cast<unsigned>(pairs.size());
  }

  //===--- By counting ------------------------------------------------------------------------===//

  void markCounted() {
    const Location first = m_steps.issues.front()->getLoc();
    QueueCounters counters(m_function, first,
                           m_names.at(m_steps.label, first, m_steps.issues.back()->getLoc()),
                           m_groupsMayBeEmpty);
    // Waits first: in a block of an llvm.func, what follows moves to other blocks.
    const SmallVector<Operation *> sites =
        m_groupsMayBeEmpty ? sitesOfIssue() : SmallVector<Operation *>();
    const bool meets = llvm::any_of(m_steps.issues, [&](Operation *issue) {
      return llvm::any_of(m_steps.waits,
                          [&](const auto &wait) { return canReach(issue, wait.first); });
    });
    for (const auto &[op, pending] : m_steps.waits) {
      if (m_steps.kind != Queue::Mbarrier)
        counters.endOlderAfter(op, pending);
      else if (meets)
        counters.endOneAfter(op);
      else
        counters.endNextAfter(op);
    }
    for (const Start &start : m_starts) {
      counters.advanceAfter(start.commit);
      if (!m_groupsMayBeEmpty)
        counters.startBefore(start.at);
    }
    for (Operation *site : sites)
      counters.startOnceBefore(site);
  }

  /// Where groups may start: issues, outside of loops that hold no end of a group.
  SmallVector<Operation *> sitesOfIssue() const {
    llvm::SmallSetVector<Operation *, 8> sites;
    for (Operation *issue : m_steps.issues) {
      while (isa<LoopLikeOpInterface>(issue->getParentOp()) && !isBoundary(issue->getParentOp()))
        issue = issue->getParentOp();
      sites.insert(issue);
    }
    return sites.takeVector();
  }

  FunctionOpInterface m_function;
  const QueueSteps &m_steps;
  ScopeNames &m_names;
  bool m_hasGroups;
  bool m_groupsMayBeEmpty = false;
  SmallVector<Start> m_starts;
};

} // namespace

unsigned markQueues(FunctionOpInterface function, const Classifiers &classifiers,
                    ArrayRef<Queue> kinds, unsigned &refused) {
  ScopeNames names(function);
  unsigned events = 0;
  for (const auto &[key, steps] : QueueFinder(classifiers, kinds).find(function)) {
    const unsigned added = QueueMarker(function, steps, names).mark();
    refused += added == 0;
    events += added;
  }
  return events;
}

} // namespace pstudio::automode
