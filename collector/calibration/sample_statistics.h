// SPDX-License-Identifier: Apache-2.0
// Repeated measurements of one quantity, as a median and a spread.
#pragma once

#include <cstddef>
#include <vector>

namespace pstudio::calibration {

/// Statistics of repeated measurements of one quantity. All values are 0 without measurements.
struct Spread {
  double median = 0.0;
  double low = 0.0;   ///< 10th percentile
  double high = 0.0;  ///< 90th percentile
  double least = 0.0; ///< the smallest
  double most = 0.0;  ///< the largest
  size_t count = 0;   ///< measurements
};

/// Percentiles interpolate linearly between neighbours. O(n log n).
Spread spreadOf(std::vector<double> samples);

/// The value below which `share` (0..1) of the samples lie; 0 if there is none. O(n log n).
double percentileOf(std::vector<double> samples, double share);

} // namespace pstudio::calibration
