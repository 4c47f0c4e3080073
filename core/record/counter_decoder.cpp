// SPDX-License-Identifier: Apache-2.0
#include "core/record/counter_decoder.h"

#include "core/base/little_endian.h"
#include "core/record/access_layout.h"

namespace pstudio::record {

std::vector<CtaCounter> countersOf(std::span<const std::byte> block, const BlockHeader &header) {
  std::vector<CtaCounter> sums(header.slotsPerUnit);
  for (uint32_t unit = 0; unit < header.unitCount; ++unit) {
    const std::span<const std::byte> slots = segmentOf(block, header, unit).slots;
    for (uint32_t slot = 0; slot < header.slotsPerUnit; ++slot) {
      const auto counter = loadLittle<uint64_t>(slots.data() + size_t{slot} * kSlotBytes);
      sums[slot].accesses += counter >> kCountedAccessesShift;
      sums[slot].lanes += static_cast<uint32_t>(counter);
    }
  }
  std::vector<CtaCounter> found;
  for (uint32_t slot = 0; slot < header.slotsPerUnit; ++slot)
    if (sums[slot].accesses != 0) {
      sums[slot].slot = slot;
      found.push_back(sums[slot]);
    }
  return found;
}

} // namespace pstudio::record
