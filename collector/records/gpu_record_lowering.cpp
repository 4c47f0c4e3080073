// SPDX-License-Identifier: Apache-2.0
// Walks a kernel's proton_gpu operations and lowers each.
#include "collector/records/gpu_record_lowering.h"

#include <memory>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

#include "collector/analysis/warp_uniformity.h"
#include "collector/classification/operation_classifier.h"
#include "collector/passes/record_bounds.h"
#include "collector/records/counter_records.h"
#include "collector/records/kernel_functions.h"
#include "collector/records/loop_counters.h"
#include "collector/records/sampled_loops.h"
#include "core/record/record_layout.h"

using namespace mlir;

namespace pstudio {
namespace {

/// True if no memory operation is between a read of the clock and the only record that uses it. The
/// record may then read the clock itself.
bool isReadByRecord(proton_gpu::ReadCounterOp read, Operation *store) {
  if (!read || !read->hasOneUse() || read->getBlock() != store->getBlock())
    return false;
  for (Operation *op = read->getNextNode(); op != store; op = op->getNextNode())
    if (!isMemoryEffectFree(op))
      return false;
  return true;
}

/// True if the last memory operation before a read of the clock is a barrier of a CTA or a cluster,
/// in any form.
bool followsBarrier(proton_gpu::ReadCounterOp read, const automode::Classifiers &classifiers) {
  Operation *before = read->getPrevNode();
  while (before && isMemoryEffectFree(before) && !isa<gpu::BarrierOp>(before))
    before = before->getPrevNode();
  return before && llvm::any_of(classifiers.effectsOf(before), [](const automode::Effect &effect) {
           return effect.activity == automode::Activity::Barrier && !effect.isOfWarp &&
                  (effect.label == "barrier" || effect.label == "cluster barrier");
         });
}

/// True if a kernel contains a loop, over which values of its entry could stay in registers.
bool hasLoop(gpu::GPUFuncOp kernel) {
  const bool hasStructured =
      kernel.walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); }).wasInterrupted();
  if (hasStructured || kernel.getBody().hasOneBlock())
    return hasStructured;
  const DominanceInfo dominance(kernel);
  return llvm::any_of(kernel.getBody(), [&](Block &block) {
    return llvm::any_of(block.getSuccessors(),
                        [&](Block *next) { return dominance.dominates(next, &block); });
  });
}

/// The last record of the block before `end`; null if an operation with regions, a flush or another
/// record that is not a store follows it.
Operation *lastRecordBefore(Operation *end) {
  for (Operation *op = end->getPrevNode(); op; op = op->getPrevNode()) {
    if (isa<proton_gpu::StoreOp, proton_gpu::StoreGroupOp>(op))
      return op;
    if (op->getNumRegions() != 0 || isa<proton_gpu::FlushPointOp, proton_gpu::CountOp>(op))
      return nullptr;
  }
  return nullptr;
}

/// Sets an attribute on operations of the kernel and its callees for which `isMarked` is true.
template <class Op>
void mark(const WarpUniformity &uniformity, StringRef attribute, function_ref<bool(Op)> isMarked) {
  for (FunctionOpInterface function : uniformity.functions())
    function.walk([&](Op op) {
      if (isMarked(op))
        op->setAttr(attribute, UnitAttr::get(op.getContext()));
    });
}

/// The owner of the slot count: the whole warp, the active lanes under divergence, or each lane
/// alone.
enum class Lanes { Uniform, Divergent, PerThread };

