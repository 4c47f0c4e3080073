// SPDX-License-Identifier: Apache-2.0
// Decodes the slots of one unit into records, oldest first.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/record/group_layout.h"
#include "core/record/record.h"

namespace pstudio::record {

/// One unit's part of the buffer.
struct Segment {
  std::span<const std::byte> slots; ///< a power of two of slots (record_layout.h)
  uint32_t written = 0;             ///< slots ever stored, not modulo the capacity (kUnitWritten)
  bool finalized = true; ///< kUnitState; without it `written` may be 0 although slots were stored
  Strategy strategy = Strategy::Circular;
  uint32_t flushedSlots = 0; ///< strategy Flush: slots that a unit copies to `slots` at once
  /// kGroupedFlag: each record starts at a multiple of kGroupSlots.
  bool isGrouped = false;
  std::optional<uint32_t> recordsWritten = {}; ///< ever, modulo 2^31; known only with groups
  GroupTable groups = {};                      ///< of the kernel (OperationTable)
};

/// Counts of the slots of a segment. Can be summed over segments.
struct SegmentCounts {
  uint64_t slotsWritten = 0; ///< exact
  uint64_t slotsDropped =
      0; ///< written, but overwritten or rejected, or part of a record that lost a slot
  uint64_t recordsKept = 0; ///< decoded
  /// At most this many; exact where every record is one slot, and where there are groups.
  uint64_t recordsDropped = 0;
  uint64_t multiSlotRecords = 0; ///< of the kept: records that make recordsDropped a bound
  uint64_t accessesKept = 0;     ///< of the kept: memory accesses
  uint64_t unwritten = 0;        ///< unwritten slots where records are expected
  uint64_t unknown = 0;          ///< slots of a kind that this version does not support
  uint64_t malformed = 0; ///< slots of records that lack a slot although nothing was dropped there
  uint64_t guessedRotations =
      0; ///< segments whose oldest slot was found by the clocks, not by the count

  SegmentCounts &operator+=(const SegmentCounts &other);
};

/// Appends the segment's records to `records`, oldest first; `cycles` stays 0. The addresses of
/// accesses are appended to `addresses`, unless it is null. Only complete
/// records are appended. Unsupported for the strategy Stream, InvalidFormat if the number of slots
/// is not a power of two. O(slots). [thread: any]
Result<SegmentCounts> decodeSegment(const Segment &segment, std::vector<Record> &records,
                                    std::vector<LaneAddress> *addresses = nullptr);

/// Slots of a streamed unit that follow one another without a gap.
struct SlotRun {
  std::span<const std::byte> slots;
  bool isHeadCut = false; ///< slots before the run were dropped
  bool isTailCut = false; ///< slots after the run were dropped
};

/// Appends the run's records and addresses, as decodeSegment(). Only complete records are appended;
/// slots of a record that continues in a gap count as dropped. The caller counts the gap itself.
/// O(slots). [thread: any]
SegmentCounts decodeRun(const SlotRun &run, std::vector<Record> &records,
                        std::vector<LaneAddress> *addresses = nullptr);

} // namespace pstudio::record
