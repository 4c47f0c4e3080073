// SPDX-License-Identifier: Apache-2.0
// Reads blocks for their operations on asynchronous queues.
#include "collector/passes/auto/async_steps.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

#include "core/ptx/instruction.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

bool isFenceText(LLVM::InlineAsmOp assembly) {
  const ptx::Program program = ptx::parse(assembly.getAsmString());
  return llvm::all_of(program.statements, [](const ptx::Statement &statement) {
    const ptx::Operation operation = ptx::classify(statement).operation;
    return statement.kind != ptx::Statement::Kind::Instruction ||
           operation == ptx::Operation::Compute || operation == ptx::Operation::Elect ||
           operation == ptx::Operation::WgmmaFence || operation == ptx::Operation::TensorFence;
  });
}

bool isFenceIntrinsic(StringRef name) {
  return name.starts_with("llvm.nvvm.wgmma.fence") || name.starts_with("llvm.nvvm.elect") ||
         name.starts_with("llvm.nvvm.tcgen05.fence");
}

bool isSameBarrier(const QueueOperands &a, const QueueOperands &b) {
  return a.barrier == b.barrier && a.slot == b.slot && a.fixed == b.fixed;
}

/// Reads the blocks of one function, each from its begin.
class PlaceReader {
public:
  PlaceReader(const Classifiers &classifiers, std::vector<AsyncPlace> &places)
      : m_classifiers(classifiers), m_places(places) {}

  void read(Region &region) {
    for (Block &block : region) {
      if (std::optional<AsyncPlace> wait = waitOfLoop(block)) {
        m_places.push_back(std::move(*wait));
        continue;
      }
      for (Operation &op : block)
        visit(&op);
      close();
    }
  }

private:
  /// An operation that a commit on an mbarrier completes.
  struct Started {
    Operation *op = nullptr;
    StringRef label;
    bool isMatrix = false;
  };

  static bool isAsync(const Effect &effect) { return effect.queue.has_value(); }

  void visit(Operation *op) {
    const Effects effects = m_classifiers.effectsOf(op);
    if (needsOpen(op))
      close();
    if (llvm::any_of(effects, isAsync)) {
      for (const Effect &effect : effects)
        if (isAsync(effect))
          add(effect, op);
      return;
    }
    if (const std::optional<Effect> unit = effectOfLoop(op))
      return add(*unit, op);
    if (!effects.empty() || !isArithmetic(op))
      close();
    for (Region &region : op->getRegions())
      read(region);
  }

  /// If `block` is a loop of one block that polls, entered from one block and left to one block:
  /// its wait.
  std::optional<AsyncPlace> waitOfLoop(Block &block) const {
    Block *before = nullptr, *behind = nullptr;
    for (Block *from : block.getPredecessors())
      if (from != &block && std::exchange(before, from))
        return std::nullopt;
    for (Block *to : block.getSuccessors())
      if (to != &block && std::exchange(behind, to))
        return std::nullopt;
    if (!before || !behind || !llvm::is_contained(block.getSuccessors(), &block) ||
        before->getNumSuccessors() != 1 || behind->getSinglePredecessor() != &block)
      return std::nullopt;
    std::optional<Effect> found;
    for (Operation &op : block.without_terminator()) {
      const Effects effects = m_classifiers.effectsOf(&op);
      const auto isPoll = [&](const Effect &effect) {
        return isPollOf(effect, [&](Value value) { return value.getParentBlock() != &block; });
      };
      if (effects.empty() ? !isArithmetic(&op) : found || !llvm::all_of(effects, isPoll))
        return std::nullopt;
      if (!effects.empty())
        found = effects.front();
    }
    if (!found)
      return std::nullopt;
    AsyncPlace place = placeOf(AsyncStep::Wait, *found, before->getTerminator());
    place.exit = behind;
    return place;
  }

  /// True for a poll of a barrier phase with the same operands in each iteration.
  static bool isPollOf(const Effect &effect, llvm::function_ref<bool(Value)> isOutside) {
    const auto isFixed = [&](Value value) { return !value || isOutside(value); };
    return effect.activity == Activity::Poll && isFixed(effect.operands.barrier) &&
           isFixed(effect.operands.slot) && isFixed(effect.operands.parity);
  }

