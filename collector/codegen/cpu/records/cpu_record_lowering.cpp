// SPDX-License-Identifier: Apache-2.0
// Segments, records and headers as calls of the pstudio.profile functions.
#include "collector/codegen/cpu/records/cpu_record_lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "collector/codegen/records/kernel_functions.h"
#include "collector/codegen/records/loop_counters.h"
#include "collector/codegen/records/segment_lowering.h"
#include "collector/runtime/cpu/thread_context.h"
#include "core/record/record_layout.h"

using namespace mlir;

namespace pstudio {
namespace {

/// Counts by calls, which cost nothing in the model. A kept counter is known by its address, so
/// that a function that counts on needs no copy of it.
class CountingByCalls : public LoopCounting {
public:
  explicit CountingByCalls(CpuProfileFunctions &functions) : m_functions(functions) {}

  Value enter(LlvmWriter &w, Value variable, uint32_t every) const override {
    return call(w, m_functions.enterLoop(), {variable, w.constant32(every)}).getResult();
  }
  void next(LlvmWriter &w, Value variable, uint32_t every) const override {
    call(w, m_functions.nextIteration(), {variable, w.constant32(every)});
  }
  Value isSampled(LlvmWriter &w, Value variable) const override {
    return call(w, m_functions.isSampled(), {variable}).getResult();
  }

private:
  static LLVM::CallOp call(LlvmWriter &w, LLVM::LLVMFuncOp callee, ValueRange arguments) {
    return w.builder().create<LLVM::CallOp>(w.location(), callee, arguments);
  }

  CpuProfileFunctions &m_functions;
};

/// Lowers the proton_gpu operations of one kernel, which has exactly one segment.
class CpuKernelLowering {
public:
  CpuKernelLowering(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment,
                    CpuProfileFunctions &functions)
      : m_kernel(kernel), m_text(kernel), m_segment(segment), m_functions(functions),
        m_shape(segment) {}

  void run() {
    lowerSegment();
    m_text.walk([&](proton_gpu::InitializeOp op) { lower(op); });
    m_text.walk([&](proton_gpu::ReadCounterOp op) { readClock(op); });
    m_text.walk([&](proton_gpu::NotifyOp op) { findCondition(op); });
    m_text.walk([&](proton_gpu::StoreOp op) { lower(op); });
    m_text.walk([&](proton_gpu::NotifyOp op) { lower(op); });
    m_text.walk([&](proton_gpu::CountOp op) { lower(op); });
    m_text.walk([&](proton_gpu::ReadCounterOp op) { finish(op); });
    m_text.walk([&](proton_gpu::FinalizeOp op) { lower(op); });
    lowerLoopCounters();
    m_text.finish();
    m_segment.erase();
  }

private:
  void lowerSegment() {
    OpBuilder b(m_segment);
    m_block = blockOfCta(b);
    if (!m_shape.isPerWarp() || !m_shape.ctas.empty())
      m_index = unitIndex(b);
    m_entry = ofUnit(b, m_block, m_shape.unitTable, record::kUnitBytes);
    m_slots = ofUnit(b, m_block, m_shape.segments, m_shape.keptBytes);
    if (m_segment.getShared())
      m_sharedSlots = ofUnit(b, sharedPointer(b), 0, m_shape.segmentBytes);
    m_written = m_sharedSlots ? m_sharedSlots : m_slots;
    if (m_shape.strategy != proton_gpu::Strategy::Stream)
      return;
    m_counters =
        ofUnit(b, m_block, record::streamEntryOffset(m_shape.units, 0), record::kStreamEntryBytes);
    if (!m_sharedSlots)
      m_written =
          ofUnit(b, m_block, record::streamStagingOffset(m_shape.stream, 0), m_shape.segmentBytes);
  }

  Value sharedPointer(OpBuilder &b) {
    const Location loc = m_segment.getLoc();
    Value address = b.create<memref::ExtractAlignedPointerAsIndexOp>(loc, m_segment.getShared());
    Value number = b.create<arith::IndexCastOp>(loc, b.getI64Type(), address);
    return b.create<LLVM::IntToPtrOp>(loc, LLVM::LLVMPointerType::get(b.getContext()), number);
  }

  Value blockOfCta(OpBuilder &b) {
    const Location loc = m_segment.getLoc();
    Value buffer = m_segment.getBuffer(), bytes = i64(b, m_shape.blockBytes);
    if (m_shape.ctas.empty())
      return call(b, loc, m_functions.block(), {buffer, bytes});
    Value index = find(b, m_functions.rankOfCta(), m_shape.ctas);
    return call(b, loc, m_functions.blockAt(), {buffer, bytes, index});
  }

