// SPDX-License-Identifier: Apache-2.0
// Reduces one row of slices to pixel columns: the level of detail of the timeline.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/search/match_bits.h"
#include "core/trace/trace.h"
#include "viewer/geometry/timeline/viewport.h"

namespace pstudio {

/// Slices that share pixels. Columns are half-open and lie within the viewport.
struct SliceSpan {
  SliceId slice;         ///< the slice, or the one that stands for all merged ones
  StringId name;         ///< of that slice: decides the colour
  int32_t left = 0;      ///< first column
  int32_t right = 0;     ///< one past the last column; always > left
  uint32_t count = 1;    ///< slices in it; > 1 only if merged
  bool isMerged = false; ///< slices narrower than a column
  bool isMatch = false;  ///< a search found it, or one of the merged ones
};

/// Walks the visible slices of a row from left to right, one column at a time.
///
/// Rules, with x0 and x1 the floored pixels of begin and end:
///   * x0 < x1: the slice is wide and gets the columns [x0, x1);
///   * x0 == x1: it is narrow; all narrow slices of a column are merged into one span of that
///   column;
///   * a wide slice that begins in a column with merged ones gives that column to them, so that a
///   short wait before
///     a long piece of work stays visible;
///   * the merged span is named after the name with the longest total among its first
///   kDominanceSample slices, and stands for the longest of them;
///   * where a search found one of them, or the wide slice that gave its column, it stands for the
///   span.
/// So a row yields at most two spans per column, whatever it holds. O(columns log slices) for the
/// whole row.
class RowWalk {
public:
  static constexpr uint32_t kDominanceSample = 16;

  /// \param matches  the slices that a search found; null: no search.
  RowWalk(const Trace &trace, RowId row, const Viewport &viewport,
          const MatchBits *matches = nullptr);
  /// Sets `span` and returns true, or returns false behind the last visible slice.
  bool next(SliceSpan &span);
  /// Starts over at the slice that is the first to reach into `column`. O(log slices).
  void skipTo(int32_t column);

private:
  int32_t columnOf(int64_t time) const;
  int64_t firstTimeOfColumn(int32_t column) const;
  uint32_t gallop(uint32_t from, int64_t time) const;
  SliceSpan merge(uint32_t end, int32_t column) const;
  void preferMatch(SliceSpan &span, uint32_t end) const;

  const Trace &m_trace;
  RowId m_row;
  const Viewport &m_viewport;
  const MatchBits *m_matches;
  std::span<const int64_t> m_begins;
  std::span<const int64_t> m_durations;
  uint32_t m_next = 0; ///< index of the next slice
  uint32_t m_end = 0;  ///< one past the row's last slice
  int32_t m_free = 0;  ///< first column that no span covers yet
  int32_t m_columns = 0;
  int64_t m_stop = 0; ///< slices that begin here or later are not visible
};

/// What a row shows in a pixel column: the wide slice there, or the merged ones; nothing if the
/// column is empty. Agrees with RowWalk. O(log slices).
std::optional<SliceSpan> spanInColumn(const Trace &trace, RowId row, const Viewport &viewport,
                                      int32_t column, const MatchBits *matches = nullptr);
/// The slice of that span; none if the column is empty.
SliceId sliceInColumn(const Trace &trace, RowId row, const Viewport &viewport, int32_t column);

} // namespace pstudio
