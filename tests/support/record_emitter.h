// SPDX-License-Identifier: Apache-2.0
// Builds profile buffers as a kernel does, for tests: every slot passes through the ring as on a
// device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/record/group_layout.h"
#include "core/record/record.h"

namespace pstudio::test {

/// Stores the records of one unit into a segment, as the lowered code does.
class SegmentEmitter {
public:
  explicit SegmentEmitter(uint32_t slots, record::Strategy strategy = record::Strategy::Circular);

  void emit(const record::Record &record);
  void scopeStart(uint16_t operation, uint64_t clock);
  void scopeEnd(uint16_t operation, uint64_t clock);
  void partialScopeStart(uint16_t operation, uint64_t clock, uint64_t laneMask);
  void partialScopeEnd(uint16_t operation, uint64_t clock, uint64_t laneMask);
  void eventStart(uint16_t operation, uint16_t key, uint64_t clock);
  void eventEnd(uint16_t operation, uint16_t key, uint64_t clock);
  void value(uint16_t operation, uint64_t clock, uint32_t payload);
  void epoch(uint64_t clock);
  /// An access and its addresses, which must fit.
  void access(const record::Record &head, std::span<const record::LaneAddress> addresses);
  /// Stores several records at once. `number` is the group's number in the kernel's table.
  /// \pre isGrouped
  void group(uint16_t number, const record::RecordGroup &group, std::span<const uint32_t> clocks,
             std::span<const uint16_t> keys = {}, uint16_t addedToIds = 0);
  /// One slot with any content.
  void raw(uint32_t tag, uint32_t payload);

  uint32_t written() const { return m_written; }
  std::span<const std::byte> bytes() const { return m_bytes; }
  std::span<std::byte> bytes() { return m_bytes; }
  bool isFinalized = true;
  bool isGrouped = false; ///< each record starts at a multiple of kGroupSlots
  uint32_t recordsWritten() const { return m_records; }

private:
  bool fits(uint32_t slots) const;
  void pad();

  std::vector<std::byte> m_bytes;
  record::Strategy m_strategy;
  uint32_t m_written = 0;
  uint32_t m_records = 0;
};

/// The block of one CTA.
struct BlockEmitter {
  std::array<uint32_t, 3> program{0, 0, 0};
  uint32_t hardwareId = 0;
  record::Strategy strategy = record::Strategy::Circular;
  record::Granularity granularity = record::Granularity::Warp;
  uint64_t beginCycle = 0;
  uint64_t beginTime = 0;
  uint64_t endCycle = 0;
  uint64_t endTime = 0;
  std::vector<SegmentEmitter> units;
  bool isGrouped() const { return units.front().isGrouped; }

  BlockEmitter(uint32_t unitCount, uint32_t slots,
               record::Strategy strategy = record::Strategy::Circular);
  /// Sets both clock pairs for a clock of one cycle per nanosecond.
  void setClocks(uint64_t begin, uint64_t end);
  /// Appends the padded block.
  void appendTo(std::vector<std::byte> &buffer) const;
};

} // namespace pstudio::test
