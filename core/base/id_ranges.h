// SPDX-License-Identifier: Apache-2.0
// Sets of ids as text: "0,2,4-7". They select warps or CTAs of a launch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio {

/// A set of ids. Empty text is the empty set.
class IdRanges {
public:
  /// Ids `first` up to and including `last`.
  struct Range {
    uint32_t first = 0;
    uint32_t last = 0;
    bool operator==(const Range &) const = default;
  };

  /// Reads "id" and "first-last" separated by commas, in any order, overlapping or not.
  /// InvalidInput for anything else, an id above 2^32 - 2 and a range whose end lies before its
  /// start.
  static Result<IdRanges> parse(std::string_view text);

  bool isEmpty() const { return m_ranges.empty(); }
  /// O(log ranges).
  bool contains(uint32_t id) const;
  /// Number of ids of the set below `end`. O(ranges).
  uint64_t countBelow(uint32_t end) const;
  /// The id of the set with `rank` smaller ids in it; the set has more than `rank` ids. O(ranges).
  uint32_t at(uint64_t rank) const;
  /// Ascending; ranges neither touch nor overlap.
  const std::vector<Range> &ranges() const { return m_ranges; }
  /// The canonical text of the set: parse(toString()) is equal.
  std::string toString() const;

  bool operator==(const IdRanges &) const = default;

private:
  std::vector<Range> m_ranges;
};

} // namespace pstudio
