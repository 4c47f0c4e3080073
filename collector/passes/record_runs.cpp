// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/record_runs.h"

#include <algorithm>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "collector/passes/record_bounds.h"
#include "core/record/group_layout.h"

using namespace mlir;

namespace pstudio {
namespace {

using automode::Activity;
using automode::AsyncQueue;

/// A scope or an event of the function itself: all that is stored of it is a clock and a key.
bool isGroupable(proton_gpu::StoreOp store) {
  switch (store.getKind()) {
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

bool hasStoredKey(proton_gpu::StoreOp store) {
  return store.getKey() && !constantKey(store);
}

bool hasRoom(const RecordRun &run, proton_gpu::StoreOp store) {
  const bool isKeyed = hasStoredKey(store) || llvm::any_of(run.stores, hasStoredKey);
  return run.stores.size() < (isKeyed ? record::kMaxKeyedGroupRecords : record::kMaxGroupRecords);
}

/// Assembly that goes elsewhere, maybe back or to the end.
bool mayLeave(Operation *op) {
  auto assembly = dyn_cast<LLVM::InlineAsmOp>(op);
  if (!assembly)
    return false;
  const StringRef text = assembly.getAsmString();
  return llvm::any_of(std::array<StringRef, 5>{"bra", "exit", "trap", "s_endpgm", "s_cbranch"},
                      [&](StringRef word) { return text.contains(word); });
}

bool isLoop(Operation *op) {
  return isa<LoopLikeOpInterface>(op) ||
         llvm::any_of(op->getRegions(), [](Region &region) { return llvm::range_size(region) > 1; });
}

} // namespace

std::optional<uint32_t> constantKey(proton_gpu::StoreOp store) {
  APInt number;
  if (!store.getKey() || !matchPattern(store.getKey(), m_ConstantInt(&number)))
    return std::nullopt;
  return static_cast<uint32_t>(number.extractBitsAsZExtValue(record::kGroupKeyBits, 0));
}

uint64_t weightOf(proton_gpu::StoreOp store) {
  constexpr uint32_t kMostLoops = 3, kTurnsShift = 4;
  uint32_t loops = isInCycle(store->getBlock()) ? 1 : 0;
  for (Operation *op = store->getParentOp(); op && !isa<FunctionOpInterface>(op);
       op = op->getParentOp())
    loops += isa<LoopLikeOpInterface>(op) || isInCycle(op->getBlock());
  return uint64_t{1} << kTurnsShift * std::min(loops, kMostLoops);
}

bool RunFinder::mayNotEnd(Operation *op) const {
  return llvm::any_of(m_classifiers.effectsOf(op), [](const automode::Effect &effect) {
    switch (effect.activity) {
    case Activity::Barrier:
    case Activity::Poll:
    case Activity::Synchronize:
      return true;
    case Activity::Wait: // groups and counters end by themselves
      return effect.queue == AsyncQueue::Mbarrier || effect.queue == AsyncQueue::NamedBarrier;
    default:
      return false;
    }
  });
}

std::optional<RunEnd> RunFinder::endInside(Operation *op) const {
  if (isLoop(op))
    return RunEnd::Loop;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps()) {
      if (isa<proton_gpu::StoreOp>(inner))
        return RunEnd::Branch;
      if (const std::optional<RunEnd> end = endAt(&inner))
        return end;
    }
  return std::nullopt;
}

std::optional<RunEnd> RunFinder::endAt(Operation *op) const {
  if (isa<proton_gpu::FinalizeOp>(op))
    return RunEnd::Return;
  if (isa<CallOpInterface, proton_gpu::SaveContextOp, proton_gpu::RestoreContextOp>(op))
    return RunEnd::Call;
  if (!m_holdsAcrossWaits && mayNotEnd(op))
    return RunEnd::Wait;
  if (mayLeave(op))
    return RunEnd::Assembly;
  return op->getNumRegions() == 0 ? std::nullopt : endInside(op);
}

void RunFinder::findIn(Block &block, std::vector<RecordRun> &runs) const {
  RecordRun run;
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
      // Most operations come where nothing is held, and are not looked at.
      if (run.stores.empty())
        continue;
      if (const std::optional<RunEnd> end = endAt(&op))
        finish(*end);
      continue;
    }
    if (!isGroupable(store)) {
      finish(RunEnd::Kind);
      continue;
    }
    if (!run.stores.empty() && run.stores.back().getCondition() != store.getCondition())
      finish(RunEnd::Condition);
    if (!run.stores.empty() && !hasRoom(run, store))
      finish(RunEnd::Full);
    run.stores.push_back(store);
  }
  finish(RunEnd::Block);
}

std::vector<RecordRun> RunFinder::runsIn(FunctionOpInterface function) const {
  std::vector<RecordRun> runs;
  function->walk<WalkOrder::PreOrder>([&](Block *block) { findIn(*block, runs); });
  return runs;
}

} // namespace pstudio
