// SPDX-License-Identifier: Apache-2.0
// The pixel columns of outer rows that inner rows hide.
#pragma once

#include <cstdint>
#include <vector>

#include "viewer/geometry/timeline/row_walk.h"

namespace pstudio {

/// Bars of at least this width leave one pixel free before the next bar.
inline constexpr int32_t kNarrowestGap = 4;
inline bool hasGap(const SliceSpan &span) {
  return !span.isMerged && span.right - span.left >= kNarrowestGap;
}

/// The columns that are covered so far. Rows are added from the innermost one, which is drawn last.
class ColumnCover {
public:
  /// Sets all columns of the viewport to not covered.
  void clear(const Viewport &viewport);
  /// Collects the spans of a row that are visible in at least one column, and marks their columns
  /// as covered. `walk` is at its beginning.
  void collect(RowWalk &walk, std::vector<SliceSpan> &spans);

private:
  int32_t firstFree(int32_t column) const;

  std::vector<uint8_t> m_isCovered; ///< by column
};

} // namespace pstudio
