// SPDX-License-Identifier: Apache-2.0
// The ratio of two medians, or of two means, with its bootstrap interval.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace pstudio::compare {

/// Fewer values have no interval of 95 %: of five values, even the range from the least to the most
/// contains the median with 93.75 % only.
inline constexpr size_t kMinInstances = 6;
/// Bounds of the number of resamples.
inline constexpr uint32_t kMinResamples = 200;
inline constexpr uint32_t kMaxResamples = 100'000;

/// A ratio and its percentile interval of 95 %.
struct RatioInterval {
  /// Median of the candidate / median of the baseline; 1 if both are 0, infinite if the baseline's
  /// is.
  double ratio = 1;
  double low = 1; ///< infinite, as is `high`, where resampled baselines have a median of 0
  double high = 1;
  bool operator==(const RatioInterval &) const = default;
};

/// The interval from `resamples` (clamped to the bounds above) resamples of both sides. The same
/// input gives the same result: the generator has a fixed seed. None for fewer than kMinInstances
/// values on a side. Values are treated as independent; see README.md.
/// Both inputs are ascending and not negative. O(resamples log resamples), for any number of
/// values.
std::optional<RatioInterval> ratioOfMedians(std::span<const int64_t> baseline,
                                            std::span<const int64_t> candidate, uint32_t resamples);

/// As ratioOfMedians(), of the means: for waits, most of which take no time. RatioInterval::ratio
/// is mean of the candidate / mean of the baseline. Up to kMaxDrawn values a resample is drawn
/// value by value. The mean of a resample of more values is drawn from the normal distribution with
/// the mean of the values and their deviation / sqrt(count), not below 0 (central limit theorem),
/// so that any number of values costs the same. Both inputs are not negative. O(values + resamples
/// * min(values, kMaxDrawn)).
std::optional<RatioInterval> ratioOfMeans(std::span<const int64_t> baseline,
                                          std::span<const int64_t> candidate, uint32_t resamples);
inline constexpr size_t kMaxDrawn = 128;

} // namespace pstudio::compare
