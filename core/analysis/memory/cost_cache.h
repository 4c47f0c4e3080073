// SPDX-License-Identifier: Apache-2.0
// What accesses cost, counted once for all that are alike.
#pragma once

#include <cstdint>
#include <vector>

#include "core/access/access_table.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/access_cost.h"
#include "core/analysis/memory/access_pattern.h"

namespace pstudio::memory {

/// All that is counted of one access.
struct AccessCost {
  SectorCost sectors; ///< in shared memory: its bytes alone mean something
  BankCost banks;     ///< zero in global memory
  AccessPattern pattern;
  uint32_t lanes = 0; ///< that take part
};

/// Counted from scratch. O(lanes * log).
AccessCost costOf(const AccessTable &table, const Access &access, const MemoryModel &model);

/// costOf() for many accesses of a table, which outlives it. Affine accesses with one site, mask
/// and stride cost the same if their addresses are equal modulo costPeriod(): the newest few
/// thousand kinds are remembered. [not thread-safe: one for each thread]
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
