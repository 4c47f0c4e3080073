// SPDX-License-Identifier: Apache-2.0
// From the slots of one unit to its records, oldest first.
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
  uint32_t flushedSlots = 0; ///< strategy Flush: slots that arrive in `slots` at once
  /// kGroupedFlag: each record starts at a multiple of kGroupSlots.
  bool isGrouped = false;
  std::optional<uint32_t> recordsWritten = {}; ///< ever, modulo 2^31; known only with groups
  GroupTable groups = {};                      ///< of the kernel (OperationTable)
};

/// What became of the slots of a segment. Adds up over segments.
struct SegmentCounts {
  uint64_t slotsWritten = 0; ///< exact
  uint64_t slotsDropped =
      0; ///< written, but overwritten or rejected, or part of a record that lost a slot
  uint64_t recordsKept = 0; ///< decoded
  /// At most this many; exact where every record is one slot, and where there are groups.
  uint64_t recordsDropped = 0;
  uint64_t multiSlotRecords = 0; ///< of the kept: records that make recordsDropped a bound
  uint64_t accessesKept = 0;     ///< of the kept: memory accesses
  uint64_t unwritten = 0;        ///< slots that should hold something and hold nothing
  uint64_t unknown = 0;          ///< slots of a kind that this version does not know
  uint64_t malformed = 0; ///< slots of records that miss a slot although nothing was dropped there
  uint64_t guessedRotations =
      0; ///< segments whose oldest slot was found by the clocks, not by the count

  SegmentCounts &operator+=(const SegmentCounts &other);
};

/// Appends the segment's records to `records`, oldest first; `cycles` stays 0. The addresses of
/// accesses are appended to `addresses`, unless it is null. Only whole records
/// come out. Unsupported for the strategy Stream, InvalidFormat if the slots are no
/// power of two. O(slots). [thread: any]
Result<SegmentCounts> decodeSegment(const Segment &segment, std::vector<Record> &records,
                                    std::vector<LaneAddress> *addresses = nullptr);

/// Slots of a streamed unit that follow one another without a gap.
struct SlotRun {
  std::span<const std::byte> slots;
  bool isHeadCut = false; ///< slots in front of it were dropped
  bool isTailCut = false; ///< slots behind it were dropped
};

/// Appends the run's records and addresses, as decodeSegment(). Only whole records come out; the
/// rest of one that lies in a gap is counted as dropped, like the gap itself by the caller.
/// O(slots). [thread: any]
SegmentCounts decodeRun(const SlotRun &run, std::vector<Record> &records,
                        std::vector<LaneAddress> *addresses = nullptr);

} // namespace pstudio::record
