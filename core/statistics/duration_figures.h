// SPDX-License-Identifier: Apache-2.0
// Many durations in a few figures.
#pragma once

#include <cstdint>
#include <span>

namespace pstudio::statistics {

/// Durations of one unit, picoseconds or cycles. Quantiles are values that occurred: the one of
/// rank ceil(q * count), from 1 ("nearest rank").
struct DurationFigures {
  uint64_t count = 0; ///< 0: the rest means nothing
  int64_t sum = 0;    ///< INT64_MAX where the sum does not fit
  int64_t least = 0;
  int64_t median = 0;
  int64_t high95 = 0;
  int64_t high99 = 0;
  int64_t most = 0;
  double mean() const { return count == 0 ? 0.0 : static_cast<double>(sum) / double(count); }
  bool operator==(const DurationFigures &) const = default;
};

/// Reorders `values`, which are not negative. O(values).
DurationFigures figuresOf(std::span<int64_t> values);

/// The value of rank ceil(percent * count / 100). Reorders `values`, which are not empty.
/// O(values).
int64_t quantileOf(std::span<int64_t> values, uint64_t percent);

/// a + b of numbers that are not negative; INT64_MAX where that does not fit.
int64_t saturatedSum(int64_t a, int64_t b);

} // namespace pstudio::statistics
