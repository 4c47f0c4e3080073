// SPDX-License-Identifier: Apache-2.0
// Decides on which row (depth or lane) of its track each slice is drawn, and which slice contains
// it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pstudio {

/// One slice of a track, as the layout sees it. Input is ordered by (begin, longest first, order of
/// addition).
struct RowLayoutSlice {
  static constexpr uint32_t kNone = 0xffffffffu;
  int64_t begin = 0;       ///< [ps]
  int64_t end = 0;         ///< [ps], >= begin
  uint32_t parent = kNone; ///< in: known parent (index into the same span, less than its own) or
                           ///< none; out: parent
  bool isRoot = false;     ///< in: has no parent, none is searched
  uint32_t row = 0;        ///< out
  bool crossing = false;   ///< out: overlaps another slice of the track without nesting
};

/// Nested layout: a slice lies below the innermost slice that contains it. Slices of one row never
/// overlap. If the parents of all slices are known (a parent, or isRoot), none is searched, the
/// order of the input may be any that rises by begin, and only a slice that ends after its parent
/// crosses it. Returns the number of rows. O(n log n); a hostile input of n mutually crossing
/// slices too.
uint32_t layOutNested(std::span<RowLayoutSlice> slices);

/// Lane layout: each slice without a known parent takes the lowest lanes that are free at its begin
/// for itself and the slices below it, which lie below their parents. O(n log n).
uint32_t layOutLanes(std::span<RowLayoutSlice> slices);

} // namespace pstudio
