// SPDX-License-Identifier: Apache-2.0
// The part of the lowering of records that is specific to AMD GPUs: all active lanes store the same
// bytes to one slot.
#include "collector/records/record_lowerings.h"

#include <bit>

#include "collector/classification/operation_classifier.h"
#include "collector/records/amd/amd_writer.h"
#include "collector/records/gpu_record_lowering.h"
#include "collector/records/uniform_records.h"
#include "core/record/access_layout.h"
#include "core/record/record_layout.h"

using namespace mlir;
using LLVM::ICmpPredicate;

namespace pstudio {
namespace {

/// Records of units whose lanes do not diverge: the count is a register.
class AmdUniformRecords : public UniformRecords {
public:
  AmdUniformRecords(AmdWriter &entry, const GpuUnit &unit, const AmdWriting &writing, bool mayWrap)
      : UniformRecords(entry, unit, RecordLanes::All, mayWrap), m_writing(writing) {}

protected:
  AmdUniformRecords(const GpuUnit &unit, const AmdWriting &writing)
      : UniformRecords(unit), m_writing(writing) {}
  /// A writer that inserts at the position of `gpu`.
  AmdWriter writerAt(GpuWriter &gpu) const {
    return AmdWriter(gpu.builder(), gpu.location(), m_writing);
  }

private:
  void writeWords(GpuWriter &gpu, Value address, ArrayRef<Value> words, Value condition) override;
  Value ofLowestLane(GpuWriter &gpu, Value word) override;

  AmdWriting m_writing;
};

/// Records of units whose lanes may diverge. The count is in shared memory, next to the mask of the
/// lanes that have returned. The lanes at a record execute all of it before any other lane of the
/// wave reaches it, so neither an election nor an atomic operation is needed. A scope record keeps
/// the mask of the active lanes if lanes that have not returned are missing, an access if any lane
/// of the wave is missing. The lanes that return last finalise the unit.
class AmdDivergentRecords final : public AmdUniformRecords {
public:
  /// Adds the counters to the kernel and writes their initialisation at the position of `entry`,
  /// the kernel's entry.
  static std::unique_ptr<AmdDivergentRecords> make(AmdWriter &entry, gpu::GPUFuncOp kernel,
                                                   const GpuUnit &unit, const AmdWriting &writing);

  void store(GpuWriter &gpu, proton_gpu::StoreOp op, Value tag, Value clock) override;
  void atFlushPoint(GpuWriter &gpu, proton_gpu::FlushPointOp op) override;
  void finalize(GpuWriter &gpu) override;

private:
  AmdDivergentRecords(const GpuUnit &unit, Value counters, Value warpLanes, Value slotsOfLast,
                      const AmdWriting &writing)
      : AmdUniformRecords(unit, writing), m_counters(counters), m_warpLanes(warpLanes),
        m_slotsOfLast(slotsOfLast) {}
  Value loadWritten(GpuWriter &gpu) const override;
  void storeWritten(GpuWriter &gpu, Value written) const override;
  LaneGroup lanes(GpuWriter &gpu) const override;
  void write(GpuWriter &gpu, proton_gpu::StoreOp op, Value tag, Value clock) override;
  void writeAccess(AmdWriter &w, proton_gpu::StoreOp op, Value tag, Value clock);
  /// The lanes that a record expects. If one is missing, the record keeps a mask.
  enum class Expected { Live, All };
  /// Stores the head of a scope or access. Adds the mask of the active lanes if some of the
  /// expected ones are missing. Returns the length of the head with its mask (i32) [bytes].
  Value writeHead(AmdWriter &w, Expected expected, Value tag, Value clock);
  /// The flush point after the record reads the length of the record (i32) [bytes]; null: at most
  /// record::kMaxRecordSlots.
  void keepLength(AmdWriter &w, Value bytes) const;
  /// The lanes of the wave that have not returned.
  Value liveLanes(AmdWriter &w) const;
  /// `write` writes the code of the lanes for which the record of `op` is made.
  void whereRecorded(GpuWriter &gpu, Value condition, llvm::function_ref<void(GpuWriter &)> write);
  /// The mask of the lanes that have returned.
  Value loadReturned(AmdWriter &w) const;

