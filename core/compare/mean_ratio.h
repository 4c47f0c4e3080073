// SPDX-License-Identifier: Apache-2.0
// The ratio of two means with its bootstrap interval: for waits, most of which take no time.
#pragma once

#include "core/compare/median_ratio.h"

namespace pstudio::compare {

/// As ratioOfMedians(), of the means: RatioInterval::ratio is mean of the candidate / mean of the
/// baseline. Up to kMostDrawn values a resample is drawn value by value. The mean of a resample of
/// more values is drawn from the normal distribution with the mean of the values and their
/// deviation / sqrt(count), not below 0 (central limit theorem), so that any number of values costs
/// the same. Both inputs are not negative. O(values + resamples * min(values, kMostDrawn)).
std::optional<RatioInterval> ratioOfMeans(std::span<const int64_t> baseline,
                                          std::span<const int64_t> candidate, uint32_t resamples);
inline constexpr size_t kMostDrawn = 128;

} // namespace pstudio::compare
