// SPDX-License-Identifier: Apache-2.0
// Counts touches of sectors for a part of the CTAs; private to SectorTouches.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/access/access_table.h"
#include "core/analysis/memory/sector_touches.h"
#include "core/analysis/memory/time_scale.h"
#include "core/base/zeroed_memory.h"

namespace pstudio::memory {

/// A growing array of pages, with a fixed number of units per page. Units never move, so growth
/// copies nothing. Memory is allocated in large zeroed blocks, of which the system provides only
/// touched pages. A new unit is all zeros. [not thread-safe]
template <class Unit> class PageStore {
  static_assert(std::is_trivially_copyable_v<Unit> && std::is_trivially_destructible_v<Unit>);

public:
  /// `unitsPerPage` is a power of two.
  explicit PageStore(uint32_t unitsPerPage)
      : m_pageShift(static_cast<uint32_t>(std::countr_zero(unitsPerPage))) {}

  Unit &at(uint64_t page, uint64_t unit) {
    return unitsOf(page >> kBlockShift)[(page & kBlockMask) << m_pageShift | unit];
  }
  const Unit &at(uint64_t page, uint64_t unit) const {
    return unitsOf(page >> kBlockShift)[(page & kBlockMask) << m_pageShift | unit];
  }
  void addPage() {
    if (m_pages >> kBlockShift == m_blocks.size())
      m_blocks.emplace_back((sizeof(Unit) * kBlockPages) << m_pageShift);
    ++m_pages;
  }
  void copyPage(uint64_t from, uint64_t to) {
    std::copy_n(&at(from, 0), uint64_t{1} << m_pageShift, &at(to, 0));
  }
  /// Discards all pages from `pages` on.
  void shrink(uint64_t pages) {
    const uint64_t blocks = (pages + kBlockMask) >> kBlockShift;
    for (uint64_t page = pages; page < std::min(m_pages, blocks << kBlockShift); ++page)
      std::fill_n(&at(page, 0), uint64_t{1} << m_pageShift, Unit());
    m_pages = pages;
    m_blocks.resize(blocks);
  }

private:
  static constexpr uint32_t kBlockShift = 8;
  static constexpr uint64_t kBlockPages = uint64_t{1} << kBlockShift;
  static constexpr uint64_t kBlockMask = kBlockPages - 1;

  Unit *unitsOf(uint64_t block) const { return static_cast<Unit *>(m_blocks[block].data()); }

  uint32_t m_pageShift;
  uint64_t m_pages = 0;
  std::vector<ZeroedMemory> m_blocks;
};

/// Pages by their number, each with its sectors and lines. The counts of two counters with
/// different CTAs can be merged into the counts of a single counter.
class TouchCounter {
public:
  /// `table` must outlive this. `memoryLimit` limits the number of kept pages [bytes].
  TouchCounter(const AccessTable &table, const MemoryModel &model, const TimeScale &time,
               uint64_t memoryLimit, AccessSpace space);

  /// Counts the accesses of runs [begin, end), which are whole CTAs. Called once.
  void count(size_t begin, size_t end);

  /// 1 of 2^thinning() pages is kept.
  uint32_t thinning() const { return m_thinning; }
  void thinTo(uint32_t thinning);
  /// Sorts the pages: pageNumbers() are ascending afterwards.
  void sortPages();
  std::span<const uint64_t> pageNumbers() const { return m_numbers; }
  const std::vector<SectorTouches::CtaFootprint> &footprints() const { return m_footprints; }

  /// Adds the counts to pages [begin, end) of `pages`, which are ascending and contain all pages of
  /// this counter in that range. Requires sortPages().
  void mergeInto(std::span<const uint64_t> pages, size_t begin, size_t end,
                 std::vector<SectorTouch> &sectors, std::vector<LineTouch> &lines) const;

private:
  struct alignas(64) Sector { // one cache line; most accesses miss the cache
    SectorTouch touch;
    uint64_t earlierBytes = 0; // touched by CTAs before the current one
    uint32_t run = 0;          // the last one that touched it, + 1
  };
  struct Line {
    LineTouch touch;
    uint32_t run = 0;
  };
  static constexpr uint32_t kNoPage = 0xffffffffu;
  /// A touch of a sector that waits for its prefetch.
  struct Touch {
    uint64_t number = 0; // of the sector
    uint64_t mask = 0;   // of its bytes
    uint32_t place = kNoPage;
    uint32_t time = 0;
    bool isWrite = false;
    bool isNewLine = false; // in its access
  };
  static constexpr size_t kMaxWaiting = 128;

  void countRun(size_t run, class SectorParts &parts);
  void addAccess(const Access &access, class SectorParts &parts);
  void push(uint64_t number, uint64_t mask, uint32_t time, bool isWrite, bool isNewLine);
  void countWaiting();
  Sector &sectorOf(const Touch &of) {
    return m_sectors.at(of.place, of.number & (m_sectorsPerPage - 1));
  }
  Line &lineOf(const Touch &of) {
    return m_lines.at(of.place, of.number >> m_lineShift & (m_linesPerPage - 1));
  }
  void touch(const Touch &of);
  void touchLine(const Touch &of);
  uint32_t placeOf(uint64_t page);
  uint32_t addPage(uint64_t page);
  void rehash(size_t slots);
  /// True if the last toucher was another CTA: the runs of a CTA are contiguous.
  bool isNewCta(uint32_t runPlusOne) const { return runPlusOne <= m_firstRun; }

  const AccessTable &m_table;
  MemoryModel m_model;
  AccessSpace m_space;
  TimeScale m_time;
  uint32_t m_sectorsPerPage, m_linesPerPage;
  uint32_t m_pageShift, m_lineShift; // from a sector's number to that of its page, its line
  uint64_t m_maxPages;
  uint32_t m_thinning = 0;

  uint32_t m_run = 0;      // the run that is being counted
  uint32_t m_firstRun = 0; // of its CTA
  std::array<Touch, kMaxWaiting> m_waiting;
  size_t m_waitingCount = 0;
  struct Recent {
    uint64_t page = UINT64_MAX; // no page has that number
    uint32_t place = kNoPage;
  };
  static constexpr size_t kRecentPages = 256;
  std::array<Recent, kRecentPages> m_recent{}; // by number modulo their count

  std::vector<uint32_t> m_slots;   // hash table of places + 1; 0 is free
  std::vector<uint64_t> m_numbers; // by place
  std::vector<uint32_t> m_places;  // after sortPages(): where the sectors of m_numbers[i] are
  PageStore<Sector> m_sectors;
  PageStore<Line> m_lines;
  std::vector<SectorTouches::CtaFootprint> m_footprints;
};

} // namespace pstudio::memory
