// SPDX-License-Identifier: Apache-2.0
// The fields of a block, written by any GPU.
#include "collector/records/gpu_block.h"

#include <bit>
#include <string>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "collector/records/id_lookup.h"
#include "core/record/record_layout.h"

using namespace mlir;
using LLVM::ICmpPredicate;

namespace pstudio {

Value sharedAddress(GpuWriter &w, Value buffer) {
  OpBuilder &b = w.builder();
  Value index = b.create<memref::ExtractAlignedPointerAsIndexOp>(w.location(), buffer);
  Value number = b.create<arith::IndexCastOp>(w.location(), w.i64(), index);
  return w.truncate(number);
}

Value both(GpuWriter &w, Value a, Value b) {
  return a && b ? w.bitAnd(a, b) : a ? a : b;
}

namespace {

// Compilers evaluate arguments in different orders: no call has two arguments that write
// operations.

constexpr uint32_t kSlotShift = std::countr_zero(record::kSlotBytes);

static_assert(record::kBlockAlignment % 16 == 0, "the header is stored 16 bytes at a time");

/// x + gridX * (y + gridY * z).
Value linearCta(GpuWriter &w) {
  Value y = w.extend(w.ctaId(1)), gridY = w.extend(w.gridExtent(1)), z = w.extend(w.ctaId(2));
  Value plane = w.add(y, w.multiply(gridY, z));
  Value x = w.extend(w.ctaId(0)), gridX = w.extend(w.gridExtent(0));
  return w.add(x, w.multiply(gridX, plane));
}

/// i32: lanes of the warp; fewer in the last one of a CTA that is no multiple of its threads.
Value lanesOf(GpuWriter &w, Value warp, const std::array<uint32_t, 3> &block) {
  Value all = w.constant32(w.lanesPerWarp());
  const uint64_t threads = uint64_t{block[0]} * block[1] * block[2];
  const auto rest = static_cast<uint32_t>(threads % w.lanesPerWarp());
  if (rest == 0)
    return all;
  Value last = w.constant32(static_cast<uint32_t>(threads / w.lanesPerWarp()));
  Value isLast = w.compare(ICmpPredicate::eq, warp, last);
  return w.select(isLast, w.constant32(rest), all);
}

/// i1: the thread that writes the header.
Value isFirstThread(GpuWriter &w, const GpuUnit &unit) {
  Value isFirst = w.compare(ICmpPredicate::eq, unit.thread, w.constant32(0));
  return both(w, isFirst, unit.hasBlock);
}

/// i64: number of the CTA's block.
Value blockIndex(GpuWriter &w, GpuUnit &unit) {
  Value cta = linearCta(w);
  if (unit.shape.ctas.empty())
    return cta;
  const IdLookup found = lookUp(w, w.truncate(cta), unit.shape.ctas);
  unit.hasBlock = found.isMember;
  return w.extend(found.rank);
}

void findUnit(GpuWriter &w, GpuUnit &unit) {
  unit.records = unit.hasBlock;
  unit.index = unit.warp;
  if (!unit.shape.recorders.empty()) {
    const IdLookup found = lookUp(w, unit.warp, unit.shape.recorders);
    unit.records = both(w, found.isMember, unit.hasBlock);
    unit.index = found.rank;
  }
  if (unit.shape.strategy == proton_gpu::Strategy::Histogram)
    unit.index = w.constant32(0); // all warps share it
  if (!unit.shape.isPerThread())
    return;
  if (unit.shape.recorders.empty()) {
    unit.index = unit.thread;
    return;
  }
  Value firstLane = w.shiftLeft(unit.index, w.constant32(std::countr_zero(w.lanesPerWarp())));
  unit.index = w.add(firstLane, w.lane());
}

/// Device memory where slots stay until they are flushed. The profile buffer is host memory: each
/// record in it would cross the bus.
Value addStagingArgument(GpuWriter &w, proton_gpu::SegmentAllocOp segment) {
  auto kernel = segment->getParentOfType<gpu::GPUFuncOp>();
  const unsigned index = kernel.getNumArguments();
  Builder &b = w.builder();
  const auto attributes =
      b.getDictionaryAttr(b.getNamedAttr(proton_gpu::kStagingBufferAttribute, b.getUnitAttr()));
  kernel.insertArgument(index, w.pointer(), attributes, segment.getLoc());
  return w.toGlobal(kernel.getArgument(index));
}

/// `block` (i64): number of the CTA's block; `index` (i64): of the unit's segment in it.
Value stagedSlots(GpuWriter &w, proton_gpu::SegmentAllocOp segment, const SegmentShape &shape,
                  Value block, Value index) {
  Value staging = addStagingArgument(w, segment);
  Value before = w.multiply(block, w.constant64(shape.units));
  Value unitOfLaunch = w.add(before, index);
  return w.at(staging, w.multiply(unitOfLaunch, w.constant64(shape.segmentBytes)));
}

/// Copies `count` (i32) slots of a halved segment to the block, the first of which was stored
/// `first`-th (i32): the begin of a half, which the slots do not leave.
void copyHalf(GpuWriter &w, const GpuUnit &unit, Value first, Value count, const LaneGroup &lanes) {
  Value from = w.add(unit.sharedSlots, ringOffset(w, first, unit.shape.segmentBytes));
  Value to = w.at(unit.slots, w.extend(ringOffset(w, first, unit.shape.keptBytes)));
  copySlots(w, unit, from, count, to, lanes);
}

} // namespace

GpuUnit locateUnit(GpuWriter &w, proton_gpu::SegmentAllocOp segment,
                   const std::array<uint32_t, 3> &block) {
  GpuUnit unit{SegmentShape(segment), {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
  unit.thread = w.linearThread(block);
  unit.warp = w.warp(unit.thread, block);
  unit.lanes = lanesOf(w, unit.warp, block);
  Value buffer = w.toGlobal(segment.getBuffer());
  Value number = blockIndex(w, unit);
  findUnit(w, unit);
  Value wideIndex = w.extend(unit.index);
  Value blockOffset = w.multiply(number, w.constant64(unit.shape.blockBytes));
  unit.block = w.at(buffer, blockOffset);
  Value entryOffset = w.multiply(wideIndex, w.constant64(record::kUnitBytes));
  unit.entry = w.at(w.at(unit.block, unit.shape.unitTable), entryOffset);
  const bool isStream = unit.shape.strategy == proton_gpu::Strategy::Stream;
  if (!isStream) {
    Value segmentOffset = w.multiply(wideIndex, w.constant64(unit.shape.keptBytes));
    unit.slots = w.at(w.at(unit.block, unit.shape.segments), segmentOffset);
    unit.globalSlots = unit.slots;
  }
  if (segment.getShared()) {
    Value start =
        w.multiply(unit.index, w.constant32(static_cast<uint32_t>(unit.shape.segmentBytes)));
    unit.sharedSlots = w.add(sharedAddress(w, segment.getShared()), start);
  } else if (isStream) {
    unit.globalSlots = stagedSlots(w, segment, unit.shape, number, wideIndex);
  }
  return unit;
}

void writeHeader(GpuWriter &w, const GpuUnit &unit) {
  w.when(isFirstThread(w, unit), [&](GpuWriter &then) {
    Value magic = then.constant32(record::kBlockMagic);
    const uint32_t layout = unit.shape.isGrouped       ? record::kGroupedLayoutVersion
                            : then.lanesPerWarp() > 32 ? record::kWideLayoutVersion
                                                       : record::kLayoutVersion;
    Value version = then.constant32(layout | uint32_t{record::kHeaderBytes} << 16);
    Value x = then.ctaId(0), y = then.ctaId(1), z = then.ctaId(2);
    static_assert(record::kVersion == 4 && record::kHeaderSize == 6 && record::kProgramX == 8 &&
                  record::kProgramY == 12);
    then.storeGlobalWords(unit.block, record::kMagic, {magic, version, x, y});
    Value place = then.hardwareId();
    Value units = then.constant32(unit.shape.units), slots = then.constant32(unit.shape.keptSlots);
    static_assert(record::kProgramZ == 16 && record::kHardwareId == 20 &&
                  record::kUnitCount == 24 && record::kSlotsPerUnit == 28);
    then.storeGlobalWords(unit.block, record::kProgramZ, {z, place, units, slots});
    Value flags = then.constant32(unit.shape.flags);
    Value handed = then.constant32(flushedSlots(unit.shape));
    static_assert(record::kFlags == 32 && record::kFlushedSlots == 36);
    then.storeGlobalWords(unit.block, record::kFlags, {flags, handed});
    if (unit.shape.strategy == proton_gpu::Strategy::Stream) {
      Value chunks = then.constant32(unit.shape.stream.chunks), none = then.constant32(0);
      static_assert(record::kStreamChunks == 72 && record::kHeaderReserved == 76);
      then.storeGlobalWords(unit.block, record::kStreamChunks, {chunks, none});
    }
    then.storeClocks(unit.block, record::kBeginCycle, record::kBeginTime);
  });
}

Value ringOffset(GpuWriter &w, Value written, uint64_t bytes) {
  Value offset = w.shiftLeft(written, w.constant32(kSlotShift));
  return w.bitAnd(offset, w.constant32(static_cast<uint32_t>(bytes - 1)));
}

LaneGroup LaneGroup::one(GpuWriter &w) {
  Value first = w.constant32(0);
  return {first, w.constant32(1)};
}

void copySlots(GpuWriter &w, const GpuUnit &unit, Value from, Value count, Value to,
               const LaneGroup &lanes) {
  Value slotShift = w.constant32(kSlotShift);
  Value end = w.shiftLeft(count, slotShift);
  Value begin = w.shiftLeft(lanes.rank, slotShift), step = w.shiftLeft(lanes.count, slotShift);
  w.loop(begin, end, step, [&](GpuWriter &body, Value offset) {
    Value wide = body.extend(offset);
    Value address = unit.sharedSlots ? body.intToPointer(body.add(from, offset), kSharedSpace)
                                     : body.at(from, wide);
    Value slot = body.load(body.i64(), address, 0);
    body.store(slot, body.at(to, wide), 0);
  });
}

HandoverRecords flushHalf(GpuWriter &w, const GpuUnit &unit, Value written, uint32_t operation,
                          Value start, const LaneGroup &lanes, function_ref<void()> sync) {
  // Lanes copy slots that other lanes may have stored.
  sync();
  Value half = w.constant32(flushedSlots(unit.shape));
  Value first = w.subtract(beginOfHalf(w, unit, written), half);
  copyHalf(w, unit, first, half, lanes);
  // Keeps each lane from storing to slots that another one still copies.
  sync();
  const auto tag = [&](record::Kind kind) { return record::makeTag(kind, operation, 0); };
  return {{tag(record::Kind::ScopeStart), start},
          {tag(record::Kind::ScopeEnd), w.readClock(unit.shape.metric)}};
}

void storeSlot(GpuWriter &w, const GpuUnit &unit, Value written, uint32_t tag, Value payload) {
  Value offset = ringOffset(w, written, unit.shape.segmentBytes);
  Value word = w.constant32(tag);
  if (unit.sharedSlots) {
    Value address = w.add(unit.sharedSlots, offset);
    w.storeSharedWords(address, {word, payload});
    return;
  }
  w.storeGlobalWords(w.at(unit.globalSlots, w.extend(offset)), 0, {word, payload});
}

Value beginOfHalf(GpuWriter &w, const GpuUnit &unit, Value written) {
  return w.bitAnd(written, w.constant32(0u - flushedSlots(unit.shape)));
}

void copyRest(GpuWriter &w, const GpuUnit &unit, Value written, const LaneGroup &lanes) {
  if (unit.shape.strategy == proton_gpu::Strategy::Flush) {
    Value begin = beginOfHalf(w, unit, written);
    return copyHalf(w, unit, begin, w.subtract(written, begin), lanes);
  }
  Value kept = w.minimum(written, w.constant32(unit.shape.slots));
  copySlots(w, unit, unit.sharedSlots, kept, unit.slots, lanes);
}

void markFinal(GpuWriter &w, const GpuUnit &unit, Value written, Value records) {
  static_assert(record::kUnitWritten == 0 && record::kUnitState == 4);
  Value state = w.constant32(record::kUnitFinalized);
  if (records)
    state = w.bitOr(state, w.shiftLeft(records, w.constant32(record::kUnitRecordsShift)));
  w.storeGlobalWords(unit.entry, record::kUnitWritten, {written, state});
}

void writeEndPair(GpuWriter &w, const GpuUnit &unit) {
  w.when(isFirstThread(w, unit), [&](GpuWriter &then) {
    then.storeClocks(unit.block, record::kEndCycle, record::kEndTime);
  });
}

} // namespace pstudio
