// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/touch_counter.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/analysis/memory/mix.h"
#include "core/analysis/memory/sector_parts.h"

namespace pstudio::memory {

namespace {

void merge(SectorTouch &into, const SectorTouch &other) {
  if (other.touches == 0)
    return;
  const bool isFirst = into.touches == 0;
  into.isCommon |= other.isCommon || (into.touchedBytes & other.touchedBytes) != 0;
  into.isWritten |= other.isWritten;
  into.touches += other.touches;
  into.warps += other.warps;
  into.ctas += other.ctas;
  into.touchedBytes |= other.touchedBytes;
  into.bytes += other.bytes;
  into.firstTouch = isFirst ? other.firstTouch : std::min(into.firstTouch, other.firstTouch);
  if (isFirst || other.lastTouch >= into.lastTouch) {
    into.lastTouch = other.lastTouch;
    into.lastRun = other.lastRun;
  }
}

void merge(LineTouch &into, const LineTouch &other) {
  into.touches += other.touches;
  into.warps += other.warps;
  into.ctas += other.ctas;
}

} // namespace

TouchCounter::TouchCounter(const AccessTable &table, const MemoryModel &model,
                           const TimeScale &time, uint64_t memoryLimit, AccessSpace space)
    : m_table(table), m_model(model), m_space(space), m_time(time),
      m_sectorsPerPage(static_cast<uint32_t>(SectorTouches::kPageBytes / model.sectorBytes)),
      m_linesPerPage(static_cast<uint32_t>(SectorTouches::kPageBytes / model.lineBytes)),
      m_pageShift(static_cast<uint32_t>(std::countr_zero(m_sectorsPerPage))),
      m_lineShift(static_cast<uint32_t>(std::countr_zero(model.lineBytes / model.sectorBytes))),
      m_maxPages(std::max<uint64_t>(
          memoryLimit / (m_sectorsPerPage * sizeof(Sector) + m_linesPerPage * sizeof(Line)), 16)),
      m_sectors(m_sectorsPerPage), m_lines(m_linesPerPage) {
  rehash(1024);
}

void TouchCounter::count(size_t begin, size_t end) {
  SectorParts parts(m_table, m_model.sectorBytes);
  for (size_t run = begin; run < end; ++run)
    countRun(run, parts);
}

void TouchCounter::countRun(size_t run, SectorParts &parts) {
  const WarpRun &accesses = m_table.warps()[run];
  m_run = static_cast<uint32_t>(run);
  if (m_footprints.empty() || m_footprints.back().cta != accesses.cta) {
    m_footprints.push_back({accesses.cta, 0});
    m_firstRun = m_run;
  }
  for (uint64_t i = accesses.begin; i < accesses.end; ++i)
    addAccess(m_table[i], parts);
  countWaiting();
}

void TouchCounter::addAccess(const Access &access, SectorParts &parts) {
  const AccessSite &site = m_table.sites()[access.site];
  if (site.space != m_space)
    return;
  const uint32_t time = m_time.stepOf(access.time.value);
  const bool isWriting = isWrite(site.kind);
  uint64_t openLine = UINT64_MAX; // no line has that number
  parts.forEach(access, [&](uint64_t sector, uint64_t mask) {
    const uint64_t line = sector >> m_lineShift;
    push(sector, mask, time, isWriting, line != openLine);
    openLine = line;
  });
}

/// Lanes that are far apart touch sectors that are not in the cache. Touches are queued and their
/// sectors prefetched, so that the cache misses overlap.
void TouchCounter::push(uint64_t number, uint64_t mask, uint32_t time, bool isWrite,
                        bool isNewLine) {
  const uint32_t thinning = m_thinning;
  const uint32_t place = placeOf(number >> m_pageShift);
  if (m_thinning != thinning) // thinning has moved the other pages
    for (size_t i = 0; i < m_waitingCount; ++i)
      m_waiting[i].place = placeOf(m_waiting[i].number >> m_pageShift);
  if (place == kNoPage)
    return;
  Touch &touch = m_waiting[m_waitingCount++];
  touch.number = number;
  touch.mask = mask;
  touch.place = place;
  touch.time = time;
  touch.isWrite = isWrite;
  touch.isNewLine = isNewLine;
  __builtin_prefetch(&sectorOf(touch), 1);
  if (isNewLine)
    __builtin_prefetch(&lineOf(touch), 1);
  if (m_waitingCount == kMaxWaiting)
    countWaiting();
}

void TouchCounter::countWaiting() {
  for (size_t i = 0; i < m_waitingCount; ++i)
    if (m_waiting[i].place != kNoPage)
      touch(m_waiting[i]);
  m_waitingCount = 0;
}

void TouchCounter::touch(const Touch &of) {
  Sector &sector = sectorOf(of);
  SectorTouch &touch = sector.touch;
  if (sector.run != m_run + 1) {
    if (isNewCta(sector.run)) {
      ++touch.ctas;
      sector.earlierBytes = touch.touchedBytes;
      // Weighted for the pages that are not kept.
      m_footprints.back().sectors += uint64_t{1} << m_thinning;
    }
    ++touch.warps;
    sector.run = m_run + 1;
  }
  touch.firstTouch = touch.touches == 0 ? of.time : std::min(touch.firstTouch, of.time);
  if (of.time >= touch.lastTouch) {
    touch.lastTouch = of.time;
    touch.lastRun = m_run;
  }
  ++touch.touches;
  touch.isCommon |= (of.mask & sector.earlierBytes) != 0;
  touch.isWritten |= of.isWrite;
  touch.touchedBytes |= of.mask;
  touch.bytes += static_cast<uint32_t>(std::popcount(of.mask));
  if (of.isNewLine)
    touchLine(of);
}

void TouchCounter::touchLine(const Touch &of) {
  Line &line = lineOf(of);
  if (line.run != m_run + 1) {
    line.touch.ctas += isNewCta(line.run);
    ++line.touch.warps;
    line.run = m_run + 1;
  }
  ++line.touch.touches;
}

uint32_t TouchCounter::placeOf(uint64_t page) {
  // The lanes of a strided access touch the same few dozen pages repeatedly.
  Recent &recent = m_recent[page % kRecentPages];
  if (page == recent.page)
    return recent.place;
  const size_t mask = m_slots.size() - 1;
  uint32_t place = kNoPage;
  for (size_t slot = mix(page) >> 20 & mask; m_slots[slot] != 0; slot = (slot + 1) & mask)
    if (m_numbers[m_slots[slot] - 1] == page) {
      place = m_slots[slot] - 1;
      break;
    }
  if (place == kNoPage)
    place = addPage(page);
  m_recent[page % kRecentPages] = {page, place};
  return place;
}

uint32_t TouchCounter::addPage(uint64_t page) {
  while (isChosen(page, m_thinning) && m_numbers.size() >= m_maxPages)
    thinTo(m_thinning + 1);
  if (!isChosen(page, m_thinning))
    return kNoPage;
  m_numbers.push_back(page);
  m_sectors.addPage();
  m_lines.addPage();
  rehash(m_numbers.size() * 2 > m_slots.size() ? m_slots.size() * 2 : 0);
  return static_cast<uint32_t>(m_numbers.size() - 1);
}

/// Inserts all places into a new table of `slots` slots, a power of two. 0: inserts only the newest
/// place into the current table.
void TouchCounter::rehash(size_t slots) {
  if (slots != 0)
    m_slots.assign(slots, 0);
  const size_t mask = m_slots.size() - 1;
  const size_t first = slots != 0 ? 0 : m_numbers.size() - 1;
  for (size_t place = first; place < m_numbers.size(); ++place) {
    size_t slot = mix(m_numbers[place]) >> 20 & mask;
    while (m_slots[slot] != 0)
      slot = (slot + 1) & mask;
    m_slots[slot] = static_cast<uint32_t>(place + 1);
  }
}

void TouchCounter::thinTo(uint32_t thinning) {
  if (thinning <= m_thinning)
    return;
  m_thinning = thinning;
  size_t kept = 0;
  for (size_t place = 0; place < m_numbers.size(); ++place) {
    if (!isChosen(m_numbers[place], thinning))
      continue;
    m_numbers[kept] = m_numbers[place];
    m_sectors.copyPage(place, kept);
    m_lines.copyPage(place, kept);
    ++kept;
  }
  m_numbers.resize(kept);
  m_sectors.shrink(kept);
  m_lines.shrink(kept);
  m_recent.fill({});
  rehash(m_slots.size());
}

void TouchCounter::sortPages() {
  m_places.resize(m_numbers.size());
  std::iota(m_places.begin(), m_places.end(), 0u);
  std::ranges::sort(m_places, {}, [&](uint32_t place) { return m_numbers[place]; });
  std::ranges::sort(m_numbers);
}

void TouchCounter::mergeInto(std::span<const uint64_t> pages, size_t begin, size_t end,
                             std::vector<SectorTouch> &sectors,
                             std::vector<LineTouch> &lines) const {
  if (begin == end)
    return;
  size_t own =
      static_cast<size_t>(std::ranges::lower_bound(m_numbers, pages[begin]) - m_numbers.begin());
  for (size_t page = begin; page < end && own < m_numbers.size(); ++page) {
    if (m_numbers[own] != pages[page])
      continue;
    const uint64_t place = m_places[own++];
    for (uint32_t i = 0; i < m_sectorsPerPage; ++i)
      merge(sectors[page * m_sectorsPerPage + i], m_sectors.at(place, i).touch);
    for (uint32_t i = 0; i < m_linesPerPage; ++i)
      merge(lines[page * m_linesPerPage + i], m_lines.at(place, i).touch);
  }
}

} // namespace pstudio::memory
