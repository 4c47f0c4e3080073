// SPDX-License-Identifier: Apache-2.0
#include "core/record/segment_decoder.h"
#include "core/record/access_layout.h"

#include <algorithm>
#include <bit>

#include "core/base/little_endian.h"

namespace pstudio::record {

SegmentCounts &SegmentCounts::operator+=(const SegmentCounts &other) {
  slotsWritten += other.slotsWritten;
  slotsDropped += other.slotsDropped;
  recordsKept += other.recordsKept;
  recordsDropped += other.recordsDropped;
  multiSlotRecords += other.multiSlotRecords;
  unwritten += other.unwritten;
  unknown += other.unknown;
  accessesKept += other.accessesKept;
  malformed += other.malformed;
  guessedRotations += other.guessedRotations;
  return *this;
}

namespace {

/// Decodes one segment; slots are addressed by age, 0 being the oldest that is kept.
class SegmentDecoder {
public:
  SegmentDecoder(const Segment &segment, std::vector<Record> &records,
                 std::vector<LaneAddress> *addresses)
      : m_segment(segment), m_records(records), m_addresses(addresses),
        m_capacity(static_cast<uint32_t>(segment.slots.size() / kSlotBytes)) {
    findWindow();
    const bool isFull = m_end > m_capacity;
    m_isHeadCut = isFull && isRing();
    m_isTailCut = (isFull && !isRing()) || m_end < m_counts.slotsWritten;
  }

  /// For slots that are already in order.
  SegmentDecoder(const Segment &segment, const SlotRun &run, std::vector<Record> &records,
                 std::vector<LaneAddress> *addresses)
      : m_segment(segment), m_records(records), m_addresses(addresses),
        m_capacity(std::bit_ceil(segment.written)), m_kept(segment.written), m_end(segment.written),
        m_isHeadCut(run.isHeadCut), m_isTailCut(run.isTailCut) {
    m_counts.slotsWritten = segment.written;
  }

  SegmentCounts run() {
    const uint32_t orphans = skipOrphans();
    uint32_t age = padded(orphans);
    m_counts.slotsDropped += age - orphans;
    while (age < m_kept)
      age += padded(decodeAt(age));
    // The count of records is exact where there is one; a damaged segment may hold more.
    if (const std::optional<uint32_t> written = m_segment.recordsWritten) {
      m_counts.recordsDropped = *written - std::min<uint64_t>(*written, m_counts.recordsKept);
      m_counts.multiSlotRecords = 0; // which would make that number a bound
    }
    return m_counts;
  }

private:
  uint32_t word(uint32_t age, uint32_t index) const {
    const size_t slot = (m_oldest + age) & (m_capacity - 1);
    return loadLittle<uint32_t>(m_segment.slots.data() + slot * kSlotBytes + index * 4);
  }
  uint32_t tag(uint32_t age) const { return word(age, 0); }
  uint32_t payload(uint32_t age) const { return word(age, 1); }
  bool isRing() const { return m_segment.strategy != Strategy::First; }
  uint32_t padded(uint32_t slots) const { return paddedSlots(slots, m_segment.isGrouped); }

  void findWindow() {
    m_counts.slotsWritten = m_segment.written;
    // The newest slots of a flushed unit that did not end are still in shared memory.
    const uint32_t lost = m_segment.strategy == Strategy::Flush && !m_segment.finalized
                              ? m_segment.written % std::max(m_segment.flushedSlots, 1u)
                              : 0;
    m_end = m_segment.written - lost;
    m_kept = std::min(m_end, m_capacity);
    if (m_segment.written == 0 && !m_segment.finalized) {
      recoverWindow();
      return;
    }
    m_counts.slotsDropped = m_counts.recordsDropped = m_counts.slotsWritten - m_kept;
    if (m_end > m_capacity && isRing())
      m_oldest = m_end & (m_capacity - 1);
  }

  /// The unit kept its count in a register and did not store it: the window is found from the slots
  /// alone.
  void recoverWindow() {
    m_isRecovered = true;
    while (m_end < m_capacity && kindOf(tag(m_end)) != Kind::Unwritten) {
      const RecordGroup *group = groupOf(tag(m_end));
      m_end += group ? group->slots() : padded(1);
    }
    m_kept = std::min(m_end, m_capacity);
    if (isRing()) // the end of no group was rejected
      m_end = m_kept;
    m_counts.slotsWritten = m_end;
    m_counts.slotsDropped = m_end - m_kept;
    // A kernel with long groups cannot write more slots than there are.
    if (m_kept == m_capacity && isRing() && !m_segment.groups.hasLong()) {
      m_counts.guessedRotations = 1;
      m_oldest = seamByClock();
    }
  }

