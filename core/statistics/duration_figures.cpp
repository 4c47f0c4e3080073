// SPDX-License-Identifier: Apache-2.0
// Many durations in a few figures.
#include "core/statistics/duration_figures.h"

#include <algorithm>
#include <limits>

#include "core/analysis/overlap/distribution.h"

namespace pstudio::statistics {

int64_t quantileOf(std::span<int64_t> values, uint64_t percent) {
  const size_t rank = (percent * values.size() + 99) / 100;
  const auto place = values.begin() + static_cast<ptrdiff_t>(std::max<size_t>(rank, 1) - 1);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

int64_t saturatedSum(int64_t a, int64_t b) {
  const int64_t room = std::numeric_limits<int64_t>::max() - a;
  return b > room ? std::numeric_limits<int64_t>::max() : a + b;
}

DurationFigures figuresOf(std::span<int64_t> values) {
  DurationFigures figures;
  const analysis::Distribution distribution = analysis::distributionOf(values);
  figures.count = distribution.count;
  if (values.empty())
    return figures;
  figures.least = distribution.least;
  figures.median = distribution.median;
  figures.high95 = distribution.high;
  figures.most = distribution.most;
  figures.high99 = quantileOf(values, 99);
  for (const int64_t value : values) // Distribution::sum wraps
    figures.sum = saturatedSum(figures.sum, value);
  return figures;
}

} // namespace pstudio::statistics
