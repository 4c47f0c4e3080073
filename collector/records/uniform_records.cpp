// SPDX-License-Identifier: Apache-2.0
// Address and store of a record in warp-uniform code.
#include "collector/records/uniform_records.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "collector/passes/record_bounds.h"
#include "core/record/access_layout.h"
#include "core/record/group_layout.h"
#include "core/record/record_layout.h"

using namespace mlir;
using LLVM::ICmpPredicate;

namespace pstudio {

namespace {

/// i32: the keys of a group that are operands; null if there are none.
Value keysOf(GpuWriter &w, proton_gpu::StoreGroupOp op) {
  Value word;
  for (Value index : op.getKeys()) {
    Value key = w.builder().create<arith::IndexCastOp>(op.getLoc(), w.i32(), index);
    word = word ? w.bitOr(w.bitAnd(word, w.constant32(record::kKeyMask)),
                          w.shiftLeft(key, w.constant32(record::kGroupKeyBits)))
                : key;
  }
  return word;
}

/// i64: the offset of a thread (i32) as core/record/thread_offsets.h defines it.
Value offsetOf(GpuWriter &w, proton::ThreadOffsetsAttr offsets, Value thread) {
  const bool isXor = offsets.getRule() == proton::OffsetRule::Xor;
  Value offset = w.constant64(static_cast<uint64_t>(offsets.getStart())), number = w.extend(thread);
  for (const auto [bit, entry] : llvm::enumerate(offsets.getBits().asArrayRef())) {
    if (entry == 0)
      continue;
    Value isSet = w.bitAnd(w.shiftRight(number, w.constant64(bit)), w.constant64(1));
    Value part = w.multiply(isSet, w.constant64(static_cast<uint64_t>(entry)));
    offset = isXor ? w.bitXor(offset, part) : w.add(offset, part);
  }
  return offset;
}

} // namespace

UniformRecords::UniformRecords(GpuWriter &entry, const GpuUnit &unit, RecordLanes lanes,
                               bool mayWrap)
    : m_unit(unit), m_mayWrap(mayWrap), m_variable(entry.stackVariable(entry.i32())) {
  entry.store(entry.constant32(0), m_variable, 0);
  if (unit.shape.isGrouped) {
    m_records = entry.stackVariable(entry.i32());
    entry.store(entry.constant32(0), m_records, 0);
  }
  if (lanes == RecordLanes::One && !unit.shape.isPerThread())
    m_isStorer = entry.compare(ICmpPredicate::eq, entry.lane(), entry.constant32(0));
  m_isStorer = both(entry, m_isStorer, unit.records);
}

UniformRecords::UniformRecords(const GpuUnit &unit)
    : m_unit(unit), m_mayWrap(true), m_isStorer(unit.records) {}

void UniformRecords::store(GpuWriter &w, proton_gpu::StoreOp op, Value tag, Value clock) {
  m_condition = op.getCondition();
  write(w, op, tag, clock);
}

void UniformRecords::write(GpuWriter &w, proton_gpu::StoreOp op, Value tag, Value clock) {
  m_lastSlots = {};
  if (op.getKind() == proton_gpu::RecordKind::MemoryAccess)
    appendAccessWhereRecorded(w, op, tag, clock);
  else if (op.getValue())
    appendValue(w, op, tag, clock);
  else
    append(w, tag, clock, m_condition);
}

void UniformRecords::storeGroup(GpuWriter &w, proton_gpu::StoreGroupOp op, Value tag,
                                Value lastClock) {
  m_condition = op.getCondition();
  m_lastSlots = {};
  SmallVector<Value, record::kGroupWords> words;
  const uint32_t offset = op.firstWord() * static_cast<uint32_t>(sizeof(uint32_t));
  if (offset == 0)
    words.push_back(tag);
  llvm::append_range(words, op.getCounters());
  words.back() = lastClock;
  if (Value keys = keysOf(w, op)) {
    words.resize(record::kGroupKeysWord, w.constant32(0));
    words.push_back(keys);
  }
  words.resize(llvm::PowerOf2Ceil(words.size()), w.constant32(0));
  Value written = loadWritten(w), address = slotAddress(w, written), end = written;
  if (offset != 0) {
    address = m_unit.sharedSlots ? w.add(address, w.constant32(offset)) : w.at(address, offset);
    end = w.add(written, w.constant32(offset));
  }
  writeWords(w, address, words, both(w, isStored(w, end), m_condition));
  if (op.getPartial())
    return;
  advance(w, written, slotsOfRecord(op), m_condition);
  countRecords(w, static_cast<uint32_t>(op.getFirst().value_or(0) + op.getCounters().size()),
               m_condition);
}

void UniformRecords::append(GpuWriter &w, Value tag, Value clock, Value condition) {
  Value written = loadWritten(w);
  storeSlot(w, written, tag, clock, condition);
  advance(w, written, 1, condition);
  countRecords(w, 1, condition);
}

void UniformRecords::appendValue(GpuWriter &w, proton_gpu::StoreOp op, Value tag, Value clock) {
  Value written = loadWritten(w);
  SmallVector<Value, 2> words = valueWords(w, op);
  const auto slots = static_cast<uint32_t>(1 + words.size());
  Value storer = m_condition;
  Value first = tag;
  if (m_unit.shape.isPerThread()) {
    Value key = w.shiftLeft(w.lane(), w.constant32(record::kKeyLaneShift));
    first = w.bitOr(tag, key);
  } else if (!op->hasAttr(kUniformValueAttribute)) {
    // The values differ between lanes, so only one lane may store.
    if (!takeLowest(w, words)) {
      Value isLowest = w.compare(ICmpPredicate::eq, w.lane(), w.constant32(0));
      storer = both(w, storer, isLowest);
    }
  }
  storeSlot(w, written, ifFits(w, first, written, slots), clock, storer);
  storeFurther(w, written, tag, words, slots, storer);
  advance(w, written, slots, m_condition);
  countRecords(w, 1, m_condition);
}

/// CTAs that do not record branch around the code of the access, because predicated code would be
/// expensive. In a CTA that records, branches would keep the assembler from overlapping the
/// accesses: 4 warps with one recording warp took 2.3 times as long, but only 1.8 times with four
/// recording warps and no branch (gemm_tiled, H200).
void UniformRecords::appendAccessWhereRecorded(GpuWriter &w, proton_gpu::StoreOp op, Value tag,
                                               Value clock) {
  if (m_unit.shape.ctas.empty() || !m_unit.records ||
      proton_gpu::isDoubleBuffered(m_unit.shape.strategy))
    return appendAccess(w, op, tag, clock);
  w.when(m_unit.records, [&](GpuWriter &then) { appendAccess(then, op, tag, clock); });
}

void UniformRecords::appendAccess(GpuWriter &w, proton_gpu::StoreOp op, Value tag, Value clock) {
  if (!op.getFurther().empty())
    return appendTensorCopy(w, op, tag, clock);
  if (op.getBy())
    return appendOfLanes(w, op, tag, clock);
  const uint32_t each = op.getEach().value_or(0);
  const uint32_t most = each == 0 ? 2 : 1 + std::max(1u, w.lanesPerWarp() / each);
  Value count = addressCount(w, op);
  Value written = loadWritten(w);
  Value key = w.shiftLeft(count, w.constant32(record::kKeyAddressesShift));
  storeSlot(w, written, ifFits(w, w.bitOr(tag, key), written, most), clock, m_condition);
  const uint32_t kind = record::makeAddressTag(0, 0);
  Value kindBits = ifFits(w, w.constant32(kind), written, most);
  storeAddresses(w, op, behind(w, written, record::kSlotBytes), kindBits);
  m_lastSlots = w.add(count, w.constant32(1));
  advanceBy(w, written, w.multiply(m_lastSlots, w.constant32(record::kSlotBytes)), m_condition);
}

/// Appends an access of the lanes for which `by` holds: head, mask of the lanes, address of the
/// lowest, or of the lowest in each group that has one.
void UniformRecords::appendOfLanes(GpuWriter &w, proton_gpu::StoreOp op, Value tag, Value clock) {
  const uint32_t each = op.getEach().value_or(0);
  const uint32_t most = 2 + (each == 0 ? 1 : std::max(1u, w.lanesPerWarp() / each));
  Value mask = lanesWith(w, op.getBy());
  m_condition = both(w, m_condition, w.compare(ICmpPredicate::ne, mask, w.constant32(0)));
  Value lane = w.lane(), own = w.shiftLeft(w.constant32(1), lane);
  Value before = w.bitAnd(mask, w.subtract(own, w.constant32(1)));
  Value encodes = op.getBy(), encoding = mask;
  if (each != 1) {
    Value lower = before;
    if (each > 1)
      lower = w.shiftRight(before, w.bitAnd(lane, w.constant32(uint32_t{0} - each)));
    encodes = w.bitAnd(encodes, w.compare(ICmpPredicate::eq, lower, w.constant32(0)));
  }
  if (each > 1) {
    encoding = lanesWith(w, encodes);
    before = w.bitAnd(encoding, w.subtract(own, w.constant32(1)));
  }
  Value count = each != 0 ? w.countBits(encoding) : w.constant32(1);
  Value rank = each != 0 ? w.countBits(before) : w.constant32(0);
  Value written = loadWritten(w);
  Value key = w.bitOr(w.shiftLeft(count, w.constant32(record::kKeyAddressesShift)),
                      w.constant32(record::kKeyPartialMask));
  storeSlot(w, written, ifFits(w, w.bitOr(tag, key), written, most), clock, m_condition);
  storeFurther(w, written, tag, mask, most, m_condition);
  const uint32_t kind = record::makeAddressTag(0, 0);
  Value low = w.truncate(op.getValue()), high = highWord(w, op);
  Value first = behind(w, written, 2 * record::kSlotBytes);
  Value laneBytes = w.multiply(rank, w.constant32(record::kSlotBytes));
  Value kindAndLane = w.bitOr(ifFits(w, w.constant32(kind), written, most), lane);
  storeAddress(w, first, laneBytes, kindAndLane, low, high, both(w, m_condition, encodes));
  m_lastSlots = w.add(count, w.constant32(2));
  advanceBy(w, written, w.multiply(m_lastSlots, w.constant32(record::kSlotBytes)), m_condition);
}

/// One elected lane stores all address words. Head and mask are uniform; all lanes store them.
void UniformRecords::appendTensorCopy(GpuWriter &w, proton_gpu::StoreOp op, Value tag,
                                      Value clock) {
  const auto words = static_cast<uint32_t>(1 + op.getFurther().size());
  const uint32_t slots = 1 + words + (op.getBy() ? 1 : 0);
  uint32_t key = words << record::kKeyAddressesShift;
  Value written = loadWritten(w);
  Value electedLane, mask;
  if (op.getBy()) {
    mask = lanesWith(w, op.getBy());
    key |= record::kKeyPartialMask;
    m_condition = both(w, m_condition, w.compare(ICmpPredicate::ne, mask, w.constant32(0)));
    Value lowest = w.bitAnd(mask, w.subtract(w.constant32(0), mask));
    electedLane = w.compare(ICmpPredicate::eq, lowest, w.shiftLeft(w.constant32(1), w.lane()));
  } else {
    electedLane = w.compare(ICmpPredicate::eq, w.lane(), w.constant32(0));
  }
  Value head = w.bitOr(tag, w.constant32(key));
  storeSlot(w, written, ifFits(w, head, written, slots), clock, m_condition);
  if (mask)
    storeFurther(w, written, tag, mask, slots, m_condition);
  storeEncodedWords(w, op, written, slots, electedLane);
  m_lastSlots = w.constant32(slots);
  advance(w, written, slots, m_condition);
}

/// Stores the encoded words in the last of the `slots` slots that follow `written` bytes.
void UniformRecords::storeEncodedWords(GpuWriter &w, proton_gpu::StoreOp op, Value written,
                                       uint32_t slots, Value electedLane) {
  SmallVector<Value> words{op.getValue()};
  llvm::append_range(words, op.getFurther());
  const auto headSlots = static_cast<uint32_t>(slots - words.size());
  Value kind = ifFits(w, w.constant32(record::makeAddressTag(0, 0)), written, slots);
  Value kindAndLane = w.bitOr(kind, w.lane());
  Value stores = both(w, m_condition, electedLane);
  for (const auto &[i, word] : llvm::enumerate(words)) {
    const auto place = headSlots + static_cast<uint32_t>(i);
    Value at = behind(w, written, place * record::kSlotBytes);
    Value high = w.truncate(w.shiftRight(word, w.constant64(32)));
    storeAddress(w, at, {}, kindAndLane, w.truncate(word), high, stores);
  }
}

Value UniformRecords::addressCount(GpuWriter &w, proton_gpu::StoreOp op) const {
  const uint32_t each = op.getEach().value_or(0);
  if (each == 0)
    return w.constant32(1);
  Value rounded = w.add(lanes(w).count, w.constant32(each - 1));
  return w.shiftRight(rounded, w.constant32(std::countr_zero(each)));
}

/// All lanes of a group store the address of its first lane, which each lane computes from its own.
/// On an H200, predicated stores of one lane delayed the loads around them (gemm_tiled: 1.09 times
/// with the heads alone, 1.29 times with such stores of addresses).
void UniformRecords::storeAddresses(GpuWriter &w, proton_gpu::StoreOp op, Value first,
                                    Value kindBits) {
  const uint32_t each = op.getEach().value_or(0);
  Value low = w.truncate(op.getValue()), high = highWord(w, op), lane = w.lane();
  Value rank = lanes(w).rank, laneBytes, storer = m_condition;
  if (each != 0) {
    Value group = w.shiftRight(rank, w.constant32(std::countr_zero(each)));
    laneBytes = w.multiply(group, w.constant32(record::kSlotBytes));
  }
  SmallVector<Value, 3> words{low, high, lane};
  if (each == 0 && op->hasAttr(kUniformValueAttribute)) {
    lane = w.constant32(0);
  } else if (each == 0 && takeLowest(w, words)) {
    low = words[0], high = words[1], lane = words[2];
  } else if (each != 1) {
    Value inGroup = each == 0 ? rank : w.bitAnd(rank, w.constant32(each - 1));
    if (op.getStride() || op.getXors() || op.getOffsets()) {
      Value address = addressOfFirst(w, op, inGroup);
      low = w.truncate(address), high = highWord(w, op, address);
      lane = w.subtract(rank, inGroup);
    } else {
      storer = both(w, storer, w.compare(ICmpPredicate::eq, inGroup, w.constant32(0)));
    }
  }
  storeAddress(w, first, laneBytes, w.bitOr(kindBits, lane), low, high, storer);
}

/// i64: the address of the first lane of the group in which the executing lane has the number
/// `inGroup` (i32), as access_layout.h defines it.
Value UniformRecords::addressOfFirst(GpuWriter &w, proton_gpu::StoreOp op, Value inGroup) const {
  if (const std::optional<proton::ThreadOffsetsAttr> offsets = op.getOffsets()) {
    Value own = offsetOf(w, *offsets, m_unit.thread);
    Value first = offsetOf(w, *offsets, w.subtract(m_unit.thread, inGroup));
    return w.add(op.getValue(), w.subtract(first, own));
  }
  Value address = op.getValue(), number = w.extend(inGroup);
  if (const std::optional<ArrayRef<int64_t>> xors = op.getXors())
    for (const auto [bit, flipped] : llvm::enumerate(*xors)) {
      Value isSet = w.bitAnd(w.shiftRight(number, w.constant64(bit)), w.constant64(1));
      address = w.bitXor(address, w.multiply(isSet, w.constant64(static_cast<uint64_t>(flipped))));
    }
  if (const std::optional<uint64_t> stride = op.getStride())
    address = w.subtract(address, w.multiply(number, w.constant64(*stride)));
  return address;
}

void UniformRecords::storeAddress(GpuWriter &w, Value first, Value laneBytes, Value kindAndLane,
                                  Value low, Value high, Value condition) {
  Value tag = w.bitOr(kindAndLane, addressBits(w, high));
  Value end = laneBytes ? w.add(first, laneBytes) : first;
  Value stores = both(w, both(w, m_unit.records, condition), isInside(w, end));
  writeWords(w, slotAddress(w, first, laneBytes), {tag, low}, stores);
}

/// Replaces the words by those of the lowest lane, in all lanes; false if the target cannot do
/// that.
bool UniformRecords::takeLowest(GpuWriter &w, MutableArrayRef<Value> words) {
  for (Value &word : words) {
    Value lowest = ofLowestLane(w, word);
    if (!lowest)
      return false;
    word = lowest;
  }
  return true;
}

Value UniformRecords::loadWritten(GpuWriter &w) const {
  return w.load(w.i32(), m_variable, 0);
}

void UniformRecords::storeWritten(GpuWriter &w, Value written) const {
  w.store(written, m_variable, 0);
}

LaneGroup UniformRecords::lanes(GpuWriter &w) const {
  return {w.lane(), m_unit.lanes};
}

/// For a rejected record of several slots, an empty tag for the slots before the end: shared memory
/// is not zeroed.
Value UniformRecords::ifFits(GpuWriter &w, Value tag, Value written, uint32_t slots) {
  if (slots == 0 || !m_mayWrap || m_unit.shape.strategy != proton_gpu::Strategy::First)
    return tag;
  const uint64_t last = m_unit.shape.segmentBytes - uint64_t{slots} * record::kSlotBytes;
  Value fits = w.compare(ICmpPredicate::ule, written, w.constant32(static_cast<uint32_t>(last)));
  return w.select(fits, tag, w.constant32(0));
}

void UniformRecords::storeSlot(GpuWriter &w, Value written, Value tag, Value payload,
                               Value condition) {
  Value address = slotAddress(w, written);
  Value stores = both(w, isStored(w, written), condition);
  writeWords(w, address, {tag, payload}, stores);
}

void UniformRecords::storeFurther(GpuWriter &w, Value written, Value tag, ArrayRef<Value> words,
                                  uint32_t slots, Value condition) {
  const uint32_t idBits = record::kOperationMask << record::kOperationShift;
  Value id = w.bitAnd(tag, w.constant32(idBits));
  uint32_t i = 0;
  for (Value word : words) {
    Value at = behind(w, written, ++i * record::kSlotBytes);
    Value further = w.bitOr(id, w.constant32(record::makeTag(record::Kind::Continuation, 0, i)));
    storeSlot(w, at, ifFits(w, further, written, slots), word, condition);
  }
}

/// i32: the count `written` plus `bytes`. Unless it may wrap, it is proven to stay in the segment.
Value UniformRecords::behind(GpuWriter &w, Value written, uint32_t bytes) const {
  Value more = w.constant32(bytes);
  return m_mayWrap ? w.add(written, more) : w.addFitting(written, more);
}

void UniformRecords::advance(GpuWriter &w, Value written, uint32_t slots, Value condition) {
  const uint32_t taken = record::paddedSlots(slots, m_unit.shape.isGrouped);
  advanceBy(w, written, w.constant32(taken * record::kSlotBytes), condition);
}

/// If a loop has a constant trip count, LLVM moves the addition after the loop.
void UniformRecords::countRecords(GpuWriter &w, uint32_t records, Value condition) {
  if (!m_records)
    return;
  Value more = w.constant32(records);
  if (condition)
    more = w.select(condition, more, w.constant32(0));
  w.store(w.add(w.load(w.i32(), m_records, 0), more), m_records, 0);
}

void UniformRecords::advanceBy(GpuWriter &w, Value written, Value bytes, Value condition) {
  if (condition)
    bytes = w.select(condition, bytes, w.constant32(0));
  // If the count is proven to stay in the segment, LLVM may fold constants into the address.
  storeWritten(w, m_mayWrap ? w.add(written, bytes) : w.addFitting(written, bytes));
}

Value UniformRecords::slotsWritten(GpuWriter &w) {
  Value bytes = loadWritten(w);
  return w.shiftRight(bytes, w.constant32(std::countr_zero(record::kSlotBytes)));
}

void UniformRecords::atFlushPoint(GpuWriter &w, proton_gpu::FlushPointOp op) {
  m_isDropping |= op.getDropping();
  if (!m_mayWrap)
    return;
  Value written = slotsWritten(w);
  Value isFull = fillsHalf(w, written, flushedSlots(m_unit.shape), m_lastSlots);
  Value isHere = both(w, m_unit.records, m_condition);
  const bool isStream = m_unit.shape.strategy == proton_gpu::Strategy::Stream;
  w.when(both(w, isFull, isHere), [&](GpuWriter &then) {
    for (const HandoverRecord &record :
         isStream ? stream(then, written, op.getId()) : flush(then, written, op.getId()))
      append(then, then.constant32(record.tag), record.payload);
  });
}

HandoverRecords UniformRecords::flush(GpuWriter &w, Value written, uint32_t operation) {
  Value start = w.readClock(m_unit.shape.metric);
  return flushHalf(w, m_unit, written, operation, start, sharers(w), [&] { syncSharers(w); });
}

LaneGroup UniformRecords::sharers(GpuWriter &w) const {
  return m_unit.shape.isPerThread() ? LaneGroup::one(w) : lanes(w);
}

void UniformRecords::syncSharers(GpuWriter &w) const {
  if (!m_unit.shape.isPerThread())
    w.syncWarp();
}

void UniformRecords::finalize(GpuWriter &w) {
  w.when(m_unit.records, [&](GpuWriter &then) { finalizeUnit(then); });
}

void UniformRecords::finalizeUnit(GpuWriter &w) {
  Value written = slotsWritten(w);
  if (m_unit.shape.strategy == proton_gpu::Strategy::Stream) {
    streamEnd(w, written);
  } else if (m_unit.sharedSlots) {
    syncSharers(w);
    copyRest(w, m_unit, written, sharers(w));
  }
  markFinal(w, m_unit, written, m_records ? w.load(w.i32(), m_records, 0) : Value());
}

Value UniformRecords::isStored(GpuWriter &w, Value written) {
  return both(w, m_isStorer, isInside(w, written));
}

/// i1: with the strategy `first`, true if the slot is in the segment; otherwise null.
Value UniformRecords::isInside(GpuWriter &w, Value written) {
  if (!m_mayWrap || m_unit.shape.strategy != proton_gpu::Strategy::First)
    return {};
  Value end = w.constant32(static_cast<uint32_t>(m_unit.shape.segmentBytes));
  return w.compare(ICmpPredicate::ult, written, end);
}

/// The offset of a lane is equal for all records, unless the ring wraps between the lanes.
Value UniformRecords::slotAddress(GpuWriter &w, Value written, Value laneBytes) {
  Value offset = written;
  if (m_mayWrap && m_unit.shape.strategy != proton_gpu::Strategy::First) {
    if (laneBytes)
      offset = w.add(written, laneBytes);
    laneBytes = {};
    offset = w.bitAnd(offset, w.constant32(static_cast<uint32_t>(m_unit.shape.segmentBytes - 1)));
  }
  if (m_unit.sharedSlots) {
    Value address = w.add(m_unit.sharedSlots, offset);
    return laneBytes ? w.add(address, laneBytes) : address;
  }
  Value address = w.at(m_unit.globalSlots, w.extend(offset));
  return laneBytes ? w.at(address, w.extend(laneBytes)) : address;
}

} // namespace pstudio
