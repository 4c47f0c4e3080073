// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/map_touchers.h"

#include <algorithm>

#include "core/analysis/memory/sector_parts.h"

namespace pstudio::memory {

namespace {

constexpr uint64_t kStopEvery = 4096; // accesses between two checks of the stop token

} // namespace

void Touchers::add(const AccessTable &table, const Toucher &toucher) {
  ++accesses;
  const uint32_t cta = table.warps()[toucher.run].cta;
  warps += m_run != toucher.run;
  ctas += m_cta != cta;
  m_run = toucher.run;
  m_cta = cta;
  const auto site = std::ranges::find(sites, toucher.site, &Site::site);
  if (site == sites.end())
    sites.push_back({toucher.site, 1});
  else
    ++site->accesses;
  if (!first || toucher.time < first->time)
    first = toucher;
  if (!last || toucher.time > last->time)
    last = toucher;
}

void Touchers::finish() {
  std::ranges::stable_sort(sites, std::ranges::greater(), &Site::accesses);
}

namespace {

/// Counts the accesses of a range of the table for which isChosen(access, run) is true. Returns
/// false after a stop request.
template <class IsChosen>
bool addTouchers(const AccessTable &table, const AccessRange &range, const TouchedBytes &bytes,
                 const IsChosen &isChosen, SectorParts &parts, const std::stop_token &stop,
                 Touchers &touchers) {
  const auto runs = table.warps();
  auto run = std::ranges::upper_bound(runs, range.begin, {}, &WarpRun::begin) - 1;
  for (uint64_t i = range.begin; i < range.end; ++i) {
    if (i % kStopEvery == 0 && stop.stop_requested())
      return false;
    while (run->end <= i)
      ++run;
    const Access access = table[i];
    const auto runIndex = static_cast<uint32_t>(run - runs.begin());
    if (table.sites()[access.site].space != bytes.space || !isChosen(access, runIndex))
      continue;
    bool isTouching = false;
    parts.forEach(access, [&](uint64_t sector, uint64_t) {
      const uint64_t first = sector * bytes.sectorBytes;
      isTouching =
          isTouching || (first <= bytes.last && first + (bytes.sectorBytes - 1) >= bytes.first &&
                         (!bytes.accepts || bytes.accepts(first)));
    });
    if (isTouching)
      touchers.add(table, {i, runIndex, access.site, access.time});
  }
  return true;
}

} // namespace

Touchers touchersOf(const AddressMap &map, const AccessTable &table, const MemoryModel &model,
                    const MapWindow &window, std::stop_token stop,
                    const std::function<bool(uint64_t)> &accepts) {
  Touchers touchers;
  SectorParts parts(table, model.sectorBytes);
  const TouchedBytes bytes{.first = window.firstAddress,
                           .last = window.lastAddress,
                           .sectorBytes = model.sectorBytes,
                           .accepts = accepts};
  const auto isInWindow = [&](const Access &access, uint32_t run) {
    const int64_t place = map.placeOf(access, run);
    return place >= window.begin && place < window.end &&
           (!window.site || *window.site == access.site);
  };
  for (const AccessRange &range : map.rangesNear(window))
    if (!addTouchers(table, range, bytes, isInWindow, parts, stop, touchers))
      break;
  touchers.finish();
  return touchers;
}

Touchers touchersOf(const AccessTable &table, const TouchedBytes &bytes, std::stop_token stop) {
  Touchers touchers;
  SectorParts parts(table, bytes.sectorBytes);
  const auto isChosen = [](const Access &, uint32_t) { return true; };
  if (table.size() != 0)
    addTouchers(table, {0, table.size()}, bytes, isChosen, parts, stop, touchers);
  touchers.finish();
  return touchers;
}

} // namespace pstudio::memory
