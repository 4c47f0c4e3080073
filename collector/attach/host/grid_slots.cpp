// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/grid_slots.h"

#include "core/record/record_layout.h"

namespace pstudio::attach {
namespace {

constexpr uint64_t kUsualBytes = uint64_t(64) << 20;
constexpr uint32_t kFewestSlots = 64;
constexpr uint32_t kMaxSlots = 1 << 24;

/// Slots of a unit that may write any number of records, as instrumentation chooses them.
uint32_t usualSlots(const TwinCode &code) {
  return code.mode.granularity == record::Granularity::Thread ? 128 : 1024;
}

class Slots {
public:
  Slots(const TwinCode &code, uint64_t ctas) : m_code(code), m_ctas(ctas) {}

  bool fit(uint32_t slots, uint64_t bytes) const {
    return record::blockBytes(m_code.entry.unitCount, slots, m_code.entry.operations.isGrouped()) <=
           bytes / m_ctas;
  }
  uint32_t reduced(uint32_t slots, uint64_t bytes) const {
    while (slots > kFewestSlots && !fit(slots, bytes))
      slots /= 2;
    return slots;
  }
  uint32_t increased(uint32_t slots, uint64_t bytes) const {
    while (slots < kMaxSlots && fit(2 * slots, bytes))
      slots *= 2;
    return slots;
  }

private:
  const TwinCode &m_code;
  const uint64_t m_ctas;
};

bool isOpen(const TwinCode &code) {
  using Strategy = record::Strategy;
  const bool keepsSlots =
      code.mode.strategy == Strategy::Circular || code.mode.strategy == Strategy::First;
  return code.mode.slotsPerUnit == 0 && keepsSlots && !code.entry.isShared;
}

} // namespace

uint32_t slotsForGrid(const TwinCode &code, uint64_t ctas, const RecordSpace &space) {
  const uint32_t slots = code.entry.slotsPerUnit;
  if (!isOpen(code) || ctas == 0)
    return slots;
  const Slots grid(code, ctas);
  if (code.mode.strategy == record::Strategy::Circular && slots < usualSlots(code)) {
    const bool hasReserve = slots / 2 >= kFewestSlots;
    return grid.reduced(hasReserve && !grid.fit(slots, kUsualBytes) ? slots / 2 : slots,
                        space.limit);
  }
  if (space.free != 0 && grid.fit(slots, space.free))
    return grid.increased(slots, space.free);
  // Accesses are of more use from some CTAs than the last ones from all: the caller samples CTAs.
  if (code.mode.has(InstrumentationMode::AutoMode::Memory))
    return slots;
  return grid.reduced(slots, space.free != 0 ? space.free : space.limit);
}

} // namespace pstudio::attach
