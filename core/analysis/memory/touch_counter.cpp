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
                           const TimeScale &time, uint64_t memoryLimit)
    : m_table(table), m_model(model), m_time(time),
      m_sectorsPerPage(static_cast<uint32_t>(SectorTouches::kPageBytes / model.sectorBytes)),
      m_linesPerPage(static_cast<uint32_t>(SectorTouches::kPageBytes / model.lineBytes)),
      m_pageShift(static_cast<uint32_t>(std::countr_zero(m_sectorsPerPage))),
      m_lineShift(static_cast<uint32_t>(std::countr_zero(model.lineBytes / model.sectorBytes))),
      m_maxPages(std::max<uint64_t>(
          memoryLimit / (m_sectorsPerPage * sizeof(Sector) + m_linesPerPage * sizeof(Line)), 16)) {
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
  m_cta = accesses.cta;
  if (m_footprints.empty() || m_footprints.back().cta != m_cta)
    m_footprints.push_back({m_cta, 0});
  for (uint64_t i = accesses.begin; i < accesses.end; ++i) {
    const Access access = m_table[i];
    const AccessSite &site = m_table.sites()[access.site];
    if (site.space != AccessSpace::Global)
      continue;
    m_openLine = 0;
    const uint32_t time = m_time.stepOf(access.time.value);
    parts.forEach(access, [&](uint64_t sector, uint64_t mask) {
      touch(sector, mask, isWrite(site.kind), time);
    });
  }
}

void TouchCounter::touch(uint64_t number, uint64_t mask, bool isWrite, uint32_t time) {
  const uint32_t place = placeOf(number >> m_pageShift);
  if (place == kNoPage)
    return;
  Sector &sector = m_sectors[(uint64_t{place} << m_pageShift) + (number & (m_sectorsPerPage - 1))];
  SectorTouch &touch = sector.touch;
  if (sector.run != m_run + 1) {
    if (isNewCta(sector.run)) {
      ++touch.ctas;
      sector.earlierBytes = touch.touchedBytes;
      // Stands for those of the pages that are not kept.
      m_footprints.back().sectors += uint64_t{1} << m_thinning;
    }
    ++touch.warps;
    sector.run = m_run + 1;
  }
  touch.firstTouch = touch.touches == 0 ? time : std::min(touch.firstTouch, time);
  if (time >= touch.lastTouch) {
    touch.lastTouch = time;
    touch.lastRun = m_run;
  }
  ++touch.touches;
  touch.isCommon |= (mask & sector.earlierBytes) != 0;
  touch.isWritten |= isWrite;
  touch.touchedBytes |= mask;
  touch.bytes += static_cast<uint32_t>(std::popcount(mask));

  const uint64_t line = number >> m_lineShift;
  if (m_openLine != line + 1) {
    m_openLine = line + 1;
    touchLine(line);
  }
}

void TouchCounter::touchLine(uint64_t number) {
  Line &line = m_lines[uint64_t{m_lastPlace} * m_linesPerPage + (number & (m_linesPerPage - 1))];
  if (line.run != m_run + 1) {
    line.touch.ctas += isNewCta(line.run);
    ++line.touch.warps;
    line.run = m_run + 1;
  }
  ++line.touch.touches;
}

uint32_t TouchCounter::placeOf(uint64_t page) {
  // The lanes of a strided access come back to the same few dozen pages.
  Recent &recent = m_recent[page % kRecentPages];
  if (page == recent.page)
    return m_lastPlace = recent.place;
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
  return m_lastPlace = place;
}

uint32_t TouchCounter::addPage(uint64_t page) {
  while (isChosen(page, m_thinning) && m_numbers.size() >= m_maxPages)
    thinTo(m_thinning + 1);
  if (!isChosen(page, m_thinning))
    return kNoPage;
  m_numbers.push_back(page);
  m_sectors.resize(m_sectors.size() + m_sectorsPerPage);
  m_lines.resize(m_lines.size() + m_linesPerPage);
  rehash(m_numbers.size() * 2 > m_slots.size() ? m_slots.size() * 2 : 0);
  return static_cast<uint32_t>(m_numbers.size() - 1);
}

/// Puts all places into a table of `slots`, a power of two; 0: only the newest, into that it is.
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
    std::copy_n(m_sectors.begin() + static_cast<std::ptrdiff_t>(place * m_sectorsPerPage),
                m_sectorsPerPage,
                m_sectors.begin() + static_cast<std::ptrdiff_t>(kept * m_sectorsPerPage));
    std::copy_n(m_lines.begin() + static_cast<std::ptrdiff_t>(place * m_linesPerPage),
                m_linesPerPage,
                m_lines.begin() + static_cast<std::ptrdiff_t>(kept * m_linesPerPage));
    ++kept;
  }
  m_numbers.resize(kept);
  m_sectors.resize(kept * m_sectorsPerPage);
  m_lines.resize(kept * m_linesPerPage);
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
      merge(sectors[page * m_sectorsPerPage + i], m_sectors[place * m_sectorsPerPage + i].touch);
    for (uint32_t i = 0; i < m_linesPerPage; ++i)
      merge(lines[page * m_linesPerPage + i], m_lines[place * m_linesPerPage + i].touch);
  }
}

} // namespace pstudio::memory
