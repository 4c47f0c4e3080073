// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/grid_slots.h"

#include "core/record/record_layout.h"

namespace pstudio::attach {

uint32_t slotsForGrid(const TwinCode &code, uint64_t ctas) {
  constexpr uint64_t kUsualBytes = uint64_t(64) << 20;
  constexpr uint32_t kFewestSlots = 64;
  uint32_t slots = code.entry.slotsPerUnit;
  if (code.mode.slotsPerUnit != 0 || code.mode.strategy != record::Strategy::Circular ||
      code.mode.has(InstrumentationMode::AutoMode::Memory))
    return slots;
  while (slots > kFewestSlots &&
         record::blockBytes(code.entry.unitCount, slots, code.entry.operations.isGrouped()) * ctas >
             kUsualBytes)
    slots /= 2;
  return slots;
}

} // namespace pstudio::attach
