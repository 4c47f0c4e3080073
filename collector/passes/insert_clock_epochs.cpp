// SPDX-License-Identifier: Apache-2.0
// proton-gpu-insert-clock-epochs: the upper half of the clock at records that may come long after
// the record before them.
#include "collector/passes/passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SCCIterator.h"

#include "collector/ir/call_graph.h"
#include "collector/passes/allocate_segments.h"
#include "collector/passes/call_contexts.h"
#include "collector/passes/long_operations.h"
#include "collector/passes/record_bounds.h"
#include "collector/passes/record_runs.h"
#include "core/record/record_layout.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONGPUINSERTCLOCKEPOCHS
#include "collector/passes/passes.h.inc"

namespace {

/// The records of a unit since its last epoch, or since the CTA began.
enum class Since : uint8_t {
  Records, ///< each comes less than a period of the clock after the one before
  Wait,    ///< then something that may have taken longer
  Loop,    ///< records of loops among them: any may come later than that
};

/// An epoch that is needed.
struct EpochPlace {
  Operation *before = nullptr;
  Since since = Since::Wait;
};

/// Finds the places of one function. Functions in `repeated` are called in loops.
class EpochPlaces {
public:
  EpochPlaces(LongOperations &operations, const llvm::DenseSet<Operation *> &repeated)
      : m_operations(operations), m_repeated(repeated) {}

  /// Its caller has recorded, or stored an epoch, directly before.
  SmallVector<EpochPlace> in(FunctionOpInterface function) {
    visit(function.getFunctionBody(), Since::Records);
    return std::move(m_places);
  }

private:
  Since visit(Region &region, Since since) {
    if (region.empty())
      return since;
    if (llvm::hasSingleElement(region))
      return visit(region.front(), since);
    DenseMap<Block *, Since> ends = endsOfCycles(region);
    Since last = since;
    for (Block *block : llvm::ReversePostOrderTraversal<Block *>(&region.front())) {
      if (ends.contains(block))
        continue;
      Since begin = block->isEntryBlock() ? since : Since::Records;
      for (Block *from : block->getPredecessors())
        begin = std::max(begin, ends.lookup(from));
      last = ends[block] = endOf(*block, begin, ends);
    }
    return last;
  }

  /// The states at the ends of the blocks in cycles.
  static DenseMap<Block *, Since> endsOfCycles(Region &region) {
    DenseMap<Block *, Since> ends;
    for (auto cycle = llvm::scc_begin(&region); !cycle.isAtEnd(); ++cycle) {
      if (!cycle.hasCycle())
        continue;
      const bool records = llvm::any_of(*cycle, [](Block *block) { return recordsIn(*block); });
      for (Block *block : *cycle)
        ends[block] = records ? Since::Loop : Since::Wait;
    }
    return ends;
  }

  /// The end of a block that is in no cycle. Before a cycle with records comes an epoch.
  Since endOf(Block &block, Since since, const DenseMap<Block *, Since> &ends) {
    since = visit(block, since);
    const bool entersLoop = llvm::any_of(
        block.getSuccessors(), [&](Block *next) { return ends.lookup(next) == Since::Loop; });
    if (!entersLoop)
      return since;
    need(*block.getTerminator(), since);
    return Since::Records;
  }

  Since visit(Block &block, Since since) {
    for (Operation &op : block)
      since = visit(op, since);
    return since;
  }

  Since visit(Operation &op, Since since) {
    if (isa<proton_gpu::StoreOp>(op) || isa<proton_gpu::SaveContextOp>(op)) {
      // Before a function that is called in loops, too, an epoch ends what is certain.
      if (since != Since::Records || (op.getNextNode() && isRepeatedCall(*op.getNextNode())))
        need(op, since);
      return Since::Records;
    }
    if (isa<proton_gpu::RestoreContextOp>(op))
      return isRepeatedCall(*op.getPrevNode()) ? Since::Loop : Since::Records;
    if (isa<proton_gpu::FinalizeOp>(op) && since == Since::Loop)
      need(op, since);
    if (isLoop(&op) && recordsIn(op)) {
      need(op, since);
      return Since::Loop;
    }
    if (m_operations.mayTakeLong(&op) && !isAfterContext(op))
      return std::max(since, Since::Wait);
    Since end = since;
    for (Region &region : op.getRegions())
      end = std::max(end, visit(region, since));
    return end;
  }

  /// The call of a function that records: the function itself has the epochs.
  static bool isAfterContext(Operation &op) {
    return isa_and_nonnull<proton_gpu::SaveContextOp>(op.getPrevNode());
  }

  bool isRepeatedCall(Operation &op) const {
    auto call = dyn_cast<CallOpInterface>(op);
    return call && isAfterContext(op) && m_repeated.contains(calleeOf(call));
  }

  static bool isRecord(Operation *op) {
    return isa<proton_gpu::StoreOp, proton_gpu::SaveContextOp>(op);
  }
  static bool recordsIn(Operation &op) {
    return op
        .walk([](Operation *inner) {
          return isRecord(inner) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }
  static bool recordsIn(Block &block) {
    return llvm::any_of(block, [](Operation &op) { return recordsIn(op); });
  }

  void need(Operation &before, Since since) { m_places.push_back({&before, since}); }

  LongOperations &m_operations;
  const llvm::DenseSet<Operation *> &m_repeated;
  SmallVector<EpochPlace> m_places;
};

/// The functions that record and that `functions` call in loops, over any number of calls.
llvm::DenseSet<Operation *> repeatedFunctions(ArrayRef<FunctionOpInterface> functions) {
  llvm::DenseSet<Operation *> repeated;
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (FunctionOpInterface function : functions)
      function.walk([&](proton_gpu::SaveContextOp save) {
        auto call = dyn_cast_or_null<CallOpInterface>(save->getNextNode());
        const bool isRepeated = call && (repeated.contains(function) || weightOf(save) > 1);
        isChanged |= isRepeated && repeated.insert(calleeOf(call)).second;
      });
  }
  return repeated;
}

/// Writes the epochs of one kernel and of the functions that record in its segment.
class KernelEpochs {
public:
  KernelEpochs(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment)
      : m_kernel(kernel), m_segment(segment) {}