  /// i32: number of the unit's segment in the block; -1 where nothing is recorded.
  Value unitIndex(OpBuilder &b) {
    const IdProgression everyWarp{0, static_cast<uint32_t>(INT32_MAX), 0, 0};
    const ArrayRef<IdProgression> recorders =
        m_shape.recorders.empty() ? ArrayRef(everyWarp) : ArrayRef(m_shape.recorders);
    Value warp = find(b, m_functions.rankOfWarp(), recorders);
    if (!m_shape.isPerThread())
      return warp;
    return call(b, m_segment.getLoc(), m_functions.rankOfLane(), {warp});
  }

  Value find(OpBuilder &b, LLVM::LLVMFuncOp rank, ArrayRef<IdProgression> progressions) {
    Value found = i32(b, UINT32_MAX);
    for (const IdProgression &ids : progressions) {
      Value first = i32(b, ids.first), last = i32(b, ids.last);
      Value shift = i32(b, ids.shift), rankOfFirst = i32(b, ids.rank);
      found = call(b, m_segment.getLoc(), rank, {found, first, last, shift, rankOfFirst});
    }
    return found;
  }

  Value ofUnit(OpBuilder &b, Value base, uint64_t offset, uint64_t stride) {
    if (m_shape.strategy == proton_gpu::Strategy::Histogram)
      stride = 0; // all warps share one
    if (m_index) {
      Value start = i64(b, offset), step = i64(b, stride);
      return call(b, m_segment.getLoc(), m_functions.unitAt(), {base, start, step, m_index});
    }
    return call(b, m_segment.getLoc(), m_functions.ofUnit(),
                {base, i64(b, offset), i64(b, stride)});
  }

  void lower(proton_gpu::InitializeOp op) {
    OpBuilder b(op);
    call(b, op.getLoc(), m_functions.initialize(),
         {m_block, i32(b, m_shape.units), i32(b, m_shape.keptSlots), i32(b, m_shape.flags),
          i32(b, handedSlots(m_shape)), i32(b, m_shape.stream.chunks)});
    op.erase();
  }

  // The meeting of the lanes stays in the kernel: where it stands tells lagging groups of lanes
  // from others.
  void readClock(proton_gpu::ReadCounterOp op) {
    OpBuilder b(op);
    m_clocks[op.getCounter()] =
        call(b, op.getLoc(), m_functions.recordClock(), {i32(b, m_nextSite++)});
  }

  /// The lanes meet with their addresses, and one of them stores.
  void lowerAccess(proton_gpu::StoreOp op, Value clock) {
    if (auto meeting = clock.getDefiningOp<LLVM::CallOp>()) {
      OpBuilder before(meeting);
      if (op.getFurther().empty() && !op.getBy())
        call(before, op.getLoc(), m_functions.recordAddress(), {op.getValue()});
      else
        tellWords(before, op);
    }
    OpBuilder b(op);
    uint32_t flags = op.getEach().value_or(0) << cpu::kAccessGroupShift;
    if (!op.getFurther().empty())
      flags |= static_cast<uint32_t>(1 + op.getFurther().size()) << cpu::kAccessToldShift;
    if (op.getShared())
      flags |= cpu::kAccessShared;
    if (op.getBy() && op.getFurther().empty())
      flags |= cpu::kAccessOfSome;
    if (m_shape.strategy == proton_gpu::Strategy::First)
      flags |= cpu::kAccessKeepsOldest;
    Value low = b.create<LLVM::TruncOp>(op.getLoc(), b.getI32Type(), clock);
    Value slots = call(b, op.getLoc(), m_functions.storeAccess(),
                       {entryIf(b, op, op.getCondition()), m_written, i32(b, m_shape.slots),
                        tag(b, op), low, i32(b, flags)});
    m_accessSlots[op->getNextNode()] = slots;
    op.erase();
  }

  void tellWords(OpBuilder &b, proton_gpu::StoreOp op) {
    SmallVector<Value> words{op.getValue()};
    llvm::append_range(words, op.getFurther());
    tellWords(b, op, words, op.getBy());
  }

  void tellWords(OpBuilder &b, Operation *op, ValueRange words, Value by) {
    Value makes =
        by ? b.create<LLVM::ZExtOp>(op->getLoc(), b.getI32Type(), by).getResult() : i32(b, 1);
    for (const auto &[index, word] : llvm::enumerate(words))
      call(b, op->getLoc(), m_functions.recordWord(),
           {word, i32(b, static_cast<uint32_t>(index)), makes});
  }

