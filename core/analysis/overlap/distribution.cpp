// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/distribution.h"

#include <algorithm>
#include <vector>

namespace pstudio::analysis {
namespace {

constexpr uint64_t kMaxBins = 1u << 16;

void fillByCounting(std::span<const int64_t> values, Distribution &result) {
  const uint64_t range = static_cast<uint64_t>(result.most) - static_cast<uint64_t>(result.least);
  std::vector<uint32_t> bins(range + 1, 0);
  for (const int64_t value : values)
    ++bins[static_cast<uint64_t>(value) - static_cast<uint64_t>(result.least)];
  size_t passed = 0;
  size_t bin = 0;
  const auto valueAt = [&](size_t place) {
    while (passed + bins[bin] <= place)
      passed += bins[bin++];
    return result.least + static_cast<int64_t>(bin);
  };
  result.low = valueAt(quantilePlace(5, values.size()));
  result.median = valueAt(quantilePlace(50, values.size()));
  result.high = valueAt(quantilePlace(95, values.size()));
}

void fillBySelecting(std::span<int64_t> values, Distribution &result) {
  const auto at = [&](uint64_t percent) {
    return values.begin() + static_cast<ptrdiff_t>(quantilePlace(percent, values.size()));
  };
  const auto median = at(50);
  std::nth_element(values.begin(), median, values.end());
  result.median = *median;
  // The middle value is also the last of the low side and the first of the high side.
  std::nth_element(values.begin(), at(5), median + 1);
  result.low = *at(5);
  std::nth_element(median, at(95), values.end());
  result.high = *at(95);
}

} // namespace

size_t quantilePlace(uint64_t percent, size_t count) {
  return (percent * count + 99) / 100 - 1;
}

Distribution distributionOf(std::span<int64_t> values) {
  Distribution result;
  result.count = values.size();
  if (values.empty())
    return result;
  result.least = values[0];
  result.most = values[0];
  uint64_t sum = 0; // unsigned: wraps for damaged times instead of undefined behaviour
  for (const int64_t value : values) {
    result.least = std::min(result.least, value);
    result.most = std::max(result.most, value);
    sum += static_cast<uint64_t>(value);
  }
  result.sum = static_cast<int64_t>(sum);
  const uint64_t range = static_cast<uint64_t>(result.most) - static_cast<uint64_t>(result.least);
  if (range == 0)
    result.low = result.median = result.high = result.least;
  else if (range < kMaxBins && range / 4 < values.size())
    fillByCounting(values, result);
  else
    fillBySelecting(values, result);
  return result;
}

} // namespace pstudio::analysis