  /// The first slot whose clock is before that of the record in the preceding slots; 0 if there is
  /// none.
  uint32_t seamByClock() const {
    bool hasPrevious = false;
    uint32_t previous = 0;
    for (uint32_t slot = 0; slot < m_capacity; slot += padded(1)) {
      const RecordGroup *group = groupOf(tag(slot));
      if (slotsOf(tag(slot)) == 0 && group == nullptr)
        continue;
      const uint32_t clock = group ? clockOf(slot, *group, 0) : payload(slot);
      if (hasPrevious && static_cast<int32_t>(clock - previous) < 0)
        return slot;
      // Any group may be the newest.
      const uint32_t stored = group ? clocksOf(slot, *group, true) : 0;
      previous = stored != 0 ? clockOf(slot, *group, stored - 1) : clock;
      hasPrevious = true;
    }
    return 0;
  }

  /// Skips the rest of a record whose first slots were overwritten, and corrects the counts.
  uint32_t skipOrphans() {
    if (!m_isHeadCut || m_kept == 0)
      return 0;
    const uint32_t continuations = skipContinuations();
    uint32_t left = continuations;
    while (left < m_kept && kindOf(tag(left)) == Kind::Address)
      ++left;
    m_counts.slotsDropped += left - continuations;
    return left;
  }

  uint32_t skipContinuations() {
    if (kindOf(tag(0)) != Kind::Continuation)
      return 0;
    const uint32_t lost = keyOf(tag(0));
    if (lost == 0 || lost >= kMaxRecordSlots)
      return 0;
    uint32_t left = 0;
    while (lost + left < kMaxRecordSlots && isContinuation(left, lost + left))
      ++left;
    m_counts.slotsDropped += left;
    // That record is counted already, once for each of the `lost` slots that were overwritten.
    m_counts.recordsDropped -= std::min<uint64_t>(m_counts.recordsDropped, lost - 1);
    return left;
  }

  bool isContinuation(uint32_t age, uint32_t index) const {
    return age < m_kept && kindOf(tag(age)) == Kind::Continuation && keyOf(tag(age)) == index;
  }

  /// Decodes the record at `age`, or counts why there is none. Returns the slots consumed, at
  /// least 1.
  uint32_t decodeAt(uint32_t age) {
    const uint32_t first = tag(age);
    if (const RecordGroup *group = groupOf(first))
      return decodeGroup(age, *group);
    const uint32_t slots = slotsOf(first);
    if (slots == 0)
      return countOddSlot(age, kindOf(first)) + skipUntagged(age);
    for (uint32_t i = 1; i < slots; ++i)
      if (!isContinuation(age + i, i))
        return countIncomplete(age, i);
    const uint32_t addresses = kindOf(first) == Kind::MemoryAccess ? addressesOf(first) : 0;
    for (uint32_t i = slots; i < slots + addresses; ++i)
      if (age + i >= m_kept || kindOf(tag(age + i)) != Kind::Address)
        return countIncomplete(age, i);
    m_records.push_back(makeRecord(age, first, slots));
    if (kindOf(first) == Kind::MemoryAccess)
      addAddresses(age + slots, addresses);
    ++m_counts.recordsKept;
    m_counts.multiSlotRecords += slots + addresses > 1;
    return slots + addresses;
  }

  /// Null unless the tag is that of a group of the kernel.
  const RecordGroup *groupOf(uint32_t first) const {
    const bool isKnown = m_segment.isGrouped && kindOf(first) == Kind::Group &&
                         keyOf(first) < m_segment.groups.size();
    return isKnown ? &m_segment.groups[keyOf(first)] : nullptr;
  }
  /// After an irregular slot the rest of a group may follow, whose words have no tags. Returns the
  /// slots up to the next group, or 0 if the kernel has no group of more than kGroupSlots.
  uint32_t skipUntagged(uint32_t age) {
    const bool hasLong = m_segment.isGrouped && m_segment.groups.hasLong();
    if (!hasLong || kindOf(tag(age)) == Kind::Unwritten)
      return 0;
    uint32_t next = age + kGroupSlots;
    while (next < m_kept && groupOf(tag(next)) == nullptr)
      next += kGroupSlots;
    const uint32_t skipped = std::min(next, m_kept) - age - 1;
    m_counts.malformed += skipped;
    return skipped;
  }
  uint32_t groupWord(uint32_t age, uint32_t index) const {
    return word(age + index / 2, index % 2);
  }

