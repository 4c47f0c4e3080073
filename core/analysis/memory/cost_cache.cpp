// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/cost_cache.h"

namespace pstudio::memory {

namespace {

constexpr size_t kEntries = 4096; // about 500 KB: fits into a cache near the core

} // namespace

AccessCost costOf(const AccessTable &table, const Access &access, const MemoryModel &model) {
  const AccessSite &site = table.sites()[access.site];
  const LaneAddresses lanes = table.lanesOf(access);
  AccessCost cost;
  cost.lanes = lanes.count();
  cost.sectors = sectorCost(BytePieces::of(lanes.addresses(), site.bytesPerLane), model);
  if (site.space == AccessSpace::Shared)
    cost.banks = bankCost(lanes, site.bytesPerLane, site.kind, model.banks);
  cost.pattern = patternOf(lanes, site);
  return cost;
}

CostCache::CostCache(const AccessTable &table, const MemoryModel &model)
    : m_table(table), m_model(model), m_period(costPeriod(model)), m_entries(kEntries) {}

const AccessCost &CostCache::of(const Access &access) {
  if (m_table.shapes()[access.shape].form != LaneShape::Form::Affine)
    return m_scratch = costOf(m_table, access, m_model);
  // 16 bits of site, 32 of shape, at most 13 of the offset within a period; never 0.
  const uint64_t key = (uint64_t{access.shape} << 29 | uint64_t{access.site} << 13 |
                        (access.base & (m_period - 1))) +
                       1;
  Entry &entry = m_entries[key * 0x9e3779b97f4a7c15u >> 52];
  if (entry.key != key)
    entry = {key, costOf(m_table, access, m_model)};
  return entry.cost;
}

} // namespace pstudio::memory
