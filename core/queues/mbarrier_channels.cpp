// SPDX-License-Identifier: Apache-2.0
#include "core/queues/mbarrier_channels.h"

#include <unordered_map>

namespace pstudio::analysis {

/// Channels of addresses are numbered behind those of allocations.
constexpr uint32_t kFirstAddressChannel = 1u << 16;

MbarrierChannels::MbarrierChannels(std::span<const BarrierEntry> entries,
                                   std::span<const QueueUnit> units) {
  std::vector<uint32_t> slots;
  for (const BarrierEntry &entry : entries)
    if (slots.empty() || slots.back() != entry.slot)
      slots.push_back(entry.slot);
  m_parent.resize(slots.size());
  for (uint32_t rank = 0; rank < slots.size(); ++rank)
    m_parent[rank] = rank;
  join(entries, units);
  std::vector<uint32_t> members(slots.size());
  for (uint32_t rank = 0; rank < slots.size(); ++rank) {
    const uint32_t barrier = slots[rank] >> 16;
    if (barrier != 0)
      m_places.push_back({barrier, slots[rank] & 0xffff});
    else
      m_places.push_back({kFirstAddressChannel + rootOf(rank), members[rootOf(rank)]++});
  }
}

void MbarrierChannels::join(std::span<const BarrierEntry> entries,
                            std::span<const QueueUnit> units) {
  using What = BarrierEntry::What;
  std::vector<bool> isWaitedFor(m_parent.size());
  const auto forEachAddress = [&](auto visit) {
    uint32_t rank = 0;
    for (size_t i = 0; i < entries.size() && entries[i].slot >> 16 == 0; ++i) {
      rank += i > 0 && entries[i].slot != entries[i - 1].slot;
      visit(rank, entries[i]);
    }
  };
  forEachAddress([&](uint32_t rank, const BarrierEntry &entry) {
    if (entry.what == What::Exit)
      isWaitedFor[rank] = true;
  });
  std::unordered_map<uint32_t, uint32_t> firstOf; // operation and what: a rank that it acts on
  forEachAddress([&](uint32_t rank, const BarrierEntry &entry) {
    if (entry.what == What::Init || isWaitedFor[rank] != (entry.what == What::Exit))
      return;
    const uint32_t operation = units[entry.unit].steps[entry.step].operation;
    const uint32_t key = operation << 1 | (entry.what == What::Exit ? 1 : 0);
    const auto [found, isNew] = firstOf.try_emplace(key, rank);
    if (!isNew)
      m_parent[rootOf(rank)] = rootOf(found->second);
  });
}

uint32_t MbarrierChannels::rootOf(uint32_t rank) {
  while (m_parent[rank] != rank)
    rank = m_parent[rank] = m_parent[m_parent[rank]];
  return rank;
}

} // namespace pstudio::analysis
