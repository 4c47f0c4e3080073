// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/sector_touches.h"

#include <algorithm>
#include <array>

#include "core/analysis/memory/touch_counter.h"
#include "core/base/parallel.h"

namespace pstudio::memory {

namespace {

// Independent of the number of threads, so that the result is, too.
constexpr size_t kTouchParts = 4;
constexpr size_t kMergeParts = 16;

/// The runs of a table, cut between CTAs into parts with about as many accesses each.
std::array<size_t, kTouchParts + 1> cutBetweenCtas(std::span<const WarpRun> runs,
                                                   uint64_t accesses) {
  std::array<size_t, kTouchParts + 1> cuts{};
  for (size_t part = 1; part < kTouchParts; ++part) {
    size_t cut = cuts[part - 1];
    while (cut < runs.size() && (runs[cut].begin < accesses * part / kTouchParts ||
                                 (cut > 0 && runs[cut].cta == runs[cut - 1].cta)))
      ++cut;
    cuts[part] = cut;
  }
  cuts[kTouchParts] = runs.size();
  return cuts;
}

} // namespace

SectorTouches SectorTouches::count(const AccessTable &table, const MemoryModel &model,
                                   const Options &options) {
  const TimeScale time = TimeScale::of(table, 32);
  const auto cuts = cutBetweenCtas(table.warps(), table.size());
  std::vector<TouchCounter> counters;
  for (size_t part = 0; part < kTouchParts; ++part)
    counters.emplace_back(table, model, time,
                          std::max<uint64_t>(options.memoryLimit, 1 << 20) / kTouchParts,
                          options.space);
  parallelFor(kTouchParts, options.threads,
              [&](size_t part) { counters[part].count(cuts[part], cuts[part + 1]); });

  SectorTouches touches;
  touches.m_model = model;
  touches.m_space = options.space;
  touches.m_time = time;
  for (const TouchCounter &counter : counters)
    touches.m_thinning = std::max(touches.m_thinning, counter.thinning());
  for (TouchCounter &counter : counters) {
    counter.thinTo(touches.m_thinning);
    counter.sortPages();
    const auto pages = counter.pageNumbers();
    touches.m_pages.insert(touches.m_pages.end(), pages.begin(), pages.end());
    const auto &footprints = counter.footprints();
    touches.m_footprints.insert(touches.m_footprints.end(), footprints.begin(), footprints.end());
  }
  std::ranges::sort(touches.m_pages);
  touches.m_pages.erase(std::unique(touches.m_pages.begin(), touches.m_pages.end()),
                        touches.m_pages.end());
  const size_t pages = touches.m_pages.size();
  touches.m_sectors.resize(pages * (kPageBytes / model.sectorBytes));
  touches.m_lines.resize(pages * (kPageBytes / model.lineBytes));
  parallelFor(kMergeParts, options.threads, [&](size_t part) {
    for (const TouchCounter &counter : counters)
      counter.mergeInto(touches.m_pages, pages * part / kMergeParts,
                        pages * (part + 1) / kMergeParts, touches.m_sectors, touches.m_lines);
  });
  return touches;
}

uint64_t SectorTouches::memoryBytes() const {
  return m_pages.capacity() * sizeof(uint64_t) + m_sectors.capacity() * sizeof(SectorTouch) +
         m_lines.capacity() * sizeof(LineTouch) + m_footprints.capacity() * sizeof(CtaFootprint);
}

std::vector<uint64_t> SectorTouches::footprintOverTime(uint32_t columns, bool onlyWritten) const {
  std::vector<uint64_t> sectors(columns, 0);
  const uint64_t steps = m_time.steps();
  for (const SectorTouch &sector : m_sectors)
    if (sector.touches != 0 && columns != 0 && (sector.isWritten || !onlyWritten))
      ++sectors[uint64_t{sector.firstTouch} * columns / steps];
  for (uint32_t i = 1; i < columns; ++i)
    sectors[i] += sectors[i - 1];
  return sectors;
}

} // namespace pstudio::memory