  /// The effect of a loop that repeats one effect only; none for other loops.
  std::optional<Effect> effectOfLoop(Operation *loop) const {
    if (!isa<LoopLikeOpInterface>(loop))
      return std::nullopt;
    std::optional<Effect> found;
    const auto reads = [&](Operation *op) {
      if (isa<CallOpInterface>(op))
        return WalkResult::interrupt();
      for (const Effect &effect : m_classifiers.effectsOf(op))
        if (!joins(effect, loop, found))
          return WalkResult::interrupt();
      return WalkResult::advance();
    };
    if (loop->walk(reads).wasInterrupted())
      return std::nullopt;
    return found;
  }

  /// Adds `effect` to the one effect of `loop`, which is `found`. False if the loop then has more
  /// than one effect.
  static bool joins(const Effect &effect, Operation *loop, std::optional<Effect> &found) {
    if (!isAsync(effect))
      return effect.activity == Activity::Load; // loads of the operands of copies
    const auto isOutside = [&](Value value) {
      return !value || !loop->isAncestor(value.getParentBlock()->getParentOp());
    };
    if (isPollOf(effect, isOutside)) {
      const bool isAlone = !found;
      found = effect;
      found->activity = Activity::Wait;
      return isAlone;
    }
    // For counters, the number of instructions counts, which a loop hides.
    const bool isIssue = effect.activity == Activity::Issue &&
                         effect.queue != AsyncQueue::Mbarrier && !isCounter(*effect.queue);
    const bool isFeed = effect.activity == Activity::Feed && isOutside(effect.operands.barrier) &&
                        isOutside(effect.operands.slot);
    if (!isIssue && !isFeed)
      return false;
    const bool isFirst = !found;
    if (isFirst)
      found = effect;
    found->operands.predicate = {};
    return isFirst || (found->queue == effect.queue && found->activity == effect.activity &&
                       isSameBarrier(found->operands, effect.operands));
  }

  void add(const Effect &effect, Operation *op) {
    switch (effect.activity) {
    case Activity::Issue:
      return effect.tracksStarted ? addTracked(effect, op) : addIssue(effect, op);
    case Activity::Start:
      if (m_open)
        close();
      m_started.push_back({op, effect.label, effect.isMatrix});
      return;
    case Activity::Feed:
      if (m_open && m_open->queue == AsyncQueue::Mbarrier &&
          isSameBarrier(m_open->operands, effect.operands))
        m_open->last = op;
      return;
    case Activity::Commit:
      return addCommit(effect, op);
    case Activity::Wait:
      return addAlone(AsyncStep::Wait, effect, op);
    case Activity::Arrive:
      return addAlone(AsyncStep::Arrive, effect, op);
    case Activity::Synchronize:
      return addAlone(AsyncStep::Synchronize, effect, op);
    case Activity::Init:
      return addAlone(AsyncStep::Init, effect, op);
    default: // a poll, or an effect that no queue has
      return close();
    }
  }

  static AsyncPlace placeOf(AsyncStep step, const Effect &effect, Operation *op) {
    AsyncPlace place;
    place.queue = *effect.queue;
    place.step = step;
    place.label = effect.label;
    place.pending = step == AsyncStep::Wait ? effect.pending : 0;
    place.operands = effect.operands;
    place.isCopy = effect.isCopy;
    place.first = place.last = op;
    if (effect.operands.predicate)
      place.predicates.push_back({effect.operands.predicate, effect.operands.isNegated});
    return place;
  }

  /// True if `op` uses a value that is still being loaded to a register: the compiler inserts a
  /// wait.
  bool needsOpen(Operation *op) const {
    return m_open && isCounter(m_open->queue) && llvm::any_of(op->getOperands(), [&](Value value) {
             Operation *from = value.getDefiningOp();
             return from && from->getBlock() == m_open->first->getBlock() &&
                    !from->isBeforeInBlock(m_open->first) &&
                    llvm::any_of(m_classifiers.effectsOf(from), [&](const Effect &effect) {
                      return effect.queue == m_open->queue;
                    });
           });
  }

  void addIssue(const Effect &effect, Operation *op) {
    // A counter counts operations of several kinds. Each kind has a step of its own.
    const bool isAlike = m_open && m_open->queue == *effect.queue &&
                         (!isCounter(m_open->queue) || m_open->label == effect.label);
    const bool goesOn = isAlike && effect.queue != AsyncQueue::Mbarrier;
    if (!goesOn) {
      close();
      m_open = placeOf(AsyncStep::Issue, effect, op);
      return;
    }
    m_open->last = op;
    m_open->count += isCounter(*effect.queue) ? 1 : 0;
    m_open->isCopy |= effect.isCopy;
    const Predicate predicate{effect.operands.predicate, effect.operands.isNegated};
    if (!predicate.value || m_open->predicates.empty()) // all threads issue something
      m_open->predicates.clear();
    else if (!llvm::is_contained(m_open->predicates, predicate))
      m_open->predicates.push_back(predicate);
  }