  /// Records of the group at `age` that were stored and are in the segment. `mayBeOpen`: a GPU may
  /// not have stored the others yet; their words are 0 or older.
  uint32_t clocksOf(uint32_t age, const RecordGroup &group, bool mayBeOpen) const {
    const uint32_t most = inSegment(age, group);
    uint32_t count = std::min(most, 1u); // the first clock is stored with the tag
    while (count < most && isStored(age, group, count, mayBeOpen))
      ++count;
    // An epoch without the record that has the lower half of its clock.
    return count != 0 && isEpoch(group, count - 1) ? count - 1 : count;
  }
  static bool isEpoch(const RecordGroup &group, uint32_t index) {
    return group.members[index].kind == Kind::ClockEpoch;
  }
  /// The lower half of the clock of record `index`, which an epoch shares with the next record.
  uint32_t clockOf(uint32_t age, const RecordGroup &group, uint32_t index) const {
    return groupWord(age, clockWordOf(isEpoch(group, index) ? index + 1 : index));
  }
  /// Records of the group at `age` whose clocks have their words in the segment.
  uint32_t inSegment(uint32_t age, const RecordGroup &group) const {
    const auto all = static_cast<uint32_t>(group.members.size());
    const uint32_t words = (m_kept - age) * kSlotBytes / 4;
    return words == 0 ? 0 : std::min(all, words - 1);
  }
  /// Whether the clock of record `index` >= 1 of the group at `age` was stored, if the preceding
  /// one was.
  bool isStored(uint32_t age, const RecordGroup &group, uint32_t index, bool mayBeOpen) const {
    if (isEpoch(group, index) && index + 1 >= inSegment(age, group))
      return false;
    const uint32_t clock = clockOf(age, group, index);
    const uint32_t before = clockOf(age, group, index - 1);
    if (isEpoch(group, index - 1)) // stored together
      return true;
    if (clock == missingClock(before))
      return false;
    return !mayBeOpen || (clock != 0 && static_cast<int32_t>(clock - before) >= 0);
  }

  uint32_t decodeGroup(uint32_t age, const RecordGroup &group) {
    const uint32_t slots = group.slots(), have = std::min(slots, m_kept - age);
    if (have < kGroupSlots || (have < slots && !m_isTailCut))
      return countIncomplete(age, have);
    // Nothing is stored between the parts of a group, so only the newest one can be open. If the
    // unit stored its count, all groups are complete, or their missing clocks are marked.
    const bool mayBeOpen = m_isRecovered && age + slots >= m_end;
    const uint32_t added = operationOf(tag(age)), count = clocksOf(age, group, mayBeOpen);
    if (std::ranges::any_of(group.members, [&](const GroupMember &member) {
          return member.operation + added >= kMaxOperations;
        })) {
      m_counts.malformed += have;
      return have;
    }
    uint32_t keys = groupWord(age, kGroupKeysWord);
    for (uint32_t i = 0; i < count; ++i) {
      const GroupMember &member = group.members[i];
      Record record;
      record.kind = member.kind;
      record.operation = static_cast<uint16_t>(member.operation + added);
      record.key = static_cast<uint16_t>(member.isKeyed ? keys : member.key);
      record.clock = clockOf(age, group, i);
      if (member.kind == Kind::ClockEpoch)
        record.payload = groupWord(age, clockWordOf(i));
      if (member.isKeyed)
        keys >>= kGroupKeyBits;
      m_records.push_back(record);
    }
    m_counts.recordsKept += count;
    if (m_isRecovered && have < slots && !(mayBeOpen && count < inSegment(age, group))) {
      // The kernel reached the end of the segment, and possibly the end of the group.
      m_counts.recordsDropped += group.members.size() - count;
      ++m_counts.multiSlotRecords;
    }
    return have;
  }