/// True if only lanes with a predicate make one of the recorded accesses.
bool recordsPredicates(const WarpUniformity &uniformity) {
  return llvm::any_of(uniformity.functions(), [](FunctionOpInterface function) {
    return function
        .walk([](proton_gpu::StoreOp store) {
          return store.getBy() ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  });
}

/// Determines the behaviour of the lanes at records. Prepares the kernel for records without
/// divergence.
Lanes prepareLanes(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment,
                   const std::array<uint32_t, 3> &block, const RecordTarget &target) {
  if (SegmentShape(segment).isPerThread())
    return Lanes::PerThread;
  const uint32_t lanesPerWarp = target.writer(OpBuilder(segment), segment.getLoc())->lanesPerWarp();
  const WarpUniformity uniformity(kernel, block, lanesPerWarp);
  if (segment.getStrategy() == proton_gpu::Strategy::Histogram) {
    // Where all lanes count together, no lane is elected.
    mark<proton_gpu::CountOp>(uniformity, kTogetherAttribute,
                              [&](auto count) { return !uniformity.divergenceAt(count); });
    return Lanes::Uniform;
  }
  // The lanes of a predicate are counted at the record, so all of them must reach it together.
  const bool countsPredicates = target.countsLanesOfPredicates() && !uniformity.hasDivergentLoop();
  if (mayRecordDivergently(uniformity) || (!countsPredicates && recordsPredicates(uniformity)))
    return Lanes::Divergent;
  // For values that are equal in all lanes, no lane is elected.
  mark<proton_gpu::StoreOp>(uniformity, kUniformValueAttribute, [&](auto store) {
    // The lanes of a warp read the clock together.
    return store.getKind() == proton_gpu::RecordKind::ClockEpoch ||
           (store.getValue() && uniformity.isUniform(store.getValue()));
  });
  splitSampledLoops(kernel);
  return Lanes::Uniform;
}

class KernelLowering {
public:
  KernelLowering(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment,
                 const std::array<uint32_t, 3> &block, const RecordTarget &target, Lanes lanes)
      : m_kernel(kernel), m_text(kernel), m_segment(segment), m_target(target), m_block(block),
        m_entry(target.writer(OpBuilder(segment), segment.getLoc())),
        m_unit(locateUnit(*m_entry, segment, block)), m_records(makeStore(lanes)),
        m_locatesLate(lanes == Lanes::Uniform && isLocatedByIds(m_unit.shape) && hasLoop(kernel)) {}

  void run() {
    m_text.walk([&](proton_gpu::ReadCounterOp op) { waitForBarrier(op); });
    m_text.walk([&](proton_gpu::InitializeOp op) { lower(op); });
    if (m_locatesLate)
      m_kernel.walk([&](proton_gpu::FinalizeOp op) { locateAgain(op); });
    // Lowers the operations one by one: a flush point belongs to the store before it.
    m_text.walk([&](Operation *op) {
      if (auto store = dyn_cast<proton_gpu::StoreOp>(op))
        withLateUnit(op, [&] { lower(store); });
      else if (auto group = dyn_cast<proton_gpu::StoreGroupOp>(op))
        withLateUnit(op, [&] { lower(group); });
      else if (auto point = dyn_cast<proton_gpu::FlushPointOp>(op))
        lower(point);
    });
    lowerCounts();
    m_text.walk([&](proton_gpu::ReadCounterOp op) { lower(op); });
    m_text.walk([&](proton_gpu::FinalizeOp op) { lower(op); });
    lowerLoopCounters(m_text, m_segment);
    m_text.finish();
    m_segment.erase();
  }

private:
  std::unique_ptr<RecordStore> makeStore(Lanes lanes) {
    if (m_unit.shape.strategy == proton_gpu::Strategy::Histogram) {
      auto counters = std::make_unique<CounterRecords>(*m_entry, m_unit);
      m_counters = counters.get();
      return counters;
    }
    if (lanes == Lanes::Divergent)
      return m_target.divergentRecords(*m_entry, m_kernel, m_unit);
    return m_target.uniformRecords(*m_entry, m_unit, mayWrap(m_kernel, slotsBeforeFlush()));
  }

  /// Number of records that need neither a mask nor a flush.
  uint32_t slotsBeforeFlush() const {
    const uint32_t handed = flushedSlots(m_unit.shape);
    return handed != 0 ? handed - 1 : m_unit.shape.slots;
  }

  /// True if the unit's memory is a function of the ids of thread and CTA, and small to compute.
  static bool isLocatedByIds(const SegmentShape &shape) {
    return shape.strategy != proton_gpu::Strategy::Stream &&
           shape.strategy != proton_gpu::Strategy::Histogram && shape.ctas.empty() &&
           shape.recorders.empty();
  }

  /// Computes the unit's addresses again before the last record of an exit. With those of the entry
  /// they would take registers in all loops: ptxas had too few left to overlap the iterations of an
  /// n-body kernel on an H100, which took 1.53 times as long with two records a warp.
  void locateAgain(proton_gpu::FinalizeOp end) {
    Operation *last = lastRecordBefore(end);
    Operation *at = last ? last : end.getOperation();
    if (const auto writer = m_target.lateWriter(OpBuilder(at), at->getLoc()))
      m_lateUnits.try_emplace(end, last, locateUnit(*writer, m_segment, m_block));
  }

  /// Lowers with the addresses that were computed for an operation of an exit.
  void withLateUnit(Operation *op, function_ref<void()> lowerIt) {
    const auto late = llvm::find_if(
        m_lateUnits, [&](const auto &unit) { return op == unit.first || op == unit.second.last; });
    if (late == m_lateUnits.end())
      return lowerIt();
    std::swap(m_unit, late->second.unit);
    lowerIt();
    std::swap(m_unit, late->second.unit);
  }

  void waitForBarrier(proton_gpu::ReadCounterOp op) {
    if (followsBarrier(op, m_classifiers))
      m_target.waitForBarrier(*writerAt(op));
  }

  std::unique_ptr<GpuWriter> writerAt(Operation *op) const {
    return m_target.writer(OpBuilder(op), op->getLoc());
  }

  void lower(proton_gpu::InitializeOp op) {
    const std::unique_ptr<GpuWriter> w = writerAt(op);
    writeHeader(*w, m_unit);
    op.erase();
  }

  void lower(proton_gpu::StoreOp op) {
    const std::unique_ptr<GpuWriter> w = writerAt(op);
    writeAndErase(op, op.getCounter(),
                  [&](Value clock) { m_records->store(*w, op, tag(*w, op), clock); });
  }

  /// The clocks before the last one wait in registers.
  void lower(proton_gpu::StoreGroupOp op) {
    const std::unique_ptr<GpuWriter> w = writerAt(op);
    Value tag = m_text.tagAt(op, record::makeTag(record::Kind::Group, 0, op.getGroup()));
    writeAndErase(op, op.getCounters().back(),
                  [&](Value lastClock) { m_records->storeGroup(*w, op, tag, lastClock); });
  }

  /// `write` writes the record of `op` with the clock, null to read it there.
  static void writeAndErase(Operation *op, Value counter, function_ref<void(Value)> write) {
    auto read = counter.getDefiningOp<proton_gpu::ReadCounterOp>();
    const bool readsClock = isReadByRecord(read, op);
    write(readsClock ? Value() : counter);
    op->erase();
    if (readsClock)
      read.erase();
  }

  /// Lowers adjacent counts together; each has a register until all are computed.
  void lowerCounts() {
    constexpr size_t kMaxTogether = 8;
    SmallVector<SmallVector<proton_gpu::CountOp>> places;
    m_text.walk([&](proton_gpu::CountOp op) {
      if (places.empty() || places.back().back()->getNextNode() != op ||
          places.back().size() == kMaxTogether || op.getBy() || places.back().back().getBy())
        places.emplace_back();
      places.back().push_back(op);
    });
    for (ArrayRef<proton_gpu::CountOp> counts : places) {
      const std::unique_ptr<GpuWriter> w = writerAt(counts.front());
      m_counters->count(*w, counts, m_text.tagOffset(counts.front()));
      for (proton_gpu::CountOp op : counts)
        op.erase();
    }
  }

  void lower(proton_gpu::FlushPointOp op) {
    const std::unique_ptr<GpuWriter> w = writerAt(op);
    m_records->atFlushPoint(*w, op);
    op.erase();
  }

  Value tag(GpuWriter &w, proton_gpu::StoreOp op) {
    Value fixed = m_text.tagAt(op, tagOf(op));
    if (!op.getKey())
      return fixed;
    Value key = w.builder().create<arith::IndexCastOp>(op.getLoc(), w.i32(), op.getKey());
    return w.bitOr(fixed, w.bitAnd(key, w.constant32(record::kKeyMask)));
  }

  /// Lowers a counter that has other uses than records.
  void lower(proton_gpu::ReadCounterOp op) {
    const std::unique_ptr<GpuWriter> w = writerAt(op);
    const bool isWhole = op.getCounter().getType().isInteger(64);
    op.getCounter().replaceAllUsesWith(isWhole ? w->readWholeClock(m_unit.shape.metric)
                                               : w->readClock(m_unit.shape.metric));
    op.erase();
  }

  void lower(proton_gpu::FinalizeOp op) {
    const std::unique_ptr<GpuWriter> w = writerAt(op);
    withLateUnit(op, [&] {
      m_records->finalize(*w);
      writeEndPair(*w, m_unit);
    });
    op.erase();
  }

  gpu::GPUFuncOp m_kernel;
  KernelFunctions m_text;
  proton_gpu::SegmentAllocOp m_segment;
  const RecordTarget &m_target;
  const std::array<uint32_t, 3> m_block;
  const automode::Classifiers m_classifiers;
  std::unique_ptr<GpuWriter> m_entry;
  GpuUnit m_unit; ///< of the entry; while an operation of an exit is lowered, of that exit
  CounterRecords *m_counters = nullptr; ///< m_records, where accesses are counted
  std::unique_ptr<RecordStore> m_records;
  const bool m_locatesLate;
  /// Addresses that are computed at an exit, for its last record (or null) and its end.
  struct LateUnit {
    LateUnit(Operation *record, GpuUnit of) : last(record), unit(std::move(of)) {}
    Operation *last;
    GpuUnit unit;
  };
  llvm::MapVector<Operation *, LateUnit> m_lateUnits; ///< by the end
};

} // namespace

LogicalResult lowerRecordsForGpu(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment,
                                 const std::array<uint32_t, 3> &block, const RecordTarget &target) {
  if (failed(checkLowerable(segment)))
    return failure();
  const Lanes lanes = prepareLanes(kernel, segment, block, target);
  if (lanes == Lanes::Divergent && SegmentShape(segment).isGrouped)
    return segment.emitOpError("has records in groups, but some lanes of a warp may record without "
                               "the others: only lanes that stay together store groups");
  KernelLowering(kernel, segment, block, target, lanes).run();
  return success();
}

} // namespace pstudio