  void lower(proton_gpu::StoreOp op) {
    OpBuilder b(op);
    Value clock = m_clocks.lookup(op.getCounter());
    if (!clock)
      clock = b.create<LLVM::ZExtOp>(op.getLoc(), b.getI64Type(), op.getCounter());
    if (op.getKind() == proton_gpu::RecordKind::MemoryAccess)
      return lowerAccess(op, clock);
    SmallVector<Value> arguments = {entryIf(b, op, op.getCondition()), m_written,
                                    i32(b, m_shape.slots), tag(b, op)};
    const bool hasKey = m_shape.isPerThread() || !isScope(op.getKind());
    if (op.getValue())
      arguments.push_back(extended(b, op.getValue()));
    else if (hasKey)
      arguments.push_back(
          op.getKey() ? b.create<arith::IndexCastOp>(op.getLoc(), b.getI64Type(), op.getKey())
                      : i64(b, 0));
    arguments.push_back(clock);
    call(b, op.getLoc(), storeFunction(op), arguments);
    op.erase();
  }

  /// The lanes meet with their addresses, and one of them counts.
  void lower(proton_gpu::CountOp op) {
    OpBuilder b(op);
    uint32_t flags = op.getShared() ? cpu::kAccessShared : 0;
    if (op.getBy()) {
      tellWords(b, op, op.getAddress(), op.getBy());
      flags |= cpu::kAccessOfSome;
    } else {
      call(b, op.getLoc(), m_functions.recordAddress(), {op.getAddress()});
    }
    call(b, op.getLoc(), m_functions.recordClock(), {i32(b, m_nextSite++)});
    Value ids = i32(b, op.getId() << record::kOperationShift);
    if (Value offset = m_text.tagOffset(op))
      ids = b.create<LLVM::AddOp>(op.getLoc(), ids, offset);
    call(b, op.getLoc(), m_functions.countAccess(),
         {m_entry, m_slots, ids, i32(b, op.getBins()), i32(b, op.getShift()), i32(b, flags)});
    op.erase();
  }

  LLVM::LLVMFuncOp storeFunction(proton_gpu::StoreOp op) {
    if (op.getValue())
      return m_functions.storeValue(m_shape.strategy, op.getValue().getType().isInteger(64),
                                    m_shape.isPerThread());
    if (m_shape.isPerThread())
      return m_functions.storeLane(m_shape.strategy);
    return isScope(op.getKind()) ? m_functions.storeScope(m_shape.strategy)
                                 : m_functions.storeEvent(m_shape.strategy);
  }

  static Value extended(OpBuilder &b, Value value) {
    if (value.getType().isInteger(64))
      return value;
    return b.create<LLVM::ZExtOp>(value.getLoc(), b.getI64Type(), value);
  }

  void lower(proton_gpu::NotifyOp op) {
    OpBuilder b(op);
    Value entry = entryIf(b, op, m_conditions.lookup(op));
    Value slots = m_accessSlots.lookup(op);
    if (!slots)
      slots = i32(b, record::kMaxRecordSlots);
    if (m_shape.strategy == proton_gpu::Strategy::Stream) {
      SmallVector<Value> arguments = streamArguments(b, entry, op.getDropping());
      arguments.push_back(i32(b, op.getId() << record::kOperationShift));
      arguments.push_back(slots);
      call(b, op.getLoc(), m_functions.stream(m_shape.isPerThread()), arguments);
    } else {
      const uint32_t start = record::makeTag(record::Kind::ScopeStart, op.getId(), 0);
      const uint32_t end = record::makeTag(record::Kind::ScopeEnd, op.getId(), 0);
      call(b, op.getLoc(), m_functions.flush(m_shape.isPerThread()),
           {entry, m_written, m_slots, i32(b, m_shape.slots), i32(b, m_shape.keptSlots),
            i32(b, start), i32(b, end), slots});
    }
    m_isDropping |= op.getDropping();
    op.erase();
  }

  SmallVector<Value> streamArguments(OpBuilder &b, Value entry, bool isDropping) {
    return {entry,
            m_written,
            m_counters,
            m_slots,
            i32(b, m_shape.slots),
            i32(b, m_shape.stream.chunks),
            i32(b, isDropping ? 1 : 0)};
  }

  /// A notify has the condition of the record in front of it.
  void findCondition(proton_gpu::NotifyOp op) {
    if (auto store = dyn_cast_or_null<proton_gpu::StoreOp>(op->getPrevNode()))
      m_conditions[op] = store.getCondition();
  }

