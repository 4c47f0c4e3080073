// SPDX-License-Identifier: Apache-2.0
// The ratio of two medians with its bootstrap interval.
#include "core/compare/median_ratio.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/analysis/overlap/distribution.h"
#include "core/compare/fixed_generator.h"

namespace pstudio::compare {
namespace {

using analysis::quantilePlace;

/// The median of a resample of ascending values. The k-th smallest of n uniform numbers has the
/// distribution Beta(k, n - k + 1), so that one number stands for n draws, exactly.
int64_t resampledMedian(std::span<const int64_t> values, FixedGenerator &generator) {
  const size_t rank = quantilePlace(50, values.size()) + 1;
  const double below = generator.gamma(static_cast<double>(rank));
  const double above = generator.gamma(static_cast<double>(values.size() - rank + 1));
  const double place = below / (below + above) * static_cast<double>(values.size());
  return values[std::min(static_cast<size_t>(place), values.size() - 1)];
}

double quotient(int64_t candidate, int64_t baseline) {
  if (baseline == 0)
    return candidate == 0 ? 1 : std::numeric_limits<double>::infinity();
  return static_cast<double>(candidate) / static_cast<double>(baseline);
}

} // namespace

std::optional<RatioInterval> ratioOfMedians(std::span<const int64_t> baseline,
                                            std::span<const int64_t> candidate,
                                            uint32_t resamples) {
  if (std::min(baseline.size(), candidate.size()) < kLeastInstances)
    return std::nullopt;
  const int64_t before = baseline[quantilePlace(50, baseline.size())];
  const int64_t after = candidate[quantilePlace(50, candidate.size())];
  FixedGenerator generator;
  std::vector<double> ratios(std::clamp(resamples, kLeastResamples, kMostResamples));
  for (double &ratio : ratios) {
    const int64_t first = resampledMedian(baseline, generator);
    ratio = quotient(resampledMedian(candidate, generator), first);
  }
  std::ranges::sort(ratios);
  // 2.5 % and 97.5 %: ranks from both ends, so that the interval is symmetric.
  const size_t place = ratios.size() / 40;
  return RatioInterval{quotient(after, before), ratios[place], ratios[ratios.size() - 1 - place]};
}

} // namespace pstudio::compare
