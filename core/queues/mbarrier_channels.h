// SPDX-License-Identifier: Apache-2.0
// Which mbarriers belong to one stream; private to core/queues.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/queues/barrier_entries.h"

namespace pstudio::analysis {

/// The channels of a CTA: allocations, or barriers known by address that share a waiting operation
/// (without a wait: an arriving one).
class MbarrierChannels {
public:
  /// `entries` are ordered by slot. O(entries).
  MbarrierChannels(std::span<const BarrierEntry> entries, std::span<const QueueUnit> units);

  /// Of the slot with the n-th smallest number.
  uint32_t channelOf(uint32_t slotRank) const { return m_places[slotRank].channel; }
  uint32_t stageOf(uint32_t slotRank) const { return m_places[slotRank].stage; }

private:
  struct Place {
    uint32_t channel = 0;
    uint32_t stage = 0;
  };
  void join(std::span<const BarrierEntry> entries, std::span<const QueueUnit> units);
  uint32_t rootOf(uint32_t rank);

  std::vector<Place> m_places;    // by rank of the slot
  std::vector<uint32_t> m_parent; // a forest of ranks
};

} // namespace pstudio::analysis
