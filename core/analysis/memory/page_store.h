// SPDX-License-Identifier: Apache-2.0
// Units of pages, added page by page, that never move; private to TouchCounter.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/base/zeroed_memory.h"

namespace pstudio::memory {

/// As a vector of units, so many for each page, without copying all when it grows. Memory is taken
/// in large blocks, of which the system provides what is touched. A unit of zeros is a new one.
/// [not thread-safe]
template <class Unit> class PageStore {
  static_assert(std::is_trivially_copyable_v<Unit> && std::is_trivially_destructible_v<Unit>);

public:
  /// A power of two.
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
  /// Forgets all pages from `pages` on.
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

} // namespace pstudio::memory
