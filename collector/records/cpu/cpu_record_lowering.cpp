// SPDX-License-Identifier: Apache-2.0
// Segments and records as calls of the runtime.
#include "collector/records/record_lowerings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "collector/runtime/cpu/intrinsics.h"
#include "collector/records/cpu/intrinsic_call.h"
#include "collector/records/kernel_functions.h"
#include "collector/records/loop_counters.h"
#include "collector/records/segment_lowering.h"
#include "collector/runtime/cpu/thread_context.h"
#include "core/record/record_layout.h"

using namespace mlir;

namespace pstudio {
namespace {

namespace intrinsics = cpu::intrinsics;

LlvmWriter writerBefore(Operation *op) {
  return LlvmWriter(OpBuilder(op), op->getLoc());
}

Value call(LlvmWriter &w, std::string_view intrinsic, Type result, ValueRange arguments) {
  return cpu::callIntrinsic(w.builder(), w.location(), intrinsic, result, arguments).getResult();
}

void call(LlvmWriter &w, std::string_view intrinsic, ValueRange arguments) {
  const Type none = LLVM::LLVMVoidType::get(w.builder().getContext());
  cpu::callIntrinsic(w.builder(), w.location(), intrinsic, none, arguments);
}

/// i1: the condition, true if there is none.
Value orTrue(LlvmWriter &w, Value condition) {
  return condition ? condition : w.constant(w.i1(), 1);
}

Value asI64(LlvmWriter &w, Value value) {
  if (value.getType().isInteger(64))
    return value;
  return isa<IndexType>(value.getType())
             ? w.builder().create<arith::IndexCastOp>(w.location(), w.i64(), value).getResult()
             : w.extend(value);
}

/// Counts by calls, which cost no time in the model. The address of a kept counter identifies it,
/// so a callee that continues the count needs no copy of it.
class CountingByCalls : public LoopCounting {
public:
  Value enter(LlvmWriter &w, Value variable, uint32_t every) const override {
    return call(w, intrinsics::kEnterLoop, w.pointer(), {variable, w.constant32(every)});
  }
  void next(LlvmWriter &w, Value variable, uint32_t every) const override {
    call(w, intrinsics::kNextIteration, {variable, w.constant32(every)});
  }
  Value isSampled(LlvmWriter &w, Value variable) const override {
    return call(w, intrinsics::kIsSampled, w.i1(), variable);
  }
};

/// Lowers the proton_gpu operations of one kernel, which has exactly one segment.
class CpuKernelLowering {
public:
  CpuKernelLowering(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment)
      : m_text(kernel), m_segment(segment), m_shape(segment),
        m_groups(kernel->getAttrOfType<ArrayAttr>(proton_gpu::kGroupsAttribute)) {}

  void run() {
    lowerSegment();
    m_text.walk([&](proton_gpu::InitializeOp op) { replace(op, intrinsics::kWriteHeader); });
    m_text.walk([&](proton_gpu::ReadCounterOp op) { readClock(op); });
    m_text.walk([&](proton_gpu::StoreOp op) { lower(op); });
    m_text.walk([&](proton_gpu::StoreGroupOp op) { lower(op); });
    m_text.walk([&](proton_gpu::FlushPointOp op) { lower(op); });
    m_text.walk([&](proton_gpu::CountOp op) { lower(op); });
    m_text.walk([&](proton_gpu::ReadCounterOp op) { finish(op); });
    m_text.walk([&](proton_gpu::FinalizeOp op) { replace(op, intrinsics::kEndRecords); });
    lowerLoopCounters(m_text, m_segment, CountingByCalls());
    m_text.finish();
    m_segment.erase();
  }

private:
  void lowerSegment() {
    LlvmWriter w = writerBefore(m_segment);
    bool drops = false;
    m_text.walk([&](proton_gpu::FlushPointOp op) { drops |= op.getDropping(); });
    Value shared = sharedPointer(w);
    Value cta = rank(w, intrinsics::kRankOfCta, m_shape.ctas);
    Value warp = rank(w, intrinsics::kRankOfWarp, m_shape.recorders);
    Value units = w.constant32(m_shape.units), slots = w.constant32(m_shape.slots);
    Value kept = w.constant32(m_shape.keptSlots), flags = w.constant32(m_shape.flags);
    Value chunks = w.constant32(m_shape.stream.chunks), isDropping = w.constant(w.i1(), drops);
    call(w, intrinsics::kBeginRecords,
         {m_segment.getBuffer(), shared, cta, warp, units, slots, kept, flags, chunks, isDropping});
  }

