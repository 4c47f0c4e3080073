// SPDX-License-Identifier: Apache-2.0
// The ratio of two medians with its bootstrap interval.
#include "core/compare/median_ratio.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/analysis/overlap/distribution.h"

namespace pstudio::compare {
namespace {

using analysis::quantilePlace;

/// Numbers that are the same with every standard library: its distributions are not specified.
class FixedGenerator {
public:
  /// In (0, 1).
  double uniform() { return (static_cast<double>(m_bits() >> 11) + 0.5) * 0x1p-53; }

  /// Marsaglia's polar method; one of the two numbers is enough here.
  double normal() {
    while (true) {
      const double x = 2 * uniform() - 1, y = 2 * uniform() - 1;
      const double square = x * x + y * y;
      if (square > 0 && square < 1)
        return x * std::sqrt(-2 * std::log(square) / square);
    }
  }

  /// Of shape >= 1 and scale 1 (Marsaglia and Tsang, 2000).
  double gamma(double shape) {
    const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    while (true) {
      const double x = normal();
      const double v = (1 + c * x) * (1 + c * x) * (1 + c * x);
      if (v > 0 && std::log(uniform()) < x * x / 2 + d - d * v + d * std::log(v))
        return d * v;
    }
  }

private:
  std::mt19937_64 m_bits{0x70726f746f6e}; // any fixed number
};

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
