// SPDX-License-Identifier: Apache-2.0
// A warp whose lanes call the runtime by hand, and the memory that it records into.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <vector>

#include "collector/runtime/cpu/cta_thread.h"
#include "collector/runtime/cpu/runtime_calls.h"
#include "core/record/record_layout.h"

namespace pstudio::cpu::test {

/// Memory with typed reads at byte offsets.
class Bytes {
public:
  explicit Bytes(size_t size) : m_words((size + 7) / 8, 0) {}
  std::byte *at(uint64_t offset) { return reinterpret_cast<std::byte *>(m_words.data()) + offset; }
  template <class T> T read(uint64_t offset) {
    T value;
    std::memcpy(&value, at(offset), sizeof(T));
    return value;
  }
  uint64_t slot(uint64_t number) { return read<uint64_t>(number * record::kSlotBytes); }
  uint32_t tag(uint64_t number) { return read<uint32_t>(number * record::kSlotBytes); }
  uint32_t payload(uint64_t number) { return read<uint32_t>(number * record::kSlotBytes + 4); }
  void setSlot(uint64_t number, uint64_t value) {
    std::memcpy(at(number * record::kSlotBytes), &value, sizeof value);
  }
  bool isZero() const {
    return std::all_of(m_words.begin(), m_words.end(), [](uint64_t word) { return word == 0; });
  }

private:
  std::vector<uint64_t> m_words; ///< 8-byte aligned
};

/// One unit of `slots` slots.
inline SegmentFormat formatOf(uint32_t slots,
                              record::Strategy strategy = record::Strategy::Circular,
                              record::Granularity granularity = record::Granularity::Warp,
                              bool isGrouped = false) {
  return {1,     slots,
          slots, record::makeFlags(strategy, granularity, record::Metric::Cycle, isGrouped),
          0,     false};
}

/// The only warp of a CTA, whose lanes call the runtime one after the other, and its block.
class Warp {
public:
  explicit Warp(const SegmentFormat &format, std::byte *shared = nullptr, uint32_t warp = 0)
      : m_format(format), m_block(record::blockBytes(format.units, format.keptSlots,
                                                     record::isGrouped(format.flags))) {
    for (uint32_t lane = 0; lane < m_lanes.size(); ++lane) {
      m_lanes[lane].laneId = m_lanes[lane].threadId[0] = lane;
      m_lanes[lane].warpLanes = 32;
      m_lanes[lane].warpId = warp;
      begin(lane, m_block.at(0), shared, 0, warp);
    }
    meet(0xffffffff, 0xffffffff);
  }

  void begin(uint32_t lane, std::byte *buffer, std::byte *shared, uint32_t cta, uint32_t warp) {
    calls::beginRecords(&m_lanes[lane], buffer, shared, cta, warp, m_format.units, m_format.slots,
                        m_format.keptSlots, m_format.flags, m_format.chunks, m_format.drops);
  }

  /// The lanes `active` meet; those not in `live` have returned.
  void meet(uint32_t active, uint32_t live) {
    m_active = active;
    for (CtaThread &lane : m_lanes) {
      lane.groupMask = active;
      lane.state = live >> lane.laneId & 1 ? ThreadState::Runnable : ThreadState::Done;
    }
  }

  /// The lanes that met call the runtime, lowest first.
  template <class Call> void each(Call call) {
    for (CtaThread &lane : m_lanes)
      if (m_active >> lane.laneId & 1)
        call(lane);
  }
  void store(uint32_t tag, uint64_t value, int64_t clock) {
    each([&](CtaThread &lane) { calls::storeRecord(&lane, 1, tag, value, clock); });
  }
  void flush(uint32_t operation) {
    each([&](CtaThread &lane) { calls::flushRecords(&lane, operation); });
  }

  /// The unit recorded something at `clock`.
  void setLastRecord(int64_t clock) { m_lanes[0].lastRecord = clock; }

  CtaThread &lane(uint32_t number) { return m_lanes[number]; }
  Bytes &block() { return m_block; }
  uint32_t written(uint32_t unit = 0) {
    return m_block.read<uint32_t>(record::unitEntryOffset(unit) + record::kUnitWritten);
  }
  void setWritten(uint32_t written) {
    std::memcpy(m_block.at(record::unitEntryOffset(0)), &written, sizeof written);
  }
  uint32_t state(uint32_t unit = 0) {
    return m_block.read<uint32_t>(record::unitEntryOffset(unit) + record::kUnitState);
  }
  uint64_t firstSlot(uint32_t unit = 0) {
    return record::segmentOffset(m_format.units, m_format.keptSlots, unit,
                                 record::isGrouped(m_format.flags)) /
           record::kSlotBytes;
  }
  /// Of unit 0.
  std::span<const std::byte> slots() {
    return {m_block.at(firstSlot() * record::kSlotBytes),
            size_t{m_format.keptSlots} * record::kSlotBytes};
  }
  uint32_t tag(uint32_t slot) { return m_block.tag(firstSlot() + slot); }
  uint32_t payload(uint32_t slot) { return m_block.payload(firstSlot() + slot); }

private:
  SegmentFormat m_format;
  Bytes m_block;
  std::array<CtaThread, 32> m_lanes;
  uint32_t m_active = 0;
};

} // namespace pstudio::cpu::test
