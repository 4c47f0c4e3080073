// SPDX-License-Identifier: Apache-2.0
// proton-sample-iterations: the records of a loop depend on the number of its iteration.
#include "collector/passes/passes.h"

#include <array>
#include <memory>

#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

#include "collector/passes/record_rewriter.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONSAMPLEITERATIONS
#include "collector/passes/passes.h.inc"

namespace {

/// A loop: an operation with a body, or blocks that branch back to the first of them.
struct Loop {
  Operation *op = nullptr;
  CFGLoop *blocks = nullptr;

  const void *key() const { return op ? static_cast<const void *>(op) : blocks; }
  /// Where each iteration begins.
  Block *header() const { return op ? &op->getRegion(0).front() : blocks->getHeader(); }
};

/// The loops around an operation of one function.
class LoopNest {
public:
  explicit LoopNest(FunctionOpInterface function) : m_function(function), m_dominance(function) {}

  /// Innermost first.
  SmallVector<Loop> around(Operation *op) {
    SmallVector<Loop> loops;
    while (op != m_function.getOperation()) {
      Block *block = op->getBlock();
      for (CFGLoop *loop = loopOf(block); loop; loop = loop->getParentLoop())
        loops.push_back({nullptr, loop});
      op = block->getParentOp();
      if (isa<LoopLikeOpInterface>(op))
        loops.push_back({op, nullptr});
    }
    return loops;
  }

private:
  CFGLoop *loopOf(Block *block) {
    Region *region = block->getParent();
    if (region->hasOneBlock())
      return nullptr;
    std::unique_ptr<CFGLoopInfo> &info = m_loops[region];
    if (!info)
      info = std::make_unique<CFGLoopInfo>(m_dominance.getDomTree(region));
    return info->getLoopFor(block);
  }

  FunctionOpInterface m_function;
  DominanceInfo m_dominance;
  DenseMap<Region *, std::unique_ptr<CFGLoopInfo>> m_loops;
};

/// Makes the records of one function depend on the iterations of their loops.
class IterationSampler {
public:
  IterationSampler(FunctionOpInterface function, uint32_t every)
      : m_function(function), m_every(every), m_nest(function) {}

  void run() {
    llvm::MapVector<uint32_t, SmallVector<proton_gpu::StoreOp>> operations;
    m_function.walk([&](proton_gpu::StoreOp store) {
      // The end of an asynchronous operation may come in a later iteration: they stay whole.
      const proton_gpu::RecordKind kind = store.getKind();
      if (kind != proton_gpu::RecordKind::EventStart && kind != proton_gpu::RecordKind::EventEnd)
        operations[store.getId()].push_back(store);
    });
    for (auto &[id, stores] : operations)
      if (const std::optional<Loop> loop = innermostAround(stores))
        for (proton_gpu::StoreOp store : stores)
          setCondition(store, counterOf(*loop, isAccess(store)));
  }

private:
  /// The innermost loop that contains all records of an operation.
  std::optional<Loop> innermostAround(ArrayRef<proton_gpu::StoreOp> stores) {
    SmallVector<Loop> common = m_nest.around(stores.front());
    for (proton_gpu::StoreOp store : stores.drop_front()) {
      const SmallVector<Loop> others = m_nest.around(store);
      llvm::erase_if(common, [&](const Loop &loop) {
        return llvm::none_of(others, [&](const Loop &o) { return o.key() == loop.key(); });
      });
    }
    return common.empty() ? std::nullopt : std::optional(common.front());
  }

  static bool isAccess(proton_gpu::StoreOp store) {
    return store.getKind() == proton_gpu::RecordKind::MemoryAccess;
  }

  /// Accesses are a sample of all, so theirs goes on where the loop is entered again: the first
  /// rounds of a short inner loop would else be most of it. Scopes begin with the first round.
  Value counterOf(const Loop &loop, bool goesOn) {
    Value &counter = m_counters[goesOn ? 1 : 0][loop.key()];
    if (!counter)
      counter = makeCounter(loop, goesOn);
    return counter;
  }

  Value makeCounter(const Loop &loop, bool goesOn) {
    OpBuilder entry = OpBuilder::atBlockBegin(&m_function.getFunctionBody().front());
    const Location location = loop.header()->getParentOp()->getLoc();
    const auto type = proton_gpu::IterationsType::get(entry.getContext());
    Value counter = entry.create<proton_gpu::LoopCounterOp>(location, type, m_every);
    if (goesOn)
      entry.create<proton_gpu::EnterLoopOp>(location, counter);
    else
      for (Operation *place : entrancesOf(loop))
        OpBuilder(place).create<proton_gpu::EnterLoopOp>(location, counter);
    OpBuilder body = OpBuilder::atBlockBegin(loop.header());
    body.create<proton_gpu::NextIterationOp>(location, counter);
    return counter;
  }

  /// What control passes last before the loop begins.
  static SmallVector<Operation *> entrancesOf(const Loop &loop) {
    if (loop.op)
      return {loop.op};
    SmallVector<Operation *> entrances;
    for (Block *before : loop.blocks->getHeader()->getPredecessors())
      if (!loop.blocks->contains(before) && !llvm::is_contained(entrances, before->getTerminator()))
        entrances.push_back(before->getTerminator());
    return entrances;
  }

  static void setCondition(proton_gpu::StoreOp store, Value counter) {
    // In front of the read of the clock, so that nothing comes between that and the store.
    Operation *read = store.getCounter().getDefiningOp();
    const bool isNear = read && read->getBlock() == store->getBlock();
    OpBuilder builder(isNear ? read : store.getOperation());
    Value isSampled =
        builder.create<proton_gpu::IsSampledOp>(store.getLoc(), builder.getI1Type(), counter);
    store.getConditionMutable().assign(isSampled);
  }

  FunctionOpInterface m_function;
  const uint32_t m_every;
  LoopNest m_nest;
  std::array<DenseMap<const void *, Value>, 2> m_counters; ///< those that go on are second
};

class ProtonSampleIterationsPass
    : public impl::ProtonSampleIterationsBase<ProtonSampleIterationsPass> {
public:
  using ProtonSampleIterationsBase::ProtonSampleIterationsBase;

  void runOnOperation() override {
    if (every == 0) {
      getOperation().emitError("option 'every' must be at least 1, but is 0");
      return signalPassFailure();
    }
    if (every == 1)
      return;
    forEachRecordingFunction(getOperation(), [&](FunctionOpInterface function, Value) {
      IterationSampler(function, every).run();
    });
  }
};

} // namespace
} // namespace pstudio