  Value m_counters;  ///< shared pointer to the unit's two words and mask
  Value m_warpLanes; ///< mask of the lanes that the wave has; the last may have fewer
  /// Pointer to the number of slots of the record that the lane stored last (i32). The branch
  /// around the record is closed before its flush point. Null unless the segment is halved.
  Value m_slotsOfLast;
  Value m_lastCondition; ///< of the record that was stored last; null if it had none
};

/// Offset of the mask of returned lanes, which follows the count of bytes [bytes].
constexpr uint64_t kReturnedOffset = 8;
static_assert(kAmdCounterBytesPerUnit == kReturnedOffset + 8);

/// i1: the lane is the lowest active one of its group of `each` lanes, which store one address.
Value isFirstOfGroup(AmdWriter &w, uint32_t each) {
  const auto wide = [&](Value word) { return w.lanesPerWarp() == 32 ? word : w.extend(word); };
  Value first = w.bitAnd(w.lane(), w.constant32(uint32_t{0} - each));
  Value ones = w.constant(w.maskType(), ~uint64_t{0} >> (64 - each));
  Value inGroup = w.bitAnd(w.lanesHere(), w.shiftLeft(ones, wide(first)));
  return w.compare(ICmpPredicate::eq, w.rankIn(inGroup), w.constant32(0));
}

/// Further slots of a record that keeps a mask.
uint32_t maskSlots(AmdWriter &w) {
  return w.lanesPerWarp() / 32;
}

/// A mask with the value of the lowest lane in all lanes.
Value ofLowestLane(AmdWriter &w, Value mask) {
  if (w.lanesPerWarp() == 32)
    return w.ofLowestLane(mask);
  Value low = w.extend(w.ofLowestLane(w.truncate(mask)));
  Value upper = w.truncate(w.shiftRight(mask, w.constant64(32)));
  Value high = w.shiftLeft(w.extend(w.ofLowestLane(upper)), w.constant64(32));
  return w.bitOr(low, high);
}

void AmdUniformRecords::writeWords(GpuWriter &gpu, Value address, ArrayRef<Value> words,
                                   Value condition) {
  SmallVector<Value, 4> all(words);
  for (Value &word : all)
    if (!word)
      word = gpu.readClock(unit().shape.metric);
  gpu.when(condition, [&](GpuWriter &w) {
    if (unit().sharedSlots)
      w.storeSharedWords(address, all);
    else
      w.storeGlobalWords(address, 0, all);
  });
}

Value AmdUniformRecords::ofLowestLane(GpuWriter &gpu, Value word) {
  return writerAt(gpu).ofLowestLane(word);
}

std::unique_ptr<AmdDivergentRecords> AmdDivergentRecords::make(AmdWriter &entry,
                                                               gpu::GPUFuncOp kernel,
                                                               const GpuUnit &unit,
                                                               const AmdWriting &writing) {
  const auto space = gpu::AddressSpaceAttr::get(kernel.getContext(), gpu::AddressSpace::Workgroup);
  const int64_t words = int64_t{unit.shape.units} * (kAmdCounterBytesPerUnit / 8);
  const auto type = MemRefType::get({words}, entry.i64(), MemRefLayoutAttrInterface(), space);
  Value buffer = kernel.addWorkgroupAttribution(type, entry.location());
  Value start = entry.multiply(unit.index, entry.constant32(kAmdCounterBytesPerUnit));
  Value counters = entry.intToPointer(entry.add(sharedAddress(entry, buffer), start), kSharedSpace);
  // Ones for the lanes of the wave, starting at bit 0.
  const uint32_t all = entry.lanesPerWarp();
  Value missing = entry.subtract(entry.constant32(all), unit.lanes);
  Value ones = entry.constant(entry.maskType(), ~uint64_t{0} >> (64 - all));
  Value warpLanes = entry.shiftRight(ones, all == 32 ? missing : entry.extend(missing));
  entry.when(unit.records, [&](GpuWriter &w) {
    w.store(w.constant64(0), counters, 0);
    w.store(w.constant64(0), counters, kReturnedOffset);
  });
  entry.syncWarp();
  Value slotsOfLast;
  if (proton_gpu::isDoubleBuffered(unit.shape.strategy)) {
    slotsOfLast = entry.stackVariable(entry.i32());
    entry.store(entry.constant32(record::kMaxRecordSlots), slotsOfLast, 0);
  }
  return std::unique_ptr<AmdDivergentRecords>(
      new AmdDivergentRecords(unit, counters, warpLanes, slotsOfLast, writing));
}

Value AmdDivergentRecords::loadReturned(AmdWriter &w) const {
  Value mask = w.loadAmongLanes(w.maskType(), m_counters, kReturnedOffset);
  return pstudio::ofLowestLane(w, mask);
}

Value AmdDivergentRecords::loadWritten(GpuWriter &gpu) const {
  AmdWriter w = writerAt(gpu);
  return w.ofLowestLane(w.loadAmongLanes(w.i32(), m_counters, 0));
}

void AmdDivergentRecords::storeWritten(GpuWriter &gpu, Value written) const {
  writerAt(gpu).storeAmongLanes(written, m_counters, 0);
}

LaneGroup AmdDivergentRecords::lanes(GpuWriter &gpu) const {
  AmdWriter w = writerAt(gpu);
  Value here = w.lanesHere();
  Value rank = w.rankIn(here);
  return {rank, w.countOf(here)};
}

void AmdDivergentRecords::whereRecorded(GpuWriter &gpu, Value condition,
                                        function_ref<void(GpuWriter &)> write) {
  gpu.when(both(gpu, unit().records, condition), write);
}

void AmdDivergentRecords::store(GpuWriter &gpu, proton_gpu::StoreOp op, Value tag, Value clock) {
  // Lanes that do not make the access branch around its record: they are not in its mask.
  m_lastCondition = both(gpu, op.getCondition(), op.getBy());
  setCondition({}); // no further condition after the branch
  whereRecorded(gpu, m_lastCondition, [&](GpuWriter &here) { write(here, op, tag, clock); });
}

void AmdDivergentRecords::write(GpuWriter &gpu, proton_gpu::StoreOp op, Value tag, Value clock) {
  AmdWriter w = writerAt(gpu);
  if (op.getKind() == proton_gpu::RecordKind::MemoryAccess)
    return writeAccess(w, op, tag, clock);
  keepLength(w, {});
  if (isScope(op.getKind())) {
    writeHead(w, Expected::Live, tag, clock);
    return;
  }
  if (op.getValue()) {
    Value lane = w.ofLowestLane(w.lane());
    tag = w.bitOr(tag, w.shiftLeft(lane, w.constant32(record::kKeyLaneShift)));
  }
  UniformRecords::write(w, op, tag, clock);
}

void AmdDivergentRecords::writeAccess(AmdWriter &w, proton_gpu::StoreOp op, Value tag,
                                      Value clock) {
  const uint32_t each = op.getEach().value_or(0);
  Value encodes, encoding;
  if (each > 1) {
    encodes = isFirstOfGroup(w, each);
    encoding = w.lanesHere(encodes);
  }
  Value count = encodes ? w.countOf(encoding) : addressCount(w, op);
  Value key = w.shiftLeft(count, w.constant32(record::kKeyAddressesShift));
  Value headBytes = writeHead(w, Expected::All, w.bitOr(tag, key), clock);
  Value written = loadWritten(w);
  Value kind = w.constant32(record::makeAddressTag(0, 0));
  if (encodes) {
    Value rankBytes = w.multiply(w.rankIn(encoding), w.constant32(record::kSlotBytes));
    storeAddress(w, written, rankBytes, w.bitOr(kind, w.lane()), w.truncate(op.getValue()),
                 highWord(w, op), encodes);
  } else {
    storeAddresses(w, op, written, kind);
  }
  Value addressBytes = w.multiply(count, w.constant32(record::kSlotBytes));
  storeWritten(w, w.add(written, addressBytes));
  keepLength(w, w.add(headBytes, addressBytes));
}

void AmdDivergentRecords::keepLength(AmdWriter &w, Value bytes) const {
  if (!m_slotsOfLast)
    return;
  const auto shift = static_cast<uint32_t>(std::countr_zero(record::kSlotBytes));
  Value slots =
      bytes ? w.shiftRight(bytes, w.constant32(shift)) : w.constant32(record::kMaxRecordSlots);
  w.store(slots, m_slotsOfLast, 0);
}

Value AmdDivergentRecords::liveLanes(AmdWriter &w) const {
  Value all = w.constant(w.maskType(), ~uint64_t{0} >> (64 - w.lanesPerWarp()));
  return w.bitAnd(m_warpLanes, w.subtract(all, loadReturned(w)));
}

Value AmdDivergentRecords::writeHead(AmdWriter &w, Expected expected, Value tag, Value clock) {
  const SegmentShape &shape = unit().shape;
  Value payload = clock ? clock : w.readClock(shape.metric);
  Value here = w.lanesHere();
  Value all = expected == Expected::All ? m_warpLanes : liveLanes(w);
  Value isPartial = w.compare(ICmpPredicate::ne, here, all);
  const uint32_t keyBits =
      record::kKeyPartialMask | (maskSlots(w) == 2 ? record::kKeyWideMask : 0u);
  Value marked = w.select(isPartial, w.bitOr(tag, w.constant32(keyBits)), tag);
  Value bytes = w.select(isPartial, w.constant32((1 + maskSlots(w)) * record::kSlotBytes),
                         w.constant32(record::kSlotBytes));
  Value written = loadWritten(w);
  Value next = w.add(written, bytes);
  if (shape.strategy == proton_gpu::Strategy::First) {
    // A record that does not fit completely is only counted. If it starts before the end, its first
    // slot is set to an empty tag: shared memory is not zeroed.
    Value end = w.constant32(static_cast<uint32_t>(shape.segmentBytes));
    Value fits = w.compare(ICmpPredicate::ule, next, end);
    marked = w.select(fits, marked, w.constant32(0));
    isPartial = w.bitAnd(isPartial, fits);
  }
  storeSlot(w, written, marked, payload, {});
  w.when(isPartial, [&](GpuWriter &) {
    SmallVector<Value, 2> words{here};
    if (maskSlots(w) == 2) {
      Value low = w.truncate(here);
      words = {low, w.truncate(w.shiftRight(here, w.constant64(32)))};
    }
    storeFurther(w, written, marked, words, /*slots=*/0, {});
  });
  storeWritten(w, next);
  return bytes;
}

void AmdDivergentRecords::atFlushPoint(GpuWriter &gpu, proton_gpu::FlushPointOp op) {
  whereRecorded(gpu, m_lastCondition, [&](GpuWriter &here) {
    setLastSlots(here.load(here.i32(), m_slotsOfLast, 0));
    UniformRecords::atFlushPoint(here, op);
  });
}

void AmdDivergentRecords::finalize(GpuWriter &gpu) {
  whereRecorded(gpu, {}, [&](GpuWriter &recording) {
    AmdWriter w = writerAt(recording);
    Value returned = w.bitOr(loadReturned(w), w.lanesHere());
    w.storeAmongLanes(returned, m_counters, kReturnedOffset);
    Value isLast = w.compare(ICmpPredicate::eq, returned, m_warpLanes);
    w.when(isLast, [&](GpuWriter &last) { finalizeUnit(last); });
  });
}

class AmdRecordTarget final : public RecordTarget {
public:
  explicit AmdRecordTarget(const AmdWriting &writing) : m_writing(writing) {}

