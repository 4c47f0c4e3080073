// SPDX-License-Identifier: Apache-2.0
// The ratio of two medians, or of two means, with its bootstrap interval.
#include "core/compare/ratio_interval.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/analysis/overlap/distribution.h"
#include "core/compare/fixed_generator.h"

namespace pstudio::compare {
namespace {

using analysis::quantilePlace;

/// The median of ascending values. The k-th smallest of n uniform numbers has the distribution
/// Beta(k, n - k + 1), so that one number stands for the n draws of a resample, exactly.
class Median {
public:
  explicit Median(std::span<const int64_t> values) : m_values(values) {}

  double value() const { return static_cast<double>(m_values[quantilePlace(50, m_values.size())]); }

  double resampled(FixedGenerator &generator) const {
    const size_t rank = quantilePlace(50, m_values.size()) + 1;
    const double below = generator.gamma(static_cast<double>(rank));
    const double above = generator.gamma(static_cast<double>(m_values.size() - rank + 1));
    const double place = below / (below + above) * static_cast<double>(m_values.size());
    return static_cast<double>(m_values[std::min(static_cast<size_t>(place), m_values.size() - 1)]);
  }

private:
  std::span<const int64_t> m_values;
};

/// The mean of values, and what a resample of many of them is drawn from.
class Mean {
public:
  explicit Mean(std::span<const int64_t> values) : m_values(values) {
    const auto count = static_cast<double>(values.size());
    for (const int64_t value : values)
      m_mean += static_cast<double>(value) / count;
    double squares = 0;
    for (const int64_t value : values)
      squares += (static_cast<double>(value) - m_mean) * (static_cast<double>(value) - m_mean);
    m_deviation = std::sqrt(squares / count / count);
  }

  double value() const { return m_mean; }

  double resampled(FixedGenerator &generator) const {
    if (m_values.size() > kMaxDrawn)
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

template <class Figure>
std::optional<RatioInterval> ratioOf(std::span<const int64_t> baseline,
                                     std::span<const int64_t> candidate, uint32_t resamples) {
  if (std::min(baseline.size(), candidate.size()) < kMinInstances)
    return std::nullopt;
  const Figure before(baseline), after(candidate);
  FixedGenerator generator;
  std::vector<double> ratios(std::clamp(resamples, kMinResamples, kMaxResamples));
  for (double &ratio : ratios) {
    const double first = before.resampled(generator);
    ratio = quotient(after.resampled(generator), first);
  }
  std::ranges::sort(ratios);
  // 2.5 % and 97.5 %: ranks from both ends, so that the interval is symmetric.
  const size_t place = ratios.size() / 40;
  return RatioInterval{quotient(after.value(), before.value()), ratios[place],
                       ratios[ratios.size() - 1 - place]};
}

} // namespace

std::optional<RatioInterval> ratioOfMedians(std::span<const int64_t> baseline,
                                            std::span<const int64_t> candidate,
                                            uint32_t resamples) {
  return ratioOf<Median>(baseline, candidate, resamples);
}

std::optional<RatioInterval> ratioOfMeans(std::span<const int64_t> baseline,
                                          std::span<const int64_t> candidate, uint32_t resamples) {
  return ratioOf<Mean>(baseline, candidate, resamples);
}

} // namespace pstudio::compare