  void addAddresses(uint32_t age, uint32_t count) {
    ++m_counts.accessesKept;
    if (m_addresses == nullptr)
      return;
    m_records.back().payload = m_addresses->size();
    for (uint32_t i = 0; i < count; ++i)
      m_addresses->push_back(
          {addressOf(tag(age + i), payload(age + i)), addressLaneOf(tag(age + i))});
  }

  uint32_t countOddSlot(uint32_t age, Kind kind) {
    if (kind == Kind::Unwritten) {
      // A full `first` segment may leave slots at its end in which the next record did not fit
      // whole.
      const bool rejected = m_isTailCut && m_segment.strategy == Strategy::First &&
                            age + kMaxAccessSlots > m_capacity;
      m_counts.unwritten += !rejected;
    } else if (kind == Kind::Continuation || kind == Kind::Address) {
      ++m_counts.malformed;
    } else {
      ++m_counts.unknown;
    }
    return 1;
  }

  /// The record at `age` has only `have` of its slots.
  uint32_t countIncomplete(uint32_t age, uint32_t have) {
    if (m_isTailCut && age + have == m_kept)
      m_counts.slotsDropped += have; // the record itself is among the rejected slots already
    else
      m_counts.malformed += have;
    return have;
  }

  Record makeRecord(uint32_t age, uint32_t first, uint32_t slots) const {
    Record record;
    record.kind = kindOf(first);
    record.operation = static_cast<uint16_t>(operationOf(first));
    record.clock = payload(age);
    const bool hasKey = record.kind == Kind::EventStart || record.kind == Kind::EventEnd ||
                        record.kind == Kind::ClockEpoch;
    if (hasKey)
      record.key = static_cast<uint16_t>(keyOf(first));
    const bool hasMask = record.kind == Kind::ScopeStart || record.kind == Kind::ScopeEnd ||
                         record.kind == Kind::MemoryAccess;
    record.partial = slots > 1 && hasMask;
    if (record.partial)
      record.laneMask = payload(age + 1);
    if (record.partial && slots > 2) // of a wave of 64 lanes
      record.laneMask |= uint64_t{payload(age + 2)} << 32;
    if (!hasMask && slots > 1)
      record.payload = payload(age + 1);
    if (record.kind == Kind::MemoryAccess)
      record.key = static_cast<uint16_t>(addressesOf(first));
    if (record.kind == Kind::Value)
      completeValue(age, first, slots, record);
    return record;
  }

  void completeValue(uint32_t age, uint32_t first, uint32_t slots, Record &record) const {
    record.lane = static_cast<uint8_t>(keyOf(first) >> kKeyLaneShift);
    record.wide = slots > 2;
    if (record.wide)
      record.payload |= uint64_t{payload(age + 2)} << 32;
  }

  const Segment &m_segment;
  std::vector<Record> &m_records;
  std::vector<LaneAddress> *const m_addresses;
  const uint32_t m_capacity;
  uint32_t m_oldest = 0; // slot of age 0
  uint32_t m_kept = 0;   // slots in the window
  uint32_t m_end = 0;    // slots ever stored, without those lost in shared memory
  bool m_isHeadCut = false;
  bool m_isTailCut = false;
  bool m_isRecovered = false; ///< recoverWindow()
  SegmentCounts m_counts;
};

} // namespace

SegmentCounts decodeRun(const SlotRun &run, std::vector<Record> &records,
                        std::vector<LaneAddress> *addresses) {
  Segment segment;
  segment.slots = run.slots;
  segment.written = static_cast<uint32_t>(run.slots.size() / kSlotBytes);
  segment.strategy = Strategy::Stream;
  return SegmentDecoder(segment, run, records, addresses).run();
}

Result<SegmentCounts> decodeSegment(const Segment &segment, std::vector<Record> &records,
                                    std::vector<LaneAddress> *addresses) {
  if (segment.strategy == Strategy::Stream)
    return fail(ErrorCode::Unsupported, "a streamed segment has no slots in its block");
  const size_t capacity = segment.slots.size() / kSlotBytes;
  if (!std::has_single_bit(capacity) || segment.slots.size() % kSlotBytes != 0 ||
      capacity > UINT32_MAX)
    return fail(ErrorCode::InvalidFormat, "a segment of " + std::to_string(segment.slots.size()) +
                                              " bytes is no power of two of slots");
  return SegmentDecoder(segment, records, addresses).run();
}

} // namespace pstudio::record