  Value sharedPointer(LlvmWriter &w) {
    OpBuilder &b = w.builder();
    if (!m_segment.getShared())
      return b.create<LLVM::ZeroOp>(w.location(), w.pointer());
    Value address =
        b.create<memref::ExtractAlignedPointerAsIndexOp>(w.location(), m_segment.getShared());
    return w.intToPointer(asI64(w, address), 0);
  }

  /// i32: the rank of the executing warp or CTA among those that record; all record if there are no
  /// progressions.
  static Value rank(LlvmWriter &w, std::string_view intrinsic, ArrayRef<IdProgression> recorders) {
    const IdProgression all{0, cpu::kNotRecorded - 1, 0, 0};
    Value found = w.constant32(cpu::kNotRecorded);
    for (const IdProgression &ids : recorders.empty() ? ArrayRef(all) : recorders) {
      Value first = w.constant32(ids.first), last = w.constant32(ids.last);
      Value shift = w.constant32(ids.shift), rankOfFirst = w.constant32(ids.rank);
      found = call(w, intrinsic, w.i32(), {found, first, last, shift, rankOfFirst});
    }
    return found;
  }

  static void replace(Operation *op, std::string_view intrinsic) {
    LlvmWriter w = writerBefore(op);
    call(w, intrinsic, {});
    op->erase();
  }

  // The call where the lanes converge stays in the kernel: its site number separates lagging groups
  // of lanes from others.
  void readClock(proton_gpu::ReadCounterOp op) {
    LlvmWriter w = writerBefore(op);
    m_clocks[op.getCounter()] =
        call(w, intrinsics::kRecordClock, w.i64(), w.constant32(m_nextSite++));
  }

  void lower(proton_gpu::StoreOp op) {
    LlvmWriter w = writerBefore(op);
    Value clock = clockOf(w, op.getCounter());
    Value records = orTrue(w, op.getCondition()), tag = m_text.tagAt(op, tagOf(op));
    if (op.getKind() == proton_gpu::RecordKind::MemoryAccess) {
      bringAddress(op, clock);
      call(w, intrinsics::kStoreAccess, {records, tag, clock, w.constant32(accessFlags(op))});
    } else {
      Value value = op.getValue() ? op.getValue() : op.getKey();
      value = value ? asI64(w, value) : w.constant64(0);
      call(w, intrinsics::kStoreRecord, {records, tag, value, clock});
    }
    op.erase();
  }

  Value clockOf(LlvmWriter &w, Value counter) const {
    Value clock = m_clocks.lookup(counter);
    return clock ? clock : asI64(w, counter);
  }

  /// One record after the other; the runtime combines them.
  void lower(proton_gpu::StoreGroupOp op) {
    LlvmWriter w = writerBefore(op);
    Value records = orTrue(w, op.getCondition());
    const auto group = cast<ArrayAttr>(m_groups[op.getGroup()]);
    const SmallVector<proton_gpu::MemberAttr> all(group.getAsRange<proton_gpu::MemberAttr>());
    const uint32_t first = op.getFirst().value_or(0);
    const auto now = static_cast<uint32_t>(op.getCounters().size());
    const auto members = ArrayRef(all).slice(first, now);
    uint32_t shape = static_cast<uint32_t>(all.size()) | first << cpu::kGroupFirstShift |
                     now << cpu::kGroupNowShift;
    for (const auto &[index, member] : llvm::enumerate(members))
      shape |= member.getKeyed() ? 1u << (cpu::kGroupKeyedShift + index) : 0;
    Value tag = m_text.tagAt(op, record::makeTag(record::Kind::Group, 0, op.getGroup()));
    call(w, intrinsics::kOpenGroup, {records, tag, w.constant32(shape)});
    ValueRange keys = op.getKeys();
    for (const auto &[member, counter] : llvm::zip_equal(members, op.getCounters())) {
      const auto kind = static_cast<record::Kind>(member.getKind());
      Value fixed = m_text.tagAt(op, record::makeTag(kind, member.getId(), member.getKey()));
      Value key = member.getKeyed() ? asI64(w, keys.front()) : w.constant64(0);
      keys = keys.drop_front(member.getKeyed() ? 1 : 0);
      call(w, intrinsics::kStoreRecord, {records, fixed, key, clockOf(w, counter)});
    }
    op.erase();
  }

