// SPDX-License-Identifier: Apache-2.0
// Which pixel columns inner rows hide of the rows below them.
#pragma once

#include <cstdint>
#include <vector>

#include "viewer/geometry/timeline/row_walk.h"

namespace pstudio {

/// Bars at least this wide leave one pixel to their neighbour.
inline constexpr int32_t kNarrowestGap = 4;
inline bool hasGap(const SliceSpan &span) {
  return !span.isMerged && span.right - span.left >= kNarrowestGap;
}

/// Columns that are covered so far. Rows are added from the innermost, which is drawn last.
class ColumnCover {
public:
  /// Nothing is covered.
  void clear(const Viewport &viewport);
  /// The spans of a row that show in at least one column; wide ones in parts that are hidden may be
  /// among them. They cover their columns afterwards. `walk` is at its beginning.
  void collect(RowWalk &walk, std::vector<SliceSpan> &spans);

private:
  int32_t firstFree(int32_t column) const;

  std::vector<uint8_t> m_isCovered; ///< by column
};

} // namespace pstudio
