// SPDX-License-Identifier: Apache-2.0
// Statistics of a number that was measured many times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/units.h"

namespace pstudio::analysis {

/// A duration, or a point in time, of one launch: whole cycles of the SM's counter where the
/// launch's slices have them (exact), else picoseconds. LaunchOverlap::isInCycles selects the unit.
/// Points in time of different CTAs are comparable only in picoseconds.
using Ticks = Quantity<struct TicksTag, int64_t>;

/// Summary of many values of one kind. Quantiles are measured values: that of rank ceil(q * count),
/// from 1 ("nearest rank"), so they are exact integers.
struct Distribution {
  uint64_t count = 0; ///< 0: no values; the other members are undefined
  int64_t low = 0;    ///< 5 %
  int64_t median = 0;
  int64_t high = 0; ///< 95 %
  int64_t least = 0;
  int64_t most = 0;
  int64_t sum = 0;
  double mean() const { return count == 0 ? 0.0 : static_cast<double>(sum) / double(count); }
  bool operator==(const Distribution &) const = default;
};

/// Position, from 0, of the quantile of `percent` (1 to 100) among `count` (at least 1) ordered
/// values: that of rank ceil(percent * count / 100).
size_t quantilePlace(uint64_t percent, size_t count);

/// Reorders `values`. O(values).
Distribution distributionOf(std::span<int64_t> values);

} // namespace pstudio::analysis
