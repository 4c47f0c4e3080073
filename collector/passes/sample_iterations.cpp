// SPDX-License-Identifier: Apache-2.0
// proton-sample-iterations: the records of a loop, and of functions called in it, depend on the
// number of the iteration.
#include "collector/passes/passes.h"

#include <array>
#include <memory>
#include <set>
#include <string>

#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

#include "collector/ir/call_graph.h"
#include "collector/passes/convert_annotations.h"

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

/// The kinds of records that are sampled. Accesses are a sample of all accesses: their iteration
/// counter continues where a loop is entered again. Otherwise the first iterations of a short inner
/// loop would be most of the sample. Scopes and values restart with the first iteration.
enum Kind : size_t { kScopes, kAccesses, kKinds };

Kind kindOf(proton_gpu::StoreOp store) {
  return store.getKind() == proton_gpu::RecordKind::MemoryAccess ? kAccesses : kScopes;
}

/// A call of a function that records.
struct RecordingCall {
  proton_gpu::SaveContextOp save;
  FunctionOpInterface callee;
  std::optional<Loop> loop; ///< the innermost around it
};

/// The loops of one function, and the records that are in no loop.
class IterationSampler {
public:
  IterationSampler(FunctionOpInterface function, uint32_t every)
      : m_function(function), m_every(every), m_nest(function) {}

  /// Makes records in loops depend on their iterations, and collects the others.
  void run() {
    llvm::MapVector<uint32_t, SmallVector<proton_gpu::StoreOp>> operations;
    m_function.walk([&](Operation *op) {
      auto store = dyn_cast<proton_gpu::StoreOp>(op);
      if (store && !isOfEvent(store))
        operations[store.getId()].push_back(store);
      else if (auto save = dyn_cast<proton_gpu::SaveContextOp>(op))
        addCall(save);
    });
    for (auto &[id, stores] : operations) {
      const std::optional<Loop> loop = innermostAround(stores);
      for (proton_gpu::StoreOp store : stores)
        if (loop)
          setCondition(store, isSampledAt(placeOf(store), *loop, kindOf(store)));
        else
          m_outside[kindOf(store)].push_back(store);
    }
  }

  ArrayRef<RecordingCall> calls() const { return m_calls; }
  /// Records that are in no loop of the function.
  ArrayRef<proton_gpu::StoreOp> outside(Kind kind) const { return m_outside[kind]; }

  /// Makes the records outside of loops depend on the iteration that called the function.
  void followCaller(Kind kind, uint32_t index) {
    OpBuilder entry = OpBuilder::atBlockBegin(&m_function.getFunctionBody().front());
    m_ofCaller[kind] =
        entry.create<proton_gpu::CallerIsSampledOp>(m_function.getLoc(), entry.getI1Type(), index);
    for (proton_gpu::StoreOp store : m_outside[kind])
      setCondition(store, m_ofCaller[kind]);
  }

  /// Passes to the callee whether the calling iteration records this kind.
  void forward(const RecordingCall &call, Kind kind) {
    proton_gpu::SaveContextOp save = call.save;
    Value isSampled = call.loop ? isSampledAt(save, *call.loop, kind) : m_ofCaller[kind];
    OpBuilder builder(save);
    if (!isSampled)
      isSampled = builder.create<LLVM::ConstantOp>(save.getLoc(), builder.getI1Type(),
                                                   builder.getBoolAttr(true));
    save.getConditionsMutable().append(isSampled);
  }

private:
  /// The end of an asynchronous operation may come in a later iteration, so events are not sampled.
  static bool isOfEvent(proton_gpu::StoreOp store) {
    return store.getKind() == proton_gpu::RecordKind::EventStart ||
           store.getKind() == proton_gpu::RecordKind::EventEnd;
  }

  void addCall(proton_gpu::SaveContextOp save) {
    auto call = dyn_cast<CallOpInterface>(save->getNextNode());
    if (!call) // the save_context before a return
      return;
    const SmallVector<Loop> loops = m_nest.around(save);
    m_calls.push_back(
        {save, calleeOf(call), loops.empty() ? std::nullopt : std::optional(loops.front())});
  }

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

  /// i1, computed before `op`.
  Value isSampledAt(Operation *op, const Loop &loop, Kind kind) {
    Value &counter = m_counters[kind][loop.key()];
    if (!counter)
      counter = makeCounter(loop, /*kept=*/kind == kAccesses);
    OpBuilder builder(op);
    return builder.create<proton_gpu::IsSampledOp>(op->getLoc(), builder.getI1Type(), counter);
  }

  Value makeCounter(const Loop &loop, bool kept) {
    OpBuilder entry = OpBuilder::atBlockBegin(&m_function.getFunctionBody().front());
    const Location location = loop.header()->getParentOp()->getLoc();
    const auto type = proton_gpu::IterationsType::get(entry.getContext());
    Value counter = entry.create<proton_gpu::LoopCounterOp>(location, type, m_every, kept);
    if (!kept)
      for (Operation *place : entrancesOf(loop))
        OpBuilder(place).create<proton_gpu::EnterLoopOp>(location, counter);
    OpBuilder body = OpBuilder::atBlockBegin(loop.header());
    body.create<proton_gpu::NextIterationOp>(location, counter);
    return counter;
  }

