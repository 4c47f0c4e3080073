// SPDX-License-Identifier: Apache-2.0
// Units of pages, added page by page, that never move; private to TouchCounter.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace pstudio::memory {

/// As a vector of units, so many for each page, without copying all when it grows. [not
/// thread-safe]
template <class Unit> class PageStore {
public:
  /// A power of two.
  explicit PageStore(uint32_t unitsPerPage)
      : m_pageShift(static_cast<uint32_t>(std::countr_zero(unitsPerPage))) {}

  Unit &at(uint64_t page, uint64_t unit) {
    return m_blocks[page >> kBlockShift][(page & kBlockMask) << m_pageShift | unit];
  }
  const Unit &at(uint64_t page, uint64_t unit) const {
    return m_blocks[page >> kBlockShift][(page & kBlockMask) << m_pageShift | unit];
  }
  /// Adds a page of units as they are when made.
  void addPage() {
    if (m_pages >> kBlockShift == m_blocks.size())
      m_blocks.push_back(std::make_unique<Unit[]>(kBlockPages << m_pageShift));
    ++m_pages;
  }
  void copyPage(uint64_t from, uint64_t to) {
    std::copy_n(&at(from, 0), uint64_t{1} << m_pageShift, &at(to, 0));
  }
  /// Forgets all pages from `pages` on.
  void shrink(uint64_t pages) {
    for (uint64_t page = pages; page < m_pages && page < m_blocks.size() * kBlockPages; ++page)
      std::fill_n(&at(page, 0), uint64_t{1} << m_pageShift, Unit());
    m_pages = pages;
    m_blocks.resize((pages + kBlockMask) >> kBlockShift);
  }

private:
  static constexpr uint32_t kBlockShift = 5;
  static constexpr uint64_t kBlockPages = uint64_t{1} << kBlockShift;
  static constexpr uint64_t kBlockMask = kBlockPages - 1;

  uint32_t m_pageShift;
  uint64_t m_pages = 0;
  std::vector<std::unique_ptr<Unit[]>> m_blocks;
};

} // namespace pstudio::memory
