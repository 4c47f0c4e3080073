// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/touch_estimate.h"

#include "core/analysis/memory/sector_parts.h"

namespace pstudio::memory {

namespace {

uint64_t estimatedTouches(const AccessTable &table, const MemoryModel &model, uint32_t unitBytes) {
  // A sample of one access in a thousand gives the mean number of touched units.
  constexpr uint64_t kStep = 997;
  SectorParts parts(table, model.sectorBytes);
  const uint64_t sectorsPerUnit = unitBytes / model.sectorBytes;
  uint64_t touches = 0, seen = 0;
  for (uint64_t i = 0; i < table.size(); i += kStep, ++seen) {
    const Access access = table[i];
    uint64_t open = UINT64_MAX;
    if (table.sites()[access.site].space == AccessSpace::Global)
      parts.forEach(access, [&](uint64_t sector, uint64_t) {
        touches += sector / sectorsPerUnit != open;
        open = sector / sectorsPerUnit;
      });
  }
  return seen == 0 ? 0 : touches * (table.size() / seen);
}

} // namespace

uint32_t thinningFor(const AccessTable &table, const MemoryModel &model, uint32_t unitBytes,
                     uint64_t maxTouches) {
  uint32_t thinning = 0;
  for (const uint64_t touches = estimatedTouches(table, model, unitBytes);
       touches >> thinning > maxTouches;)
    ++thinning;
  return thinning;
}

} // namespace pstudio::memory
