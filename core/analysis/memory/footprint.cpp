// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/footprint.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/memory/distinct_sectors.h"
#include "core/analysis/memory/sector_parts.h"
#include "core/analysis/memory/time_scale.h"
#include "core/analysis/memory/touch_estimate.h"
#include "core/base/parallel.h"

namespace pstudio::memory {

namespace {

// However many threads there are, so that the result does not depend on it.
constexpr uint32_t kParts = 8;
constexpr uint32_t kNoGroup = UINT32_MAX;

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

/// Counts the distinct sectors of each group; the groups are dealt out to parts. `groupOf(run)` is
/// kNoGroup for runs to be passed over, `groupAt(run's group, time)` the one of an access.
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
