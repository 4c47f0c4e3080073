// SPDX-License-Identifier: Apache-2.0
// Reduces one row of slices to pixel columns: the level of detail of the timeline.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

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
  uint32_t count = 1;    ///< slices in it; > 1 only if merged; see RowWalk
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
///   * the merged span stands for the first block of the coarsest level (RowBlocks) such that it
///   and the next block of that level begin in the column; without one it is named after the name
///   with the longest total among its first kDominanceSample slices, and stands for the longest of
///   them;
///   * where a search found one of the slices, or the wide slice that gave its column, it stands
///   for the span.
/// So a row yields at most two spans per column, whatever it holds. O(columns log slices) for the
/// whole row; columns of many slices are read from the blocks alone. Their count is then 2; after
/// skipTo() it is exact.
class RowWalk {
public:
  static constexpr uint32_t kDominanceSample = 8;

  /// \param matches  the slices that a search found; null: no search.
  /// \param edges  columnEdges(viewport), where many rows are walked; empty: computed as needed.
  RowWalk(const Trace &trace, RowId row, const Viewport &viewport,
          const MatchBits *matches = nullptr, std::span<const int64_t> edges = {});
  /// Sets `span` and returns true, or returns false after the last visible slice.
  bool next(SliceSpan &span);
  /// Restarts at the first slice that reaches into `column`. O(log slices).
  void skipTo(int32_t column);
  /// Continues with the first slice that reaches into `column`, which is not left of the last span.
  /// O(log slices).
  void skipForward(int32_t column);

private:
  int32_t columnOf(int64_t time) const;
  int32_t columnFrom(int32_t column, int64_t time) const;
  int64_t edge(int32_t column) const;
  bool nextSlice(SliceSpan &span);
  SliceSpan merge(uint32_t end, int32_t column);
  std::optional<uint32_t> matchIn(uint32_t begin, uint32_t end);
  void preferMatch(SliceSpan &span, uint32_t begin, uint32_t end);
  void setLevel(uint32_t level);
  bool findBlocks();
  bool enterBlocks(int32_t column);
  bool nextOfBlocks(SliceSpan &span);
  void takeBlocks(SliceSpan &span);
  void leaveBlocks();
  void preferMatchOfBlocks(SliceSpan &span);
  uint32_t countInColumn() const;
  uint64_t blockWidth() const;
  uint32_t sliceBefore(uint32_t block, int64_t time) const;

  const Trace &m_trace;
  RowId m_row;
  const Viewport &m_viewport;
  std::span<const StringId> m_names;
  const MatchBits *m_matches;
  std::span<const int64_t> m_edges;
  std::span<const int64_t> m_begins;
  Lengths m_durations;
  uint32_t m_first = 0;                        ///< of the row
  uint32_t m_noMatchFrom = 0, m_nextMatch = 0; ///< no slice between them matches
  uint32_t m_next = 0;                         ///< index of the next slice
  uint32_t m_end = 0;                          ///< one past the row's last slice
  int32_t m_free = 0;                          ///< first column without a span
  int32_t m_columns = 0;
  int64_t m_stop = 0; ///< slices that begin here or later are not visible

  bool m_countsSlices = false; ///< also in columns that are read from blocks

  // While columns are read from blocks, m_next is not kept.
  uint32_t m_levels = 0; ///< 0: blocks are not used
  uint32_t m_level = 0;
  static constexpr uint32_t kMaxLevels = 12; ///< more than a row of 2^32 slices has
  std::array<std::span<const RowBlocks::Block>, kMaxLevels> m_allBlocks; ///< by level
  std::span<const RowBlocks::Block> m_blocks;                            ///< of m_level
  int32_t m_blockColumn = -1; ///< to be read from blocks next; -1: none
  uint32_t m_blockBegin = 0;  ///< first block of m_level that begins in that column or later
  uint32_t m_blockEnd = 0;    ///< one past the last block that begins in it
};

/// The first picosecond of each column of the viewport, and of the one after the last: ascending,
/// the limits of 64 bits where there is none. O(columns).
std::vector<int64_t> columnEdges(const Viewport &viewport);

/// The span of a row in a pixel column: the wide slice there, or the merged slices; nothing if the
/// column is empty. Agrees with RowWalk. O(log slices).
std::optional<SliceSpan> spanInColumn(const Trace &trace, RowId row, const Viewport &viewport,
                                      int32_t column, const MatchBits *matches = nullptr);
/// The slice of that span; none if the column is empty.
SliceId sliceInColumn(const Trace &trace, RowId row, const Viewport &viewport, int32_t column);

} // namespace pstudio
