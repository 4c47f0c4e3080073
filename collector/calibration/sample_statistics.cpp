// SPDX-License-Identifier: Apache-2.0
#include "collector/calibration/sample_statistics.h"

#include <algorithm>
#include <cmath>

namespace pstudio::calibration {
namespace {

/// Of samples in ascending order, at least one.
double percentileOfSorted(const std::vector<double> &sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(std::floor(place));
  const size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below);
  return sorted[below] + (sorted[above] - sorted[below]) * part;
}

} // namespace

Spread spreadOf(std::vector<double> samples) {
  if (samples.empty())
    return {};
  std::sort(samples.begin(), samples.end());
  Spread spread;
  spread.median = percentileOfSorted(samples, 0.5);
  spread.low = percentileOfSorted(samples, 0.1);
  spread.high = percentileOfSorted(samples, 0.9);
  spread.least = samples.front();
  spread.most = samples.back();
  spread.count = samples.size();
  return spread;
}

double percentileOf(std::vector<double> samples, double share) {
  if (samples.empty())
    return 0.0;
  std::sort(samples.begin(), samples.end());
  return percentileOfSorted(samples, std::clamp(share, 0.0, 1.0));
}

} // namespace pstudio::calibration