  /// The arrival at an mbarrier that follows the started operations. The step begins at the first
  /// of these after which its operands are known: its record has them.
  void addTracked(const Effect &effect, Operation *op) {
    const std::vector<Started> started = std::exchange(m_started, {});
    close();
    AsyncPlace place = placeOf(AsyncStep::Issue, effect, op);
    place.isMatrix = started.empty(); // those before are in another block
    const auto isKnownAt = [&](const Started &each) {
      const auto isBefore = [&](Value value) {
        Operation *from = value ? value.getDefiningOp() : nullptr;
        return !from || from->getBlock() != op->getBlock() || from->isBeforeInBlock(each.op);
      };
      return isBefore(effect.operands.barrier) && isBefore(effect.operands.predicate);
    };
    for (const Started &each : started) {
      if (place.first == op && isKnownAt(each))
        place.first = each.op;
      if (!place.isMatrix)
        place.label = each.label;
      place.isMatrix |= each.isMatrix;
    }
    m_places.push_back(std::move(place));
  }

  void addCommit(const Effect &effect, Operation *op) {
    const bool closesOpen = m_open && m_open->queue == *effect.queue && m_open->predicates.empty();
    if (!closesOpen)
      return addAlone(AsyncStep::Commit, effect, op);
    m_open->step = AsyncStep::IssueAndCommit;
    m_open->last = op;
    close();
  }

  void addAlone(AsyncStep step, const Effect &effect, Operation *op) {
    close();
    AsyncPlace place = placeOf(step, effect, op);
    place.isAfter = step == AsyncStep::Wait && !m_places.empty() && m_places.back().last == op &&
                    m_places.back().queue == place.queue;
    m_places.push_back(std::move(place));
  }

  void close() {
    if (m_open)
      m_places.push_back(std::move(*m_open));
    m_open.reset();
    m_started.clear();
  }

  const Classifiers &m_classifiers;
  std::vector<AsyncPlace> &m_places;
  std::optional<AsyncPlace> m_open;
  std::vector<Started> m_started; ///< since the last commit, in the current block
};

/// True if a wait inside of an operation adds no information: the next step of its queue, in the
/// same block, waits for at least as many operations.
bool isRepeated(const AsyncPlace &wait, ArrayRef<AsyncPlace> behind) {
  const auto *next =
      llvm::find_if(behind, [&](const AsyncPlace &place) { return place.queue == wait.queue; });
  return next != behind.end() && next->step == AsyncStep::Wait && next->pending <= wait.pending &&
         next->first->getBlock() == wait.last->getBlock();
}

} // namespace

bool isArithmetic(Operation *op) {
  if (isa<NVVM::WgmmaFenceAlignedOp>(op) || isAmdArithmetic(op))
    return true;
  if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op))
    return isFenceText(assembly);
  if (auto intrinsic = dyn_cast<LLVM::CallIntrinsicOp>(op))
    return isFenceIntrinsic(intrinsic.getIntrin());
  if (auto call = dyn_cast<LLVM::CallOp>(op))
    return call.getCallee() && isFenceIntrinsic(*call.getCallee());
  return op->getNumRegions() == 0 && !op->hasTrait<OpTrait::IsTerminator>() &&
         isMemoryEffectFree(op);
}

void KnownCounters::add(ArrayRef<AsyncPlace> places) {
  for (const AsyncPlace &place : places) {
    auto &known = place.step == AsyncStep::Wait ? m_isWaitedFor : m_isCounted;
    known[static_cast<size_t>(place.queue)] = true;
  }
}

bool KnownCounters::isEncoded(const AsyncPlace &place) const {
  if (!isCounter(place.queue) || place.isCopy)
    return true;
  const auto queue = static_cast<size_t>(place.queue);
  if (place.step == AsyncStep::Wait)
    return place.queue != AsyncQueue::ExportCounter || m_isCounted[queue];
  return m_isWaitedFor[queue];
}

std::vector<AsyncPlace> findAsyncPlaces(FunctionOpInterface function,
                                        const Classifiers &classifiers) {
  std::vector<AsyncPlace> places;
  PlaceReader(classifiers, places).read(function.getFunctionBody());
  for (size_t i = places.size(); i-- > 0;)
    if (places[i].isAfter && isRepeated(places[i], ArrayRef(places).drop_front(i + 1)))
      places.erase(places.begin() + static_cast<std::ptrdiff_t>(i));
  return places;
}

} // namespace pstudio::automode
