// SPDX-License-Identifier: Apache-2.0
#include "tests/support/record_emitter.h"

#include <algorithm>

#include "core/base/little_endian.h"
#include "core/record/access_layout.h"

namespace pstudio::test {

using namespace record;

SegmentEmitter::SegmentEmitter(uint32_t slots, Strategy strategy)
    : m_bytes(size_t{slots} * kSlotBytes), m_strategy(strategy) {}

bool SegmentEmitter::fits(uint32_t slots) const {
  return m_strategy == Strategy::Circular || m_written + slots <= m_bytes.size() / kSlotBytes;
}

void SegmentEmitter::raw(uint32_t tag, uint32_t payload) {
  const size_t capacity = m_bytes.size() / kSlotBytes;
  if (m_strategy == Strategy::Circular || m_written < capacity) {
    std::byte *slot = m_bytes.data() + (m_written % capacity) * kSlotBytes;
    storeLittle<uint32_t>(slot, tag);
    storeLittle<uint32_t>(slot + 4, payload);
  }
  ++m_written;
}

/// The padding slots after a record keep their previous content.
void SegmentEmitter::pad() {
  if (isGrouped)
    m_written = paddedSlots(m_written, true);
}

void SegmentEmitter::group(uint16_t number, const RecordGroup &group,
                           std::span<const uint32_t> clocks, std::span<const uint16_t> keys,
                           uint16_t addedToIds) {
  std::vector<uint32_t> words(size_t{group.slots()} * 2);
  words[0] = makeTag(Kind::Group, addedToIds, number);
  std::ranges::copy(clocks, words.begin() + 1);
  for (size_t i = 0; i < keys.size(); ++i)
    words[kGroupKeysWord] |= uint32_t{keys[i]} << (kGroupKeyBits * i);
  m_records += static_cast<uint32_t>(group.members.size());
  for (size_t i = 0; i < words.size(); i += 2) // slots that do not fit are not stored
    raw(words[i], words[i + 1]);
}

void SegmentEmitter::emit(const Record &record) {
  ++m_records;
  const bool isEvent = record.kind == Kind::EventStart || record.kind == Kind::EventEnd;
  const bool isScope = record.kind == Kind::ScopeStart || record.kind == Kind::ScopeEnd ||
                       record.kind == Kind::MemoryAccess;
  const bool isWideMask = record.partial && isScope && record.laneMask >> 32 != 0;
  uint32_t key = isEvent ? record.key : record.partial ? kKeyPartialMask : 0;
  key |= isWideMask ? kKeyWideMask : 0;
  if (record.kind == Kind::Value)
    key = uint32_t{record.lane} << kKeyLaneShift | (record.wide ? kKeyWide : 0);
  const uint32_t tag = makeTag(record.kind, record.operation, key);
  if (!fits(slotsOf(tag))) {
    m_written += slotsOf(tag);
    return pad();
  }
  raw(tag, record.clock);
  uint32_t index = 1;
  if (record.kind == Kind::Value || record.kind == Kind::ClockEpoch)
    raw(makeTag(Kind::Continuation, record.operation, index++),
        static_cast<uint32_t>(record.payload));
  if (record.wide)
    raw(makeTag(Kind::Continuation, record.operation, index++),
        static_cast<uint32_t>(record.payload >> 32));
  if (record.partial)
    raw(makeTag(Kind::Continuation, record.operation, index++),
        static_cast<uint32_t>(record.laneMask));
  if (isWideMask)
    raw(makeTag(Kind::Continuation, record.operation, index++),
        static_cast<uint32_t>(record.laneMask >> 32));
  pad();
}

void SegmentEmitter::access(const Record &head, std::span<const LaneAddress> addresses) {
  const uint32_t before = m_written;
  emit(head);
  const size_t at = (before & (m_bytes.size() / kSlotBytes - 1)) * kSlotBytes;
  const auto tag = loadLittle<uint32_t>(m_bytes.data() + at);
  storeLittle(m_bytes.data() + at, tag | static_cast<uint32_t>(addresses.size())
                                             << kKeyAddressesShift);
  for (const LaneAddress &lane : addresses)
    raw(makeAddressTag(lane.address, lane.lane), static_cast<uint32_t>(lane.address));
}

namespace {
Record makeRecord(Kind kind, uint16_t operation, uint64_t clock) {
  Record record;
  record.kind = kind;
  record.operation = operation;
  record.clock = static_cast<uint32_t>(clock);
  return record;
}
} // namespace

void SegmentEmitter::scopeStart(uint16_t operation, uint64_t clock) {
  emit(makeRecord(Kind::ScopeStart, operation, clock));
}

void SegmentEmitter::scopeEnd(uint16_t operation, uint64_t clock) {
  emit(makeRecord(Kind::ScopeEnd, operation, clock));
}

void SegmentEmitter::partialScopeStart(uint16_t operation, uint64_t clock, uint64_t laneMask) {
  Record record = makeRecord(Kind::ScopeStart, operation, clock);
  record.partial = true;
  record.laneMask = laneMask;
  emit(record);
}

void SegmentEmitter::partialScopeEnd(uint16_t operation, uint64_t clock, uint64_t laneMask) {
  Record record = makeRecord(Kind::ScopeEnd, operation, clock);
  record.partial = true;
  record.laneMask = laneMask;
  emit(record);
}

void SegmentEmitter::eventStart(uint16_t operation, uint16_t key, uint64_t clock) {
  Record record = makeRecord(Kind::EventStart, operation, clock);
  record.key = key;
  emit(record);
}

void SegmentEmitter::eventEnd(uint16_t operation, uint16_t key, uint64_t clock) {
  Record record = makeRecord(Kind::EventEnd, operation, clock);
  record.key = key;
  emit(record);
}

void SegmentEmitter::value(uint16_t operation, uint64_t clock, uint32_t payload) {
  Record record = makeRecord(Kind::Value, operation, clock);
  record.payload = payload;
  emit(record);
}

void SegmentEmitter::epoch(uint64_t clock) {
  Record record = makeRecord(Kind::ClockEpoch, 0, clock);
  record.payload = static_cast<uint32_t>(clock >> 32);
  emit(record);
}

BlockEmitter::BlockEmitter(uint32_t unitCount, uint32_t slots, Strategy bufferStrategy)
    : strategy(bufferStrategy), units(unitCount, SegmentEmitter(slots, bufferStrategy)) {}

void BlockEmitter::setClocks(uint64_t begin, uint64_t end) {
  beginCycle = beginTime = begin;
  endCycle = endTime = end;
}

void BlockEmitter::appendTo(std::vector<std::byte> &buffer) const {
  const auto unitCount = static_cast<uint32_t>(units.size());
  const auto slots = static_cast<uint32_t>(units.front().bytes().size() / kSlotBytes);
  std::vector<std::byte> block(blockBytes(unitCount, slots, isGrouped()));
  std::byte *bytes = block.data();
  storeLittle<uint32_t>(bytes + kMagic, kBlockMagic);
  storeLittle<uint16_t>(bytes + kVersion, isGrouped() ? kGroupedLayoutVersion : kLayoutVersion);
  storeLittle<uint16_t>(bytes + kHeaderSize, kHeaderBytes);
  storeLittle<uint32_t>(bytes + kProgramX, program[0]);
  storeLittle<uint32_t>(bytes + kProgramY, program[1]);
  storeLittle<uint32_t>(bytes + kProgramZ, program[2]);
  storeLittle<uint32_t>(bytes + kHardwareId, hardwareId);
  storeLittle<uint32_t>(bytes + kUnitCount, unitCount);
  storeLittle<uint32_t>(bytes + kSlotsPerUnit, slots);
  storeLittle<uint32_t>(bytes + kFlags,
                        makeFlags(strategy, granularity, Metric::Cycle, isGrouped()));
  storeLittle<uint64_t>(bytes + kBeginCycle, beginCycle);
  storeLittle<uint64_t>(bytes + kBeginTime, beginTime);
  storeLittle<uint64_t>(bytes + kEndCycle, endCycle);
  storeLittle<uint64_t>(bytes + kEndTime, endTime);
  for (uint32_t i = 0; i < unitCount; ++i) {
    storeLittle<uint32_t>(bytes + unitEntryOffset(i) + kUnitWritten, units[i].written());
    const uint32_t records = isGrouped() ? units[i].recordsWritten() << kUnitRecordsShift : 0;
    storeLittle<uint32_t>(bytes + unitEntryOffset(i) + kUnitState,
                          (units[i].isFinalized ? kUnitFinalized : kUnitIdle) | records);
    const auto segment = units[i].bytes();
    std::copy(segment.begin(), segment.end(),
              bytes + segmentOffset(unitCount, slots, i, isGrouped()));
  }
  buffer.insert(buffer.end(), block.begin(), block.end());
}

} // namespace pstudio::test
