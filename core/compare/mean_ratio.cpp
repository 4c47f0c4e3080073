// SPDX-License-Identifier: Apache-2.0
// The ratio of two means with its bootstrap interval.
#include "core/compare/mean_ratio.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/compare/fixed_generator.h"

namespace pstudio::compare {
namespace {

/// Values, and what a resample of many of them is drawn from.
class Means {
public:
  explicit Means(std::span<const int64_t> values) : m_values(values) {
    const auto count = static_cast<double>(values.size());
    for (const int64_t value : values)
      m_mean += static_cast<double>(value) / count;
    double squares = 0;
    for (const int64_t value : values)
      squares += (static_cast<double>(value) - m_mean) * (static_cast<double>(value) - m_mean);
    m_deviation = std::sqrt(squares / count / count);
  }

  double mean() const { return m_mean; }

  double resampled(FixedGenerator &generator) const {
    if (m_values.size() > kMostDrawn)
      return std::max(0.0, m_mean + m_deviation * generator.normal());
    double sum = 0;
    for (size_t i = 0; i < m_values.size(); ++i)
      sum += static_cast<double>(m_values[generator.index(m_values.size())]);
    return sum / static_cast<double>(m_values.size());
  }

private:
  std::span<const int64_t> m_values;
  double m_mean = 0;
  double m_deviation = 0; ///< of the mean of a resample
};

double quotient(double candidate, double baseline) {
  if (baseline == 0)
    return candidate == 0 ? 1 : std::numeric_limits<double>::infinity();
  return candidate / baseline;
}

} // namespace

std::optional<RatioInterval> ratioOfMeans(std::span<const int64_t> baseline,
                                          std::span<const int64_t> candidate, uint32_t resamples) {
  if (std::min(baseline.size(), candidate.size()) < kLeastInstances)
    return std::nullopt;
  const Means before(baseline), after(candidate);
  FixedGenerator generator;
  std::vector<double> ratios(std::clamp(resamples, kLeastResamples, kMostResamples));
  for (double &ratio : ratios) {
    const double first = before.resampled(generator);
    ratio = quotient(after.resampled(generator), first);
  }
  std::ranges::sort(ratios);
  const size_t place = ratios.size() / 40; // 2.5 % and 97.5 %
  return RatioInterval{quotient(after.mean(), before.mean()), ratios[place],
                       ratios[ratios.size() - 1 - place]};
}

} // namespace pstudio::compare
