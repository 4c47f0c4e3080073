// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cpu/access_records.h"

#include "core/base/little_endian.h"
#include "core/record/access_layout.h"
#include "core/record/record_layout.h"

namespace pstudio::cpu {
namespace {

/// Stores slots behind those that a unit has written.
class SlotWriter {
public:
  explicit SlotWriter(const AccessRecord &record)
      : m_record(record), m_next(loadLittle<uint32_t>(record.entry + record::kUnitWritten)) {}

  uint32_t written() const { return m_next; }
  void append(uint32_t tag, uint32_t payload) {
    std::byte *slot =
        m_record.slots + size_t{m_next & (m_record.capacity - 1)} * record::kSlotBytes;
    storeLittle(slot, tag);
    storeLittle(slot + 4, payload);
    ++m_next;
  }

private:
  const AccessRecord &m_record;
  uint32_t m_next;
};

} // namespace

uint32_t appendAccess(const AccessRecord &access, std::span<const record::LaneAddress> addresses) {
  if (access.entry == nullptr)
    return 0;
  SlotWriter writer(access);
  const bool isPartial = access.keepsMask || access.active != access.live;
  const auto count = static_cast<uint32_t>(addresses.size());
  const uint32_t taken = 1 + (isPartial ? 1 : 0) + count;
  const uint32_t end = writer.written() + taken;
  const bool fits = !access.keepsOldest || end <= access.capacity;
  if (fits) {
    writer.append(access.tag | count << record::kKeyAddressesShift |
                      (isPartial ? record::kKeyPartialMask : 0),
                  access.clock);
    const uint32_t id = access.tag & record::kOperationMask << record::kOperationShift;
    if (isPartial)
      writer.append(id | record::makeTag(record::Kind::Continuation, 0, 1), access.active);
    for (const record::LaneAddress &lane : addresses)
      writer.append(record::makeAddressTag(lane.address, lane.lane),
                    static_cast<uint32_t>(lane.address));
  } else {
    // What remains in front of the end is marked: shared memory is not zeroed.
    while (writer.written() < access.capacity)
      writer.append(0, 0);
  }
  storeLittle(access.entry + record::kUnitWritten, end);
  return taken;
}

} // namespace pstudio::cpu