  /// `sharedSlots`: as of proton-gpu-group-records.
  void run(uint32_t sharedSlots) {
    const SmallVector<EpochPlace> places = findPlaces();
    if (isTooMuch(places, sharedSlots))
      return;
    for (const EpochPlace &place : places)
      insert(place);
  }

private:
  SmallVector<EpochPlace> findPlaces() {
    SmallVector<FunctionOpInterface> functions{m_kernel};
    for (const RecordingCallee &callee : recordingCallees(m_kernel))
      functions.push_back(callee.function);
    const llvm::DenseSet<Operation *> repeated = repeatedFunctions(functions);
    LongOperations operations;
    SmallVector<EpochPlace> places;
    for (FunctionOpInterface function : functions)
      if (!repeated.contains(function))
        llvm::append_range(places, EpochPlaces(operations, repeated).in(function));
    return places;
  }

  /// Whether a segment that was put in shared memory because it holds all records would not hold
  /// them with the epochs.
  bool isTooMuch(ArrayRef<EpochPlace> places, uint32_t sharedSlots) {
    const auto type = cast<proton_gpu::SegmentType>(m_segment.getSegment().getType());
    if (type.getMemorySpace() != proton_gpu::MemorySpace::Shared || sharedSlots == 0)
      return false;
    const uint64_t slots = record::slotsOf(record::makeTag(record::Kind::ClockEpoch, 0, 0));
    const std::optional<uint64_t> most = mostSlots(m_kernel);
    return !most || *most + slots * places.size() > sharedSlots;
  }

  /// A record has the clock of its epoch. Where a full half of the segment may be handed over
  /// between the two it reads its own clock afterwards, so that clocks ascend in the segment.
  void insert(const EpochPlace &place) {
    auto store = dyn_cast<proton_gpu::StoreOp>(place.before);
    auto read = store ? store.getCounter().getDefiningOp<proton_gpu::ReadCounterOp>()
                      : proton_gpu::ReadCounterOp();
    const bool isOwn = read && read->hasOneUse() && read->getBlock() == store->getBlock();
    const bool isShared = isOwn && !proton_gpu::isDoubleBuffered(m_segment.getStrategy());
    OpBuilder builder(isShared ? read.getOperation() : place.before);
    const Location location = place.before->getLoc();
    Value clock = builder.create<proton_gpu::ReadCounterOp>(location, builder.getI64Type(),
                                                            m_segment.getMetric());
    Value low = builder.create<LLVM::TruncOp>(location, builder.getI32Type(), clock);
    Value half = builder.create<LLVM::ConstantOp>(location, builder.getI64IntegerAttr(32));
    Value upper = builder.create<LLVM::LShrOp>(location, clock, half);
    Value high = builder.create<LLVM::TruncOp>(location, builder.getI32Type(), upper);
    builder.setInsertionPoint(place.before);
    storeEpoch(builder, place, low, high);
    if (!isOwn)
      return;
    if (!isShared) {
      read->moveBefore(store);
      return;
    }
    store.getCounterMutable().assign(low);
    read.erase();
  }

  void storeEpoch(OpBuilder &builder, const EpochPlace &place, Value low, Value high) {
    auto store = dyn_cast<proton_gpu::StoreOp>(place.before);
    auto function = place.before->getParentOfType<FunctionOpInterface>();
    proton_gpu::SegmentOfCallerOp ofCaller = segmentOfCaller(function);
    Value segment = ofCaller ? ofCaller.getSegment() : m_segment.getSegment();
    builder.create<proton_gpu::StoreOp>(
        place.before->getLoc(), proton_gpu::RecordKind::ClockEpoch, /*id=*/0, /*key=*/Value(), low,
        segment, store ? store.getCondition() : Value(), /*event=*/Value(), high,
        /*further=*/ValueRange(), /*by=*/Value(), /*each=*/IntegerAttr(), /*stride=*/IntegerAttr(),
        /*xors=*/DenseI64ArrayAttr(), /*offsets=*/proton::ThreadOffsetsAttr(), /*shared=*/false,
        /*afterLoop=*/place.since == Since::Loop);
  }

  gpu::GPUFuncOp m_kernel;
  proton_gpu::SegmentAllocOp m_segment;
};

class ProtonGPUInsertClockEpochsPass
    : public impl::ProtonGPUInsertClockEpochsBase<ProtonGPUInsertClockEpochsPass> {
public:
  using ProtonGPUInsertClockEpochsBase::ProtonGPUInsertClockEpochsBase;

  void runOnOperation() override {
    const auto visit = [&](gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment) {
      if (segment.getStrategy() != proton_gpu::Strategy::Histogram)
        KernelEpochs(kernel, segment).run(sharedSlots);
      return success();
    };
    if (failed(forEachSegment(getOperation(), visit)))
      signalPassFailure();
  }
};

} // namespace
} // namespace pstudio
