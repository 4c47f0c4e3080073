// SPDX-License-Identifier: Apache-2.0
// Who touched which sector and line of memory, and how often.
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

/// What happened to one sector. All zero: nobody touched it.
struct SectorTouch {
  uint64_t touchedBytes = 0;              ///< bit i: byte i was touched by somebody
  uint32_t touches = 0;                   ///< accesses that touch a byte of it
  uint32_t warps = 0;                     ///< different ones
  uint32_t ctas = 0;                      ///< different ones
  uint64_t bytes = 0;                     ///< sum over its touches of the distinct bytes
  uint32_t firstTouch = 0, lastTouch = 0; ///< times: SectorTouches::timeOf()
  uint32_t lastRun = 0;                   ///< who touched it last: into AccessTable::warps()
  bool isWritten = false;
  bool isCommon = false; ///< a byte of it was touched by two CTAs
  /// CTAs share it, one of them writes, and yet no byte is of interest to two of them: it travels
  /// between their caches for nothing.
  bool isFalselyShared() const { return ctas > 1 && isWritten && !isCommon; }
};

/// What happened to one line.
struct LineTouch {
  uint32_t touches = 0; ///< as above, this and the next two
  uint32_t warps = 0;
  uint32_t ctas = 0;
};

/// The touched sectors and lines of global memory, or of shared memory. Exact for each page of 4
/// KiB that is kept; if they are too many, a part of the pages is kept, chosen by a hash of their
/// number (as SHARDS does it: Waldspurger et al., FAST 2015). Immutable.
class SectorTouches {
public:
  static constexpr uint64_t kPageBytes = 4096;
  struct Options {
    uint64_t memoryLimit = uint64_t{1} << 30; ///< of what is kept [bytes]; at least 1 MiB is used
    unsigned threads = 0;                     ///< 0: all
    /// Shared: the same addresses of all CTAs count as one sector, though each CTA has its own.
    AccessSpace space = AccessSpace::Global;
  };

  /// `model` is usable. O(accesses * sectors). Needs up to twice the memory while it counts.
  static SectorTouches count(const AccessTable &table, const MemoryModel &model,
                             const Options &options);

  /// Of the pages touched, the part that is kept: 1, 1/2, 1/4, ...
  double keptPart() const { return 1.0 / static_cast<double>(uint64_t{1} << m_thinning); }
  AccessSpace space() const { return m_space; }
  uint32_t sectorBytes() const { return m_model.sectorBytes; }
  /// Whether touches of the page with the address are kept, if there were any.
  bool keeps(uint64_t address) const { return isChosen(address / kPageBytes, m_thinning); }
  uint64_t pageCount() const { return m_pages.size(); }
  uint64_t memoryBytes() const;
  /// Of SectorTouch::firstTouch and lastTouch, rounded down to 1/2^32 of the whole time.
  Picoseconds timeOf(uint32_t step) const { return Picoseconds(m_time.timeOf(step)); }

  /// Calls visit(address of the sector, SectorTouch) for the touched ones that hold a byte of
  /// [first, last], by rising address. O(log + units in the kept pages of the range).
  template <class Visit> void forSectors(uint64_t first, uint64_t last, const Visit &visit) const {
    forUnits(first, last, m_model.sectorBytes, m_sectors, visit);
  }
  /// Likewise for lines: visit(address of the line, LineTouch).
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
  /// kept pages; all of them, or those alone that are written at some time. O(sectors).
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
