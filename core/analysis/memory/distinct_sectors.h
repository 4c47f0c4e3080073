// SPDX-License-Identifier: Apache-2.0
// Sets of sectors, one for each group; private to footprints.
#pragma once

#include <cstdint>
#include <vector>

#include "core/access/access_table.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/mix.h"

namespace pstudio::memory {

/// Sectors by group, 64 neighbours in one entry. Neighbourhoods are thinned by a hash, the same
/// ones in all groups. [not thread-safe]
class DistinctSectors {
public:
  explicit DistinctSectors(uint32_t thinning) : m_thinning(thinning), m_slots(1024) {}

  /// True if the sector is new in the group and belongs to those that are counted. Amortised O(1).
  bool add(uint32_t group, uint64_t sector) {
    const uint64_t block = sector >> 6;
    if (block != m_lastBlock) {
      m_lastBlock = block;
      m_isLastChosen = isChosen(block, m_thinning);
      m_lastEntry = nullptr;
    }
    if (!m_isLastChosen)
      return false;
    if (m_lastEntry == nullptr || m_lastGroup != group) {
      m_lastEntry = &entryOf(group, block);
      m_lastGroup = group;
    }
    const uint64_t bit = uint64_t{1} << (sector & 63);
    const bool isNew = (m_lastEntry->bits & bit) == 0;
    m_lastEntry->bits |= bit;
    return isNew;
  }

private:
  struct Entry {
    uint64_t block = 0;
    uint64_t bits = 0; // 0: the slot is free
    uint32_t group = 0;
  };

  Entry &entryOf(uint32_t group, uint64_t block) {
    if (m_used * 2 >= m_slots.size())
      grow();
    Entry &entry = slotOf(group, block);
    if (entry.bits == 0) {
      entry = {block, 0, group};
      ++m_used; // the caller sets a bit
    }
    return entry;
  }
  Entry &slotOf(uint32_t group, uint64_t block) {
    const size_t mask = m_slots.size() - 1;
    for (size_t slot = mix(block ^ uint64_t{group} << 40) >> 8 & mask;; slot = (slot + 1) & mask) {
      Entry &entry = m_slots[slot];
      if (entry.bits == 0 || (entry.block == block && entry.group == group))
        return entry;
    }
  }
  void grow() {
    std::vector<Entry> old(m_slots.size() * 2);
    old.swap(m_slots);
    for (const Entry &entry : old)
      if (entry.bits != 0)
        slotOf(entry.group, entry.block) = entry;
  }

  uint32_t m_thinning;
  std::vector<Entry> m_slots;
  size_t m_used = 0;
  uint64_t m_lastBlock = UINT64_MAX; // no sector is in that one
  uint32_t m_lastGroup = 0;
  bool m_isLastChosen = false;
  Entry *m_lastEntry = nullptr;
};

} // namespace pstudio::memory
