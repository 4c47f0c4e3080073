// SPDX-License-Identifier: Apache-2.0
// A histogram of durations whose bins follow from the values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pstudio::statistics {

/// The values in [begin, end).
struct HistogramBin {
  int64_t begin = 0;
  int64_t end = 0;
  uint64_t count = 0;
  bool isOutlier = false; ///< all of it is outside of the fences
};

/// Bins in order, without gaps; each value is in one.
struct Histogram {
  std::vector<HistogramBin> bins; ///< empty: no values
  bool isLogarithmic = false;     ///< bins grow by a factor instead of being equally wide
  int64_t lowFence = 0;           ///< quartile - 3 interquartile ranges
  int64_t highFence = 0;
  uint64_t outliers = 0; ///< values outside of the fences
};

/// The most bins that a panel of usual width shows as bars.
inline constexpr size_t kMaxBins = 48;

/// Freedman and Diaconis' width; at most `mostBins` bins. Where that is too few for equal widths
/// and values differ by a factor of 10 or more, the same rule applies to their logarithms, so that
/// one outlier does not put all others into one bin. Values are not negative. Reorders them.
/// O(values + bins).
Histogram makeHistogram(std::span<int64_t> values, size_t mostBins = kMaxBins);

/// The bin of a value; the number of bins if no bin has it. O(log bins).
size_t binOf(const Histogram &histogram, int64_t value);

} // namespace pstudio::statistics