  /// The unit's entry, or null where `condition`, if there is one, is false: then nothing is
  /// stored.
  Value entryIf(OpBuilder &b, Operation *op, Value condition) {
    if (!condition)
      return m_entry;
    return call(b, op->getLoc(), m_functions.entryIf(), {condition, m_entry});
  }

  void lowerLoopCounters() {
    SmallVector<proton_gpu::LoopCounterOp> counters;
    m_text.walk([&](proton_gpu::LoopCounterOp op) { counters.push_back(op); });
    for (proton_gpu::LoopCounterOp counter : counters)
      lowerLoopCounter(counter, m_segment, CountingByCalls(m_functions));
  }

  Value tag(OpBuilder &b, proton_gpu::StoreOp op) {
    Value fixed = i32(b, tagOf(op)), offset = m_text.tagOffset(op);
    return offset ? b.create<LLVM::AddOp>(op.getLoc(), fixed, offset) : fixed;
  }

  /// A counter that something else than a record uses keeps its 32 bits.
  void finish(proton_gpu::ReadCounterOp op) {
    if (!op->use_empty()) {
      OpBuilder b(op);
      Value clock = m_clocks.lookup(op.getCounter());
      op.getCounter().replaceAllUsesWith(
          b.create<LLVM::TruncOp>(op.getLoc(), b.getI32Type(), clock).getResult());
    }
    op.erase();
  }

  void lower(proton_gpu::FinalizeOp op) {
    OpBuilder b(op);
    const bool isPerThread = m_shape.isPerThread();
    if (m_shape.strategy == proton_gpu::Strategy::Stream)
      call(b, op.getLoc(), m_functions.finalizeStreamedUnit(isPerThread),
           streamArguments(b, m_entry, m_isDropping));
    else if (m_shape.strategy == proton_gpu::Strategy::Flush)
      call(b, op.getLoc(), m_functions.finalizeFlushedUnit(isPerThread),
           {m_entry, m_sharedSlots, m_slots, i32(b, m_shape.slots), i32(b, m_shape.keptSlots)});
    else if (m_sharedSlots)
      call(b, op.getLoc(),
           isPerThread ? m_functions.finalizeSharedLane() : m_functions.finalizeSharedUnit(),
           {m_entry, m_sharedSlots, m_slots, i32(b, m_shape.slots)});
    else
      call(b, op.getLoc(), isPerThread ? m_functions.finalizeLane() : m_functions.finalizeUnit(),
           {m_entry});
    call(b, op.getLoc(), m_functions.finalizeBlock(), {m_block});
    op.erase();
  }

  static Value call(OpBuilder &b, Location loc, LLVM::LLVMFuncOp callee, ValueRange arguments) {
    auto op = b.create<LLVM::CallOp>(loc, callee, arguments);
    return op.getNumResults() == 0 ? Value() : op.getResult();
  }
  Value i32(OpBuilder &b, uint32_t value) {
    return b.create<LLVM::ConstantOp>(m_kernel.getLoc(), b.getI32Type(),
                                      b.getI32IntegerAttr(static_cast<int32_t>(value)));
  }
  Value i64(OpBuilder &b, uint64_t value) {
    return b.create<LLVM::ConstantOp>(m_kernel.getLoc(), b.getI64Type(),
                                      b.getI64IntegerAttr(static_cast<int64_t>(value)));
  }

  gpu::GPUFuncOp m_kernel;
  KernelFunctions m_text;
  proton_gpu::SegmentAllocOp m_segment;
  CpuProfileFunctions &m_functions;
  const SegmentShape m_shape;
  Value m_block;             ///< the CTA's block
  Value m_index;             ///< i32: number of the unit's segment; null if that is the warp's
  Value m_entry;             ///< the unit's entry of the unit table
  Value m_slots;             ///< the unit's segment in the block, or its ring of chunks
  Value m_sharedSlots;       ///< the unit's segment in shared memory; null for global segments
  Value m_written;           ///< the slots that records are written to
  Value m_counters;          ///< the warp's counters of the stream
  bool m_isDropping = false; ///< the unit does not wait for the host
  uint32_t m_nextSite = 0;
  llvm::DenseMap<Operation *, Value> m_conditions;  ///< of notifies
  llvm::DenseMap<Operation *, Value> m_accessSlots; ///< i32: of the access in front of a notify
  llvm::DenseMap<Value, Value> m_clocks;            ///< counter (i32) to the whole clock (i64)
};

} // namespace

LogicalResult lowerRecordsForCpu(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment,
                                 CpuProfileFunctions &functions) {
  if (failed(checkLowerable(segment)))
    return failure();
  CpuKernelLowering(kernel, segment, functions).run();
  return success();
}

} // namespace pstudio
