// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/record_runs.h"

#include <algorithm>

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"

#include "collector/ir/call_graph.h"
#include "collector/passes/record_bounds.h"
#include "core/record/group_layout.h"

using namespace mlir;

namespace pstudio {
namespace {

bool isEpoch(proton_gpu::StoreOp store) {
  return store.getKind() == proton_gpu::RecordKind::ClockEpoch;
}

bool hasStoredKey(proton_gpu::StoreOp store) {
  return store.getKey() && !constantKey(store);
}

/// True for a scope or an event of the function itself: its record consists of a clock and a key.
/// True for an epoch if its record follows directly and has no stored key: the group stores the
/// bits 31..0 of both clocks once.
bool isGroupable(proton_gpu::StoreOp store) {
  switch (store.getKind()) {
  case proton_gpu::RecordKind::ClockEpoch: {
    auto next = dyn_cast_or_null<proton_gpu::StoreOp>(store->getNextNode());
    return next && !isEpoch(next) && next.getCounter() == store.getCounter() && isGroupable(next) &&
           !hasStoredKey(next);
  }
  case proton_gpu::RecordKind::ScopeStart:
  case proton_gpu::RecordKind::ScopeEnd:
  case proton_gpu::RecordKind::EventStart:
  case proton_gpu::RecordKind::EventEnd:
    return !store.getEvent();
  case proton_gpu::RecordKind::Value:
  case proton_gpu::RecordKind::MemoryAccess:
    return false;
  }
  return false;
}

/// True if the records have one condition. Each record may have its own proton_gpu.is_sampled for
/// the same counter. A change of the iteration ends a run.
bool haveOneCondition(proton_gpu::StoreOp a, proton_gpu::StoreOp b) {
  Value first = a.getCondition(), second = b.getCondition();
  if (first == second || !first || !second)
    return first == second;
  auto one = first.getDefiningOp<proton_gpu::IsSampledOp>();
  auto other = second.getDefiningOp<proton_gpu::IsSampledOp>();
  return one && other && one.getCounter() == other.getCounter();
}

/// Limit of the depth to which calls are followed.
constexpr uint32_t kMaxCalls = 8;

/// True if one of the blocks may be executed again without a block outside of `blocks`.
bool hasCycle(ArrayRef<Block *> blocks) {
  return llvm::any_of(blocks, [&](Block *start) {
    llvm::SmallSetVector<Block *, 8> open;
    const auto addNext = [&](Block *from) {
      for (Block *next : from->getSuccessors())
        if (llvm::is_contained(blocks, next))
          open.insert(next);
    };
    addNext(start);
    for (size_t i = 0; i < open.size(); ++i) // grows
      addNext(open[i]);
    return open.contains(start);
  });
}

} // namespace

bool RecordRun::hasStoredKeys() const {
  return llvm::any_of(stores, hasStoredKey);
}

/// False if `op` records or if control may not return from it. A pause only takes a long time.
bool RunFinder::isPause(Operation *op, uint32_t callsLeft) {
  return !op->walk([&](Operation *inner) {
              if (isa_and_nonnull<proton_gpu::ProtonGPUDialect>(inner->getDialect()) ||
                  mayLeave(inner))
                return WalkResult::interrupt();
              auto call = dyn_cast<CallOpInterface>(inner);
              return call && !isPauseCall(call, callsLeft) ? WalkResult::interrupt()
                                                           : WalkResult::advance();
            }).wasInterrupted();
}

/// As isPause, for a call: checks the callee.
bool RunFinder::isPauseCall(CallOpInterface call, uint32_t callsLeft) {
  FunctionOpInterface callee = calleeOf(call);
  if (!callee || callee.isExternal() || callsLeft == 0)
    return false;
  const std::pair<Operation *, uint32_t> key(callee, callsLeft);
  if (const auto known = m_isPause.find(key); known != m_isPause.end())
    return known->second;
  return m_isPause[key] = isPause(callee, callsLeft - 1);
}

bool RunFinder::hasRoom(const RecordRun &run, proton_gpu::StoreOp store) const {
  const bool isKeyed = hasStoredKey(store) || run.hasStoredKeys();
  // Keys are stored with the last record: no such record may be delayed over a pause.
  if (isKeyed && !run.pauses.empty())
    return false;
  const size_t added = isEpoch(store) ? 2 : 1; // an epoch with the record that it belongs to
  return run.stores.size() + added <= (isKeyed ? record::kMaxKeyedGroupRecords : m_mostRecords);
}

std::optional<uint32_t> constantKey(proton_gpu::StoreOp store) {
  APInt number;
  if (!store.getKey() || !matchPattern(store.getKey(), m_ConstantInt(&number)))
    return std::nullopt;
  return static_cast<uint32_t>(number.extractBitsAsZExtValue(record::kGroupKeyBits, 0));
}

uint32_t epochKey(proton_gpu::StoreOp epoch) {
  return epoch.getAfterLoop() ? record::kKeyEpochAfterLoop : record::kKeyEpochAfterWait;
}

uint64_t weightOf(Operation *record) {
  constexpr uint32_t kMostLoops = 3, kTurnsShift = 4;
  uint32_t loops = isInCycle(record->getBlock()) ? 1 : 0;
  for (Operation *op = record->getParentOp(); op && !isa<FunctionOpInterface>(op);
       op = op->getParentOp())
    loops += isa<LoopLikeOpInterface>(op) || isInCycle(op->getBlock());
  return uint64_t{1} << kTurnsShift * std::min(loops, kMostLoops);
}

std::optional<RunEnd> RunFinder::endInside(Block &block) const {
  for (Operation &op : block) {
    if (isa<proton_gpu::StoreOp>(op))
      return RunEnd::Branch;
    if (const std::optional<RunEnd> end = endAt(&op))
      return end;
  }
  return std::nullopt;
}

std::optional<RunEnd> RunFinder::endAt(Operation *op) const {
  if (isa<proton_gpu::FinalizeOp>(op))
    return RunEnd::Return;
  if (isa<proton_gpu::NextIterationOp, proton_gpu::EnterLoopOp>(op))
    return RunEnd::Loop;
  if (isa<CallOpInterface, proton_gpu::SaveContextOp, proton_gpu::RestoreContextOp>(op))
    return RunEnd::Call;
  if (!m_holdsAcrossWaits && m_operations.mayNotEnd(op))
    return RunEnd::Wait;
  if (mayLeave(op))
    return RunEnd::Assembly;
  if (isLoop(op))
    return RunEnd::Loop;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (const std::optional<RunEnd> end = endInside(block))
        return end;
  return std::nullopt;
}

void RunFinder::findIn(Block &block, RecordRun &run, std::vector<RecordRun> &runs) {
  const auto finish = [&](RunEnd end) {
    if (run.stores.empty())
      return;
    run.end = end;
    runs.push_back(std::move(run));
    run = {};
  };
  for (Operation &op : block) {
    auto store = dyn_cast<proton_gpu::StoreOp>(op);
    if (!store) {
      // Most operations occur while no records are held, and are not examined.
      if (run.stores.empty())
        continue;
      const std::optional<RunEnd> end = endAt(&op);
      if (!end)
        continue;
      if (run.hasStoredKeys() || !isPause(&op, kMaxCalls))
        finish(*end);
      else if (const auto last = static_cast<uint32_t>(run.stores.size() - 1);
               run.pauses.empty() || run.pauses.back() != last)
        run.pauses.push_back(last);
      continue;
    }
    if (!isGroupable(store)) {
      finish(RunEnd::Kind);
      continue;
    }
    if (!run.stores.empty() && !haveOneCondition(run.stores.back(), store))
      finish(RunEnd::Condition);
    if (!run.stores.empty() && !hasRoom(run, store))
      finish(RunEnd::Full);
    run.stores.push_back(store);
  }
}

/// The block that executes once after each execution of `block`, if the blocks between them neither
/// record nor wait; else null.
Block *RunFinder::blockAfter(Block &block, PostDominanceInfo &dominance) const {
  constexpr size_t kMaxBetween = 16;
  if (block.getNumSuccessors() == 0)
    return nullptr;
  auto *node = dominance.getNode(&block)->getIDom();
  Block *after = node ? node->getBlock() : nullptr;
  if (!after)
    return nullptr;
  llvm::SmallSetVector<Block *, 8> between;
  const auto addNext = [&](Block *from) {
    for (Block *next : from->getSuccessors())
      if (next != after)
        between.insert(next);
  };
  addNext(&block);
  for (size_t i = 0; i < between.size() && i < kMaxBetween; ++i) // grows
    addNext(between[i]);
  const auto isFromHere = [&](Block *from) { return from == &block || between.contains(from); };
  const auto mayBeBetween = [&](Block *inner) {
    return llvm::all_of(inner->getPredecessors(), isFromHere) && !endInside(*inner);
  };
  const bool isOnce = between.size() <= kMaxBetween && !between.contains(&block) &&
                      !hasCycle(between.getArrayRef()) &&
                      llvm::all_of(after->getPredecessors(), isFromHere);
  return isOnce && llvm::all_of(between, mayBeBetween) ? after : nullptr;
}

void RunFinder::findFrom(Block &first, PostDominanceInfo &dominance, BlockSet &seen,
                         std::vector<RecordRun> &runs) {
  RecordRun run;
  for (Block *block = &first; block && seen.insert(block).second;
       block = run.stores.empty() ? nullptr : blockAfter(*block, dominance))
    findIn(*block, run, runs);
  if (!run.stores.empty())
    runs.push_back(std::move(run)); // RunEnd::Block
}

std::vector<RecordRun> RunFinder::runsIn(FunctionOpInterface function) {
  PostDominanceInfo dominance(function);
  BlockSet seen;
  std::vector<RecordRun> runs;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions()) {
      if (region.empty())
        continue;
      // A block comes before those that it dominates.
      for (Block *block : llvm::ReversePostOrderTraversal<Block *>(&region.front()))
        if (!seen.contains(block))
          findFrom(*block, dominance, seen, runs);
    }
  });
  return runs;
}

} // namespace pstudio