  std::unique_ptr<GpuWriter> writer(const OpBuilder &builder, Location location) const override {
    return std::make_unique<AmdWriter>(builder, location, m_writing);
  }

  std::unique_ptr<RecordStore> uniformRecords(GpuWriter &entry, const GpuUnit &unit,
                                              bool mayWrap) const override {
    AmdWriter w(entry.builder(), entry.location(), m_writing);
    return std::make_unique<AmdUniformRecords>(w, unit, m_writing, mayWrap);
  }

  bool countsLanesOfPredicates() const override { return false; }

  std::unique_ptr<RecordStore> divergentRecords(GpuWriter &entry, gpu::GPUFuncOp kernel,
                                                const GpuUnit &unit) const override {
    AmdWriter w(entry.builder(), entry.location(), m_writing);
    return AmdDivergentRecords::make(w, kernel, unit, m_writing);
  }

private:
  AmdWriting m_writing;
};

/// True for loads to LDS in the kernel or in functions that it may call.
bool hasLoadsToLds(gpu::GPUFuncOp kernel) {
  const automode::Classifiers classifiers;
  return kernel->getParentOp()
      ->walk([&](Operation *op) {
        const bool isOne = llvm::any_of(classifiers.effectsOf(op),
                                        [](const auto &effect) { return effect.isCopy; });
        return isOne ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// True for records of bulk copies in the kernel or in functions that it may call.
bool recordsBulkCopies(gpu::GPUFuncOp kernel) {
  return kernel->getParentOp()
      ->walk([](proton_gpu::StoreOp store) {
        return store.getFurther().empty() ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

} // namespace

LogicalResult lowerRecordsForAmd(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment,
                                 const AmdRecordOptions &options) {
  const std::optional<AmdChip> chip = amdChipNamed(options.chip);
  if (!chip)
    return segment.emitOpError("cannot be lowered: records are not written for the AMD GPU '")
           << options.chip << "'";
  if (segment.getStrategy() == proton_gpu::Strategy::Stream)
    return segment.emitOpError("has strategy 'stream', which AMD GPUs do not have yet; 'flush' and "
                               "'circular' keep records there");
  if (recordsBulkCopies(kernel))
    return segment.emitOpError("contains records of bulk copies, which AMD GPUs do not have");
  AmdWriting writing{*chip, chip->referencePeriodNs(), options.hasScheduleBarriers,
                     hasLoadsToLds(kernel)};
  if (options.referencePeriodNs != 0)
    writing.referencePeriodNs = options.referencePeriodNs;
  return lowerRecordsForGpu(kernel, segment, options.block, AmdRecordTarget(writing));
}

} // namespace pstudio
