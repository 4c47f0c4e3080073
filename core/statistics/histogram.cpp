// SPDX-License-Identifier: Apache-2.0
// A histogram of durations whose bins follow from the values.
#include "core/statistics/histogram.h"

#include <algorithm>
#include <cmath>

#include "core/statistics/duration_figures.h"

namespace pstudio::statistics {
namespace {

constexpr double kFenceRanges = 3; // interquartile ranges: "far out" as Tukey has it
constexpr double kMinRatio = 10;   // of the longest and the shortest value
constexpr double kFewestLogBins = 8;

struct Spans {
  int64_t least = 0;
  int64_t q1 = 0;
  int64_t q3 = 0;
  int64_t most = 0;
};

Spans spansOf(std::span<int64_t> values) {
  Spans spans;
  spans.q1 = quantileOf(values, 25);
  spans.q3 = quantileOf(values, 75);
  const auto [least, most] = std::ranges::minmax(values);
  spans.least = least;
  spans.most = most;
  return spans;
}

/// Bins of Freedman and Diaconis; of Sturges where the quartiles are equal.
double wantedBins(double range, double quartiles, size_t count) {
  if (quartiles <= 0)
    return std::ceil(std::log2(static_cast<double>(count))) + 1;
  return std::ceil(range / (2 * quartiles / std::cbrt(static_cast<double>(count))));
}

double logOf(int64_t value) {
  return std::log(static_cast<double>(std::max<int64_t>(value, 1)));
}

std::vector<HistogramBin> linearBins(const Spans &spans, double wanted) {
  const auto range = static_cast<uint64_t>(spans.most - spans.least) + 1;
  const auto count = std::max<uint64_t>(1, std::min(static_cast<uint64_t>(wanted), range));
  const uint64_t width = range / count + (range % count != 0);
  std::vector<HistogramBin> bins;
  for (uint64_t at = 0; at < range; at += width)
    bins.push_back({spans.least + static_cast<int64_t>(at),
                    spans.least + static_cast<int64_t>(std::min(at + width, range))});
  return bins;
}

std::vector<HistogramBin> logarithmicBins(const Spans &spans, double count) {
  const double low = logOf(spans.least), high = logOf(spans.most);
  std::vector<HistogramBin> bins;
  int64_t begin = spans.least;
  for (double i = 1; i <= count; ++i) {
    const int64_t end =
        i == count ? spans.most + 1 : std::llround(std::exp(low + (high - low) * i / count));
    if (end <= begin)
      continue; // a bin has at least one value
    bins.push_back({begin, end});
    begin = end;
  }
  return bins;
}

} // namespace

Histogram makeHistogram(std::span<int64_t> values, size_t mostBins) {
  Histogram histogram;
  if (values.empty())
    return histogram;
  Spans spans = spansOf(values);
  spans.most = std::min(spans.most, INT64_MAX - 1);
  const auto range = static_cast<double>(spans.most - spans.least);
  const auto quartiles = static_cast<double>(spans.q3 - spans.q1);
  const double ratio =
      static_cast<double>(spans.most) / static_cast<double>(std::max<int64_t>(spans.least, 1));
  const double most = static_cast<double>(mostBins);
  const double wanted = wantedBins(range, quartiles, values.size());
  histogram.isLogarithmic = ratio >= kMinRatio && (wanted > most || quartiles <= 0);
  if (histogram.isLogarithmic) {
    const double inLog = wantedBins(logOf(spans.most) - logOf(spans.least),
                                    logOf(spans.q3) - logOf(spans.q1), values.size());
    histogram.bins =
        logarithmicBins(spans, std::clamp(inLog, std::min(kFewestLogBins, most), most));
  } else {
    histogram.bins = linearBins(spans, std::clamp(wanted, 1.0, most));
  }
  const double low = static_cast<double>(spans.q1) - kFenceRanges * quartiles;
  const double high = static_cast<double>(spans.q3) + kFenceRanges * quartiles;
  histogram.lowFence = low <= 0 ? 0 : std::llround(low);
  histogram.highFence = high >= 9e18 ? INT64_MAX : std::llround(high);
  for (const int64_t value : values) {
    ++histogram.bins[std::min(binOf(histogram, value), histogram.bins.size() - 1)].count;
    histogram.outliers += value < histogram.lowFence || value > histogram.highFence;
  }
  for (HistogramBin &bin : histogram.bins)
    bin.isOutlier = bin.begin > histogram.highFence || bin.end <= histogram.lowFence;
  return histogram;
}

size_t binOf(const Histogram &histogram, int64_t value) {
  const auto &bins = histogram.bins;
  if (bins.empty() || value < bins.front().begin || value >= bins.back().end)
    return bins.size();
  const auto next = std::ranges::upper_bound(bins, value, {}, &HistogramBin::begin);
  return static_cast<size_t>(next - bins.begin()) - 1;
}

} // namespace pstudio::statistics
