// SPDX-License-Identifier: Apache-2.0
// A byte for each column.
#include "viewer/geometry/timeline/column_cover.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace pstudio {
namespace {

constexpr int32_t kWorthSkipping = 16; // columns; finding the next slice costs as much

} // namespace

void ColumnCover::clear(const Viewport &viewport) {
  m_isCovered.assign(static_cast<size_t>(std::ceil(viewport.widthPx())), 0);
}

/// The first column from `column` on that is not covered; the number of columns if all are.
int32_t ColumnCover::firstFree(int32_t column) const {
  const auto size = static_cast<int32_t>(m_isCovered.size());
  if (column >= size)
    return size;
  const uint8_t *const from = m_isCovered.data() + column;
  const void *const found = std::memchr(from, 0, static_cast<size_t>(size - column));
  return found == nullptr
             ? size
             : column + static_cast<int32_t>(static_cast<const uint8_t *>(found) - from);
}

void ColumnCover::collect(RowWalk &walk, std::vector<SliceSpan> &spans) {
  spans.clear();
  const auto size = static_cast<int32_t>(m_isCovered.size());
  int32_t free = firstFree(0);
  if (free > 0)
    walk.skipForward(free);
  SliceSpan span;
  while (free < size && walk.next(span)) {
    free = firstFree(std::max(span.left, 0));
    if (free < span.right)
      spans.push_back(span);
    free = firstFree(span.right);
    if (free - span.right >= kWorthSkipping && free < size)
      walk.skipForward(free);
  }
  for (const SliceSpan &covering : spans) {
    const int32_t end = std::min(covering.right - (hasGap(covering) ? 1 : 0), size);
    if (covering.left < end)
      std::fill(m_isCovered.begin() + covering.left, m_isCovered.begin() + end, uint8_t{1});
  }
}

} // namespace pstudio