  /// The operations that control passes last before the loop begins.
  static SmallVector<Operation *> entrancesOf(const Loop &loop) {
    if (loop.op)
      return {loop.op};
    SmallVector<Operation *> entrances;
    for (Block *before : loop.blocks->getHeader()->getPredecessors())
      if (!loop.blocks->contains(before) && !llvm::is_contained(entrances, before->getTerminator()))
        entrances.push_back(before->getTerminator());
    return entrances;
  }

  /// Before the read of the clock, so that no code lies between the read and the store.
  static Operation *placeOf(proton_gpu::StoreOp store) {
    Operation *read = store.getCounter().getDefiningOp();
    return read && read->getBlock() == store->getBlock() ? read : store.getOperation();
  }

  /// A step of an asynchronous queue may already have a condition.
  static void setCondition(proton_gpu::StoreOp store, Value isSampled) {
    if (Value own = store.getCondition()) {
      OpBuilder builder(placeOf(store));
      isSampled = builder.create<LLVM::AndOp>(store.getLoc(), own, isSampled);
    }
    store.getConditionMutable().assign(isSampled);
  }

  FunctionOpInterface m_function;
  const uint32_t m_every;
  LoopNest m_nest;
  SmallVector<RecordingCall> m_calls;
  std::array<SmallVector<proton_gpu::StoreOp>, kKinds> m_outside;
  std::array<Value, kKinds> m_ofCaller; ///< i1; null if records do not depend on the caller
  std::array<DenseMap<const void *, Value>, kKinds> m_counters;
};

/// All functions of a module: records outside of the loops of a function follow the loop around its
/// call.
class CallSampler {
public:
  CallSampler(gpu::GPUModuleOp module, uint32_t every) {
    forEachRecordingFunction(module, [&](FunctionOpInterface function, Value) {
      auto sampler = std::make_unique<IterationSampler>(function, every);
      sampler->run();
      m_functions.insert({function, std::move(sampler)});
    });
    for (const auto &[function, sampler] : m_functions)
      for (const RecordingCall &call : sampler->calls())
        m_callers[call.callee].emplace_back(function, call.loop.has_value());
  }

  void run() {
    for (const auto &[function, sampler] : m_functions)
      for (uint32_t kind = 0, index = 0; kind < kKinds; ++kind)
        if (followsCaller(function, Kind(kind)))
          sampler->followCaller(Kind(kind), index++);
    for (const auto &[function, sampler] : m_functions)
      for (const RecordingCall &call : sampler->calls())
        for (uint32_t kind = 0; kind < kKinds; ++kind)
          if (followsCaller(call.callee, Kind(kind)))
            sampler->forward(call, Kind(kind));
  }

  /// Stores on a kernel the accesses that are not recorded in each iteration.
  void noteIterated(gpu::GPUFuncOp kernel) {
    std::set<uint32_t> ids;
    collectIterated(cast<FunctionOpInterface>(kernel.getOperation()), 0, ids);
    std::string text;
    for (const uint32_t id : ids)
      text += (text.empty() ? "" : ",") + std::to_string(id);
    kernel->setAttr(proton_gpu::kIteratedAccessesAttribute,
                    StringAttr::get(kernel.getContext(), text));
  }

private:
  bool followsCaller(Operation *function, Kind kind) {
    return isCalledInLoop(function) && hasOutside(function, kind);
  }

  /// True if a call on some path from the kernel to the function is in a loop, so that its calls
  /// differ. Functions that record are not recursive.
  bool isCalledInLoop(Operation *function) {
    const auto found = m_callers.find(function);
    return found != m_callers.end() && llvm::any_of(found->second, [&](const auto &caller) {
             return caller.second || isCalledInLoop(caller.first);
           });
  }

  /// True if the function, or a function that it calls outside of loops, has such records outside
  /// of loops.
  bool hasOutside(Operation *function, Kind kind) {
    const auto found = m_functions.find(function);
    return found != m_functions.end() &&
           (!found->second->outside(kind).empty() ||
            llvm::any_of(found->second->calls(), [&](const RecordingCall &call) {
              return !call.loop && hasOutside(call.callee, kind);
            }));
  }

  /// Adds the ids of the accesses of `function`, called where `offset` is added to its ids, whose
  /// records have a condition.
  void collectIterated(FunctionOpInterface function, uint32_t offset, std::set<uint32_t> &ids) {
    function.walk([&](proton_gpu::StoreOp store) {
      if (kindOf(store) == kAccesses && store.getCondition())
        ids.insert(offset + store.getId());
    });
    const auto found = m_functions.find(function);
    if (found == m_functions.end())
      return;
    for (const RecordingCall &call : found->second->calls())
      collectIterated(call.callee, offset + proton_gpu::SaveContextOp(call.save).getOffset(), ids);
  }

  llvm::MapVector<Operation *, std::unique_ptr<IterationSampler>> m_functions;
  DenseMap<Operation *, SmallVector<std::pair<Operation *, bool>>> m_callers; ///< in a loop or not
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
    CallSampler sampler(getOperation(), every);
    sampler.run();
    for (auto kernel : getOperation().getOps<gpu::GPUFuncOp>())
      if (kernel->hasAttr(proton_gpu::kOperationsAttribute))
        sampler.noteIterated(kernel);
    if (hasAny<proton_gpu::StoreOp>() && !hasAny<proton_gpu::LoopCounterOp>())
      getOperation().emitWarning() << "every=" << every.getValue()
                                   << " has no effect: no scope, value or access is in a loop";
  }

private:
  template <class Op> bool hasAny() {
    return getOperation().walk([](Op) { return WalkResult::interrupt(); }).wasInterrupted();
  }
};

} // namespace
} // namespace pstudio
