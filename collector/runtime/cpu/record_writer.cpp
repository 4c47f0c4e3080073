// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cpu/record_writer.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/little_endian.h"
#include "core/record/access_layout.h"
#include "core/record/record_layout.h"

namespace pstudio::cpu {
namespace {

using record::Kind;
using record::Strategy;

std::byte *slotAt(std::byte *slots, uint32_t capacity, uint32_t number) {
  return slots + size_t{number & (capacity - 1)} * record::kSlotBytes;
}

} // namespace

RecordWriter::RecordWriter(const SegmentFormat &format, std::byte *buffer, std::byte *shared,
                           uint32_t cta, uint32_t unit)
    : m_format(format) {
  if (cta == kNotRecorded)
    return;
  const bool isStream = strategy() == Strategy::Stream;
  const record::StreamShape stream{format.units, half(), format.chunks, shared ? 0 : format.slots};
  m_block =
      buffer + cta * (isStream ? record::streamBlockBytes(stream)
                               : record::blockBytes(format.units, format.keptSlots, isGrouped()));
  if (unit == kNotRecorded)
    return;
  if (strategy() == Strategy::Histogram)
    unit = 0; // all warps share one
  m_entry = m_block + record::unitEntryOffset(unit);
  if (isStream) {
    m_counters = m_block + record::streamEntryOffset(format.units, unit);
    m_kept = m_block + record::streamRingOffset(stream, unit);
    m_slots = m_block + record::streamStagingOffset(stream, unit);
  } else {
    m_kept = m_block + record::segmentOffset(format.units, format.keptSlots, unit, isGrouped());
    m_slots = m_kept;
  }
  if (shared)
    m_slots = shared + size_t{unit} * format.slots * record::kSlotBytes;
}

bool RecordWriter::isPerThread() const {
  return record::granularityOf(m_format.flags) == record::Granularity::Thread;
}

bool RecordWriter::isDoubleBuffered() const {
  return record::traitsOf(strategy()).isDoubleBuffered;
}

void RecordWriter::writeHeader(const ThreadContext &thread) const {
  storeLittle(m_block + record::kMagic, record::kBlockMagic);
  storeLittle(m_block + record::kVersion,
              isGrouped() ? record::kGroupedLayoutVersion : record::kLayoutVersion);
  storeLittle(m_block + record::kHeaderSize, static_cast<uint16_t>(record::kHeaderBytes));
  storeLittle(m_block + record::kProgramX, thread.blockId[0]);
  storeLittle(m_block + record::kProgramY, thread.blockId[1]);
  storeLittle(m_block + record::kProgramZ, thread.blockId[2]);
  storeLittle(m_block + record::kHardwareId, thread.smId);
  storeLittle(m_block + record::kUnitCount, m_format.units);
  storeLittle(m_block + record::kSlotsPerUnit, m_format.keptSlots);
  storeLittle(m_block + record::kFlags, m_format.flags);
  storeLittle(m_block + record::kFlushedSlots, isDoubleBuffered() ? half() : 0);
  storeLittle(m_block + record::kStreamChunks, m_format.chunks);
  // The virtual SM runs at 1 GHz: a cycle is a nanosecond of the global timer.
  storeLittle(m_block + record::kBeginCycle, thread.clock);
  storeLittle(m_block + record::kBeginTime, thread.clock);
}

void RecordWriter::writeEnd(int64_t clock) const {
  storeLittle(m_block + record::kEndCycle, clock);
  storeLittle(m_block + record::kEndTime, clock);
}

uint32_t RecordWriter::written() const {
  return loadLittle<uint32_t>(m_entry + record::kUnitWritten);
}

void RecordWriter::storeSlot(uint32_t number, uint32_t tag, uint32_t payload) const {
  std::byte *slot = slotAt(m_slots, m_format.slots, number);
  storeLittle(slot, tag);
  storeLittle(slot + 4, payload);
}

std::optional<uint32_t> RecordWriter::take(uint32_t slots, uint32_t records) {
  const uint32_t first = written();
  const uint32_t end = first + record::paddedSlots(slots, isGrouped());
  storeLittle(m_entry + record::kUnitWritten, end);
  countRecords(records);
  m_newSlots += slots;
  if (strategy() != Strategy::First || end <= m_format.slots)
    return first;
  // The slots before the end of the segment are marked: shared memory is not zeroed.
  for (uint32_t slot = first; slot < m_format.slots; ++slot)
    storeSlot(slot, record::makeTag(Kind::Unwritten, 0, 0), 0);
  return std::nullopt;
}

void RecordWriter::countRecords(uint32_t records) const {
  if (isGrouped())
    storeLittle(m_entry + record::kUnitState, loadLittle<uint32_t>(m_entry + record::kUnitState) +
                                                  (records << record::kUnitRecordsShift));
}

void RecordWriter::append(uint32_t head, uint32_t payload, uint64_t further,
                          std::span<const record::LaneAddress> addresses) {
  if (m_group.left == 0)
    return appendAlone(head, payload, further, addresses);
  if (record::recordSlots(head) == 1) {
    m_group.heads[m_group.count] = head;
    m_group.clocks[m_group.count++] = payload;
    return --m_group.left == 0 ? storeGroup() : void();
  }
  breakGroup();
  appendAlone(head, payload, further, addresses);
}

void RecordWriter::appendAlone(uint32_t head, uint32_t payload, uint64_t further,
                               std::span<const record::LaneAddress> addresses) {
  const std::optional<uint32_t> first = take(record::recordSlots(head), 1);
  if (!first)
    return;
  uint32_t slot = *first;
  storeSlot(slot++, head, payload);
  for (uint32_t i = 1; i < record::slotsOf(head); ++i, further >>= 32)
    storeSlot(slot++, record::makeTag(Kind::Continuation, record::operationOf(head), i),
              static_cast<uint32_t>(further));
  for (const record::LaneAddress &lane : addresses)
    storeSlot(slot++, record::makeAddressTag(lane.address, lane.lane),
              static_cast<uint32_t>(lane.address));
}

/// Room for the epochs, and for the records of the open group where each takes slots of its own.
bool RecordWriter::hasRoomForGap() const {
  const uint32_t alone = record::paddedSlots(2, isGrouped());
  if (strategy() == Strategy::Histogram)
    return false; // slots are counters
  return !m_hasLongGroups || strategy() != Strategy::Circular ||
         written() + alone * (2 + (m_group.shape & 0xff)) <= m_format.slots;
}

void RecordWriter::appendGap(int64_t before, int64_t after) {
  if (!hasRoomForGap())
    return;
  breakGroup();
  const uint32_t tag = record::makeTag(Kind::ClockEpoch, 0, 0);
  for (const int64_t clock : {before, after})
    appendAlone(tag, static_cast<uint32_t>(clock), static_cast<uint64_t>(clock) >> 32, {});
}

void RecordWriter::openGroup(uint32_t tag, uint32_t shape) {
  constexpr uint32_t kPart = 0xff;
  m_hasLongGroups |= (shape & kPart) > record::kMaxShortGroupRecords;
  const uint32_t first = shape >> kGroupFirstShift & kPart, now = shape >> kGroupNowShift & kPart;
  if (first == 0)
    m_group = {.tag = tag, .shape = shape};
  // Lanes that did not wait for this one may have recorded since: later records come after theirs.
  const bool isLast =
      !m_group.slot || written() == *m_group.slot + record::groupSlots(m_group.shape & kPart);
  const bool continues = first == m_group.count && isLast;
  m_group.left = continues && first + now <= record::kMaxGroupRecords ? now : 0;
}

/// Stores the records that came: in the group if a part of it is stored, else alone.
void RecordWriter::breakGroup() {
  if (m_group.slot)
    storeGroup();
  else
    for (uint32_t i = 0; i < m_group.count; ++i)
      appendAlone(m_group.heads[i], m_group.clocks[i], 0, {});
  m_group = {};
}

/// Takes the slots of the whole group with its first part. Clocks that are missing are marked: they
/// may never come.
void RecordWriter::storeGroup() {
  const uint32_t records = m_group.shape & 0xff, slots = record::groupSlots(records);
  if (!m_group.slot) {
    m_group.slot = written();
    take(slots, 0);
  }
  countRecords(m_group.count - std::exchange(m_group.stored, m_group.count));
  std::array<uint32_t, record::kMaxGroupRecords + 1> words{m_group.tag};
  for (uint32_t i = 0; i < records; ++i)
    words[record::clockWordOf(i)] =
        i < m_group.count ? m_group.clocks[i] : record::missingClock(words[i]);
  uint32_t shift = 0;
  for (uint32_t i = 0; i < std::min(m_group.count, record::kMaxKeyedGroupRecords); ++i)
    if ((m_group.shape >> (kGroupKeyedShift + i) & 1) != 0) {
      words[record::kGroupKeysWord] |= record::keyOf(m_group.heads[i]) << shift;
      shift += record::kGroupKeyBits;
    }
  for (uint32_t i = 0; i < slots; ++i)
    if (strategy() != Strategy::First || *m_group.slot + i < m_format.slots)
      storeSlot(*m_group.slot + i, words[size_t{2} * i], words[size_t{2} * i + 1]);
}

void RecordWriter::count(uint64_t counter, uint32_t lanes) const {
  std::byte *word = m_kept + counter * record::kSlotBytes;
  storeLittle(word,
              loadLittle<uint64_t>(word) + (uint64_t{1} << record::kCountedAccessesShift | lanes));
}

bool RecordWriter::fillsHalf() {
  return record::fillsHalf(written(), half(), std::exchange(m_newSlots, 0));
}

bool RecordWriter::hasUnflushedSlots() const {
  return isDoubleBuffered() && (written() & (half() - 1)) != 0;
}

record::StreamProducer RecordWriter::producer() const {
  return {m_counters, m_kept, half(), m_format.chunks};
}

bool RecordWriter::hasRoom() const {
  return strategy() != Strategy::Stream || m_format.drops || producer().hasRoom();
}

/// Copies `count` slots from number `first` on, the begin of a half, of which they are a part.
void RecordWriter::copyToBlock(uint32_t first, uint32_t count) const {
  if (count == 0)
    return;
  const std::span<const std::byte> slots(slotAt(m_slots, m_format.slots, first),
                                         size_t{count} * record::kSlotBytes);
  if (strategy() != Strategy::Stream)
    std::memcpy(slotAt(m_kept, m_format.keptSlots, first), slots.data(), slots.size());
  else if (record::StreamProducer unit = producer(); unit.hasRoom())
    unit.publish(first, slots);
}

void RecordWriter::flushHalf() const {
  const uint32_t endOfHalf = written() & ~(half() - 1);
  copyToBlock(endOfHalf - half(), half());
}

void RecordWriter::flush(uint32_t operation, int64_t clock) {
  flushHalf();
  const auto low = static_cast<uint32_t>(clock);
  append(operation | record::makeTag(Kind::ScopeStart, 0, 0), low);
  // The epoch lies in the scope, whose end may be any time after its start.
  if (strategy() == Strategy::Stream)
    append(operation | record::makeTag(Kind::ClockEpoch, 0, 0), low,
           static_cast<uint64_t>(clock) >> 32);
  append(operation | record::makeTag(Kind::ScopeEnd, 0, 0), low);
  m_newSlots = 0;
}

void RecordWriter::finish() const {
  const uint32_t slots = written();
  if (isDoubleBuffered())
    copyToBlock(slots & ~(half() - 1), slots & (half() - 1));
  else if (m_slots != m_kept)
    std::memcpy(m_kept, m_slots, size_t{std::min(slots, m_format.slots)} * record::kSlotBytes);
  storeLittle(m_entry + record::kUnitState,
              loadLittle<uint32_t>(m_entry + record::kUnitState) | record::kUnitFinalized);
}

} // namespace pstudio::cpu