  static uint32_t accessFlags(proton_gpu::StoreOp op) {
    const size_t words = op.getFurther().empty() ? 0 : 1 + op.getFurther().size();
    return op.getEach().value_or(0) << cpu::kAccessGroupShift |
           static_cast<uint32_t>(words) << cpu::kAccessEncodedShift |
           (op.getShared() ? cpu::kAccessShared : 0) |
           (op.getBy() && words == 0 ? cpu::kAccessOfSome : 0);
  }

  /// Adds the addresses to the convergence point of the clock.
  static void bringAddress(proton_gpu::StoreOp op, Value clock) {
    auto meeting = clock.getDefiningOp<LLVM::CallOp>();
    if (!meeting)
      return;
    LlvmWriter w(OpBuilder(meeting), op.getLoc());
    if (op.getFurther().empty() && !op.getBy())
      return call(w, intrinsics::kRecordAddress, op.getValue());
    SmallVector<Value> words{op.getValue()};
    llvm::append_range(words, op.getFurther());
    bringWords(w, words, op.getBy());
  }

  static void bringWords(LlvmWriter &w, ValueRange words, Value by) {
    Value makes = orTrue(w, by);
    for (const auto &[index, word] : llvm::enumerate(words))
      call(w, intrinsics::kRecordWord, {word, w.constant32(static_cast<uint32_t>(index)), makes});
  }

  /// The lanes converge with their addresses, and one of them counts.
  void lower(proton_gpu::CountOp op) {
    LlvmWriter w = writerBefore(op);
    if (op.getBy())
      bringWords(w, op.getAddress(), op.getBy());
    else
      call(w, intrinsics::kRecordAddress, op.getAddress());
    call(w, intrinsics::kRecordClock, w.i64(), w.constant32(m_nextSite++));
    Value ids = m_text.tagAt(op, op.getId() << record::kOperationShift);
    const uint32_t flags =
        (op.getShared() ? cpu::kAccessShared : 0) | (op.getBy() ? cpu::kAccessOfSome : 0);
    Value bins = w.constant32(op.getBins()), shift = w.constant32(op.getShift());
    call(w, intrinsics::kCountAccess, {ids, bins, shift, w.constant32(flags)});
    op.erase();
  }

  void lower(proton_gpu::FlushPointOp op) {
    LlvmWriter w = writerBefore(op);
    call(w, intrinsics::kFlushRecords, w.constant32(op.getId() << record::kOperationShift));
    op.erase();
  }

  /// A counter that has other uses than records keeps its 32 bits.
  void finish(proton_gpu::ReadCounterOp op) {
    if (!op->use_empty()) {
      LlvmWriter w = writerBefore(op);
      op.getCounter().replaceAllUsesWith(w.truncate(m_clocks.lookup(op.getCounter())));
    }
    op.erase();
  }

  KernelFunctions m_text;
  proton_gpu::SegmentAllocOp m_segment;
  const SegmentShape m_shape;
  const ArrayAttr m_groups; ///< null if records are stored alone
  uint32_t m_nextSite = 0;
  llvm::DenseMap<Value, Value> m_clocks; ///< counter (i32) to the whole clock (i64)
};

} // namespace

/// The runtime stores epochs where the virtual clock needs them.
static LogicalResult checkEpochs(gpu::GPUFuncOp kernel) {
  const WalkResult checked = kernel.walk([](proton_gpu::StoreOp store) -> WalkResult {
    if (store.getKind() != proton_gpu::RecordKind::ClockEpoch)
      return WalkResult::advance();
    return store.emitOpError("of an epoch has no meaning on the CPU target, whose runtime stores "
                             "epochs itself");
  });
  return failure(checked.wasInterrupted());
}

LogicalResult lowerRecordsForCpu(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment) {
  if (failed(checkLowerable(segment)) || failed(checkEpochs(kernel)))
    return failure();
  CpuKernelLowering(kernel, segment).run();
  return success();
}

} // namespace pstudio
