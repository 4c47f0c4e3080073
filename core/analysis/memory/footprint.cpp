// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/footprint.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/analysis/memory/mix.h"
#include "core/analysis/memory/sector_parts.h"
#include "core/analysis/memory/time_scale.h"
#include "core/analysis/memory/touch_estimate.h"
#include "core/base/parallel.h"

namespace pstudio::memory {

namespace {

// Independent of the number of threads, so that the result is, too.
constexpr uint32_t kParts = 8;
constexpr uint32_t kNoGroup = UINT32_MAX;

/// Sectors by group, 64 neighbours in one entry. A hash selects the counted neighbourhoods, the
/// same ones in all groups. [not thread-safe]
class DistinctSectors {
public:
  explicit DistinctSectors(uint32_t thinning) : m_thinning(thinning), m_slots(1024) {}

  /// True if the sector is new in the group and is selected for counting. Amortised O(1).
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

/// From a CTA's first access to its last, both included.
struct CtaTime {
  uint32_t cta = 0;
  Picoseconds begin, end;
};

std::vector<CtaTime> ctaTimes(const AccessTable &table) {
  std::vector<CtaTime> times;
  for (const WarpRun &run : table.warps()) {
    if (run.begin == run.end)
      continue;
    if (times.empty() || times.back().cta != run.cta)
      times.push_back({run.cta, table[run.begin].time, table[run.begin].time});
    for (uint64_t i = run.begin; i < run.end; ++i) {
      times.back().begin = std::min(times.back().begin, table[i].time);
      times.back().end = std::max(times.back().end, table[i].time);
    }
  }
  return times;
}

/// Counts the distinct sectors of each group; the groups are distributed to parts. `groupOf(run)`
/// is kNoGroup for runs that are skipped, `groupAt(run's group, time)` is the group of an access.
template <class GroupOf, class GroupAt>
Footprints countGroups(const AccessTable &table, const MemoryModel &model, uint32_t groups,
                       const FootprintOptions &options, const GroupOf &groupOf,
                       const GroupAt &groupAt) {
  const uint32_t thinning = thinningFor(table, model, model.sectorBytes, options.maxTouches);
  Footprints all{.sectors = std::vector<uint64_t>(groups, 0),
                 .countedPart = 1.0 / static_cast<double>(uint64_t{1} << thinning)};
  parallelFor(kParts, options.threads, [&](size_t part) {
    SectorParts parts(table, model.sectorBytes);
    DistinctSectors distinct(thinning);
    for (const WarpRun &run : table.warps()) {
      const uint32_t ofRun = groupOf(run);
      for (uint64_t i = run.begin; ofRun != kNoGroup && i < run.end; ++i) {
        const uint32_t group = groupAt(ofRun, table[i].time);
        if (group % kParts != part)
          continue;
        const Access access = table[i];
        const AccessSite &site = table.sites()[access.site];
        if (site.space == AccessSpace::Global && (isWrite(site.kind) || !options.onlyWrites))
          parts.forEach(access, [&](uint64_t sector, uint64_t) {
            all.sectors[group] += distinct.add(group, sector) ? 1 : 0;
          });
      }
    }
  });
  for (uint64_t &sectors : all.sectors)
    sectors <<= thinning;
  return all;
}

} // namespace

std::vector<Wave> wavesOf(const AccessTable &table) {
  std::vector<CtaTime> byEnd = ctaTimes(table);
  std::vector<CtaTime> byBegin = byEnd;
  std::ranges::stable_sort(byEnd, {}, &CtaTime::end);
  std::ranges::stable_sort(byBegin, {}, &CtaTime::begin);
  std::vector<Wave> waves;
  std::unordered_map<uint32_t, bool> isTaken;
  size_t next = 0; // into byBegin: all before it are in a wave
  for (const CtaTime &first : byEnd) {
    if (isTaken[first.cta])
      continue;
    Wave wave{.ctas = {}, .begin = byBegin[next].begin, .end = first.end};
    for (; next < byBegin.size() && byBegin[next].begin <= first.end; ++next) {
      isTaken[byBegin[next].cta] = true;
      wave.ctas.push_back(byBegin[next].cta);
      wave.end = std::max(wave.end, byBegin[next].end);
    }
    waves.push_back(std::move(wave));
  }
  return waves;
}

Footprints waveFootprints(const AccessTable &table, const MemoryModel &model,
                          const std::vector<Wave> &waves, const FootprintOptions &options) {
  std::unordered_map<uint32_t, uint32_t> waveOf; // by CTA
  for (uint32_t wave = 0; wave < waves.size(); ++wave)
    for (const uint32_t cta : waves[wave].ctas)
      waveOf[cta] = wave;
  return countGroups(
      table, model, static_cast<uint32_t>(waves.size()), options,
      [&](const WarpRun &run) {
        const auto wave = waveOf.find(run.cta);
        return wave == waveOf.end() ? kNoGroup : wave->second;
      },
      [](uint32_t ofRun, Picoseconds) { return ofRun; });
}

Footprints workingSet(const AccessTable &table, const MemoryModel &model, uint32_t columns,
                      const FootprintOptions &options) {
  const TimeScale time = TimeScale::of(table, 32);
  const uint64_t steps = std::max<uint64_t>(time.steps(), 1);
  return countGroups(
      table, model, columns, options, [](const WarpRun &) { return 0u; },
      [&](uint32_t, Picoseconds at) {
        return static_cast<uint32_t>(uint64_t{time.stepOf(at.value)} * columns / steps);
      });
}

} // namespace pstudio::memory
