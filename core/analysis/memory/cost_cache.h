// SPDX-License-Identifier: Apache-2.0
// The costs of accesses, computed once for equal accesses.
#pragma once

#include <cstdint>
#include <vector>

#include "core/access/access_table.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/access_cost.h"
#include "core/analysis/memory/access_pattern.h"

namespace pstudio::memory {

/// All counts of one access.
struct AccessCost {
  SectorCost sectors; ///< in shared memory only `bytes` is meaningful
  BankCost banks;     ///< zero in global memory
  AccessPattern pattern;
  uint32_t lanes = 0; ///< active lanes
};

/// Computes the cost without a cache. O(lanes * log).
AccessCost costOf(const AccessTable &table, const Access &access, const MemoryModel &model);

/// costOf() for many accesses of a table, which must outlive the cache. Affine accesses with the
/// same site, mask and stride have equal costs if their addresses are equal modulo costPeriod().
/// The cache contains a few thousand of the newest kinds. [not thread-safe: one for each thread]
class CostCache {
public:
  CostCache(const AccessTable &table, const MemoryModel &model);
  /// Valid until the next call.
  const AccessCost &of(const Access &access);

private:
  struct Entry {
    uint64_t key = 0; // 0: empty
    AccessCost cost;
  };
  const AccessTable &m_table;
  MemoryModel m_model;
  uint64_t m_period;
  std::vector<Entry> m_entries;
  AccessCost m_scratch;
};

} // namespace pstudio::memory
