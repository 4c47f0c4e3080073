// SPDX-License-Identifier: Apache-2.0
// The part of a profile buffer that one unit writes: its place, its records, and its end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "collector/runtime/cpu/thread_context.h"
#include "core/record/group_layout.h"
#include "core/record/record.h"
#include "core/record/stream_ring.h"

namespace pstudio::cpu {

/// The segment of a kernel.
struct SegmentFormat {
  uint32_t units = 0;     ///< segments per CTA
  uint32_t slots = 0;     ///< capacity while the kernel runs, a power of two [slots]
  uint32_t keptSlots = 0; ///< capacity in the block; with flush larger than `slots` [slots]
  uint32_t flags = 0;     ///< of the block header: record::makeFlags()
  uint32_t chunks = 0;    ///< strategy stream: of a unit's ring
  bool drops = false;     ///< strategy stream: a unit does not wait for room in its ring
};

/// Writes to one unit's segment. The number of slots is in the block itself, so a kernel that is
/// stopped leaves the exact number, and writers of the lanes of one unit continue each other. [one
/// host thread]
class RecordWriter {
public:
  RecordWriter() = default; ///< writes nothing
  /// `shared`: the segment of unit 0 in shared memory; null if segments are in the block. `cta`:
  /// index of the block in `buffer`, `unit`: index in the block; kNotRecorded: none.
  RecordWriter(const SegmentFormat &format, std::byte *buffer, std::byte *shared, uint32_t cta,
               uint32_t unit);

  /// The block of the CTA; null if there is none.
  const std::byte *block() const { return m_block; }
  bool hasUnit() const { return m_entry != nullptr; }
  bool isPerThread() const;

  /// The header of the block, without its end. There must be a block.
  void writeHeader(const ThreadContext &thread) const;
  /// The end of the block. There must be a block.
  void writeEnd(int64_t clock) const;

  // There must be a unit.

  /// Appends one record. Its first tag, `head`, determines the number of its slots
  /// (record::recordSlots): the first has `payload` (the clock), each Continuation 32 bits of
  /// `further`, lowest first, and an access has an Address slot for each of `addresses`. With the
  /// strategy first, a record that does not fit whole is counted only. O(slots).
  void append(uint32_t head, uint32_t payload, uint64_t further = 0,
              std::span<const record::LaneAddress> addresses = {});
  /// Appends two ClockEpoch records, of the clocks `before` and `after`: nothing was recorded between
  /// them. An open group ends. The readers of 32-bit clocks need it where the clock may have wrapped.
  /// Nothing if the segment was made for the records of the kernel exactly and has no room: none of
  /// them may be overwritten.
  void appendGap(int64_t before, int64_t after);
  /// The next records are stored together under `tag`, a Group, all of them or a part that follows
  /// the parts before if the unit has stored nothing since: see kGroupFirstShift for `shape`. If
  /// one has more than a slot, it and those that follow are stored alone, and those before too,
  /// unless a part of the group is stored.
  void openGroup(uint32_t tag, uint32_t shape);
  /// Strategy histogram: counts one access of `lanes` lanes in counter `counter`.
  void count(uint64_t counter, uint32_t lanes) const;

  /// Whether the records since the last call filled a half of the segment.
  bool fillsHalf();
  bool hasUnflushedSlots() const;
  /// False if the unit must wait for the host before it flushes.
  bool hasRoom() const;
  /// Flushes the half that is full, and appends a record of it: the scope `operation`, an id in its
  /// place in a tag.
  void flush(uint32_t operation, int64_t clock);
  /// Flushes the half that is full without a record of it.
  void flushHalf() const;
  /// Copies to the block what is not there, and marks the unit as final.
  void finish() const;

private:
  record::Strategy strategy() const { return record::strategyOf(m_format.flags); }
  bool isDoubleBuffered() const;
  bool hasRoomForGap() const;
  bool isGrouped() const { return record::isGrouped(m_format.flags); }
  void appendAlone(uint32_t head, uint32_t payload, uint64_t further,
                   std::span<const record::LaneAddress> addresses);
  void storeGroup();
  void breakGroup();
  void countRecords(uint32_t records) const;
  /// Counts `slots` more, of `records` records. \return the first of them, none if they are
  /// rejected.
  std::optional<uint32_t> take(uint32_t slots, uint32_t records);
  uint32_t half() const { return m_format.slots / 2; }
  uint32_t written() const;
  void storeSlot(uint32_t number, uint32_t tag, uint32_t payload) const;
  record::StreamProducer producer() const;
  void copyToBlock(uint32_t first, uint32_t count) const;

  SegmentFormat m_format;
  std::byte *m_block = nullptr;
  std::byte *m_entry = nullptr;    ///< the unit's entry of the unit table
  std::byte *m_slots = nullptr;    ///< the slots that records are written to
  std::byte *m_kept = nullptr;     ///< the unit's segment in the block, or its ring of chunks
  std::byte *m_counters = nullptr; ///< strategy stream: the unit's counters
  uint32_t m_newSlots = 0;         ///< since the last call of fillsHalf()
  /// The group that records are collected for.
  struct OpenGroup {
    uint32_t tag = 0;
    uint32_t shape = 0;
    uint32_t left = 0;                           ///< records that come now; 0: none is open
    uint32_t count = 0;                          ///< records that came
    uint32_t stored = 0;                         ///< of them, those that are stored
    std::optional<uint32_t> slot = std::nullopt; ///< its first one, once a part is stored
    std::array<uint32_t, record::kMaxGroupRecords> heads{}, clocks{};
  };
  OpenGroup m_group;
  bool m_hasLongGroups = false; ///< whose records can be read only if none is overwritten
};

} // namespace pstudio::cpu
