// SPDX-License-Identifier: Apache-2.0
// Touches of each sector and line of memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/access/access_table.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/mix.h"
#include "core/analysis/memory/time_scale.h"

namespace pstudio::memory {

/// Touches of one sector. All zero: not touched.
struct SectorTouch {
  uint64_t touchedBytes = 0;              ///< bit i: byte i was touched
  uint32_t touches = 0;                   ///< accesses that touch a byte of it
  uint32_t warps = 0;                     ///< distinct ones
  uint32_t ctas = 0;                      ///< distinct ones
  uint64_t bytes = 0;                     ///< sum over its touches of the distinct bytes
  uint32_t firstTouch = 0, lastTouch = 0; ///< times: SectorTouches::timeOf()
  uint32_t lastRun = 0;                   ///< of the last touch: into AccessTable::warps()
  bool isWritten = false;
  bool isCommon = false; ///< a byte of it was touched by two CTAs
  /// True if several CTAs access the sector, one of them writes, and no byte is accessed by two
  /// CTAs: then the sector moves between their caches without need.
  bool isFalselyShared() const { return ctas > 1 && isWritten && !isCommon; }
};

/// Touches of one line.
struct LineTouch {
  uint32_t touches = 0; ///< this and the next two as in SectorTouch
  uint32_t warps = 0;
  uint32_t ctas = 0;
};

/// The touched sectors and lines of global memory, or of shared memory. Exact for each page of 4
/// KiB that is kept. If there are too many pages, a hash of the page number selects the kept part
/// (as in SHARDS: Waldspurger et al., FAST 2015). Immutable.
class SectorTouches {
public:
  static constexpr uint64_t kPageBytes = 4096;
  struct Options {
    uint64_t memoryLimit = uint64_t{1} << 30; ///< of the kept pages [bytes]; at least 1 MiB is used
    unsigned threads = 0;                     ///< 0: all
    /// Shared: equal addresses of all CTAs count as one sector, although each CTA has its own
    /// memory.
    AccessSpace space = AccessSpace::Global;
  };

  /// `model` is usable. O(accesses * sectors). Needs up to twice the memory while it counts.
  static SectorTouches count(const AccessTable &table, const MemoryModel &model,
                             const Options &options);

  /// The kept part of the touched pages: 1, 1/2, 1/4, ...
  double keptPart() const { return 1.0 / static_cast<double>(uint64_t{1} << m_thinning); }
  AccessSpace space() const { return m_space; }
  uint32_t sectorBytes() const { return m_model.sectorBytes; }
  /// True if touches of the page that contains the address are kept.
  bool keeps(uint64_t address) const { return isChosen(address / kPageBytes, m_thinning); }
  uint64_t pageCount() const { return m_pages.size(); }
  uint64_t memoryBytes() const;
  /// Time of SectorTouch::firstTouch and lastTouch, rounded down to 1/2^32 of the whole time.
  Picoseconds timeOf(uint32_t step) const { return Picoseconds(m_time.timeOf(step)); }

  /// Calls visit(address of the sector, SectorTouch) for the touched sectors that contain a byte
  /// of [first, last], by rising address. O(log + units in the kept pages of the range).
  template <class Visit> void forSectors(uint64_t first, uint64_t last, const Visit &visit) const {
    forUnits(first, last, m_model.sectorBytes, m_sectors, visit);
  }
  /// The same for lines: visit(address of the line, LineTouch).
  template <class Visit> void forLines(uint64_t first, uint64_t last, const Visit &visit) const {
    forUnits(first, last, m_model.lineBytes, m_lines, visit);
  }

  /// Sectors that each CTA touched, in the order of the table; estimated if keptPart() < 1.
  struct CtaFootprint {
    uint32_t cta = 0;
    uint64_t sectors = 0;
  };
  std::span<const CtaFootprint> ctaFootprints() const { return m_footprints; }
  /// Sectors that were touched before the end of each of `columns` equal parts of the time, of the
  /// kept pages; all sectors, or only sectors that are written at some time. O(sectors).
  std::vector<uint64_t> footprintOverTime(uint32_t columns, bool onlyWritten = false) const;

private:
  template <class Unit, class Visit>
  void forUnits(uint64_t first, uint64_t last, uint32_t unitBytes, const std::vector<Unit> &units,
                const Visit &visit) const;

  MemoryModel m_model;
  AccessSpace m_space = AccessSpace::Global;
  uint32_t m_thinning = 0;
  TimeScale m_time;
  std::vector<uint64_t> m_pages;      // numbers, rising
  std::vector<SectorTouch> m_sectors; // of each page, one after the other
  std::vector<LineTouch> m_lines;
  std::vector<CtaFootprint> m_footprints;
};

template <class Unit, class Visit>
void SectorTouches::forUnits(uint64_t first, uint64_t last, uint32_t unitBytes,
                             const std::vector<Unit> &units, const Visit &visit) const {
  const uint64_t perPage = kPageBytes / unitBytes;
  auto page = std::ranges::lower_bound(m_pages, first / kPageBytes);
  for (; page != m_pages.end() && *page <= last / kPageBytes; ++page) {
    const uint64_t base = *page * kPageBytes;
    const uint64_t from = first > base ? (first - base) / unitBytes : 0;
    const uint64_t to = std::min((last - base) / unitBytes, perPage - 1);
    const Unit *unit = &units[static_cast<uint64_t>(page - m_pages.begin()) * perPage];
    for (uint64_t i = from; i <= to; ++i)
      if (unit[i].touches != 0)
        visit(base + i * unitBytes, unit[i]);
  }
}

} // namespace pstudio::memory
