// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/overlap_comparison.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pstudio::analysis {
namespace {

constexpr double kMinLoss = 0.01; // of the fastest variant's time: below, runs differ by chance

/// Ranks from 1; equal values share the mean of theirs.
std::vector<double> ranksOf(std::span<const double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {}, [&](size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (size_t begin = 0; begin < order.size();) {
    size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]])
      ++end;
    for (size_t i = begin; i < end; ++i)
      ranks[order[i]] = (static_cast<double>(begin + end) + 1) / 2;
    begin = end;
  }
  return ranks;
}

} // namespace

std::optional<double> rankCorrelation(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size() || a.size() < 3)
    return std::nullopt;
  const std::vector<double> left = ranksOf(a);
  const std::vector<double> right = ranksOf(b);
  const double mean = (static_cast<double>(a.size()) + 1) / 2;
  double both = 0, lefts = 0, rights = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    both += (left[i] - mean) * (right[i] - mean);
    lefts += (left[i] - mean) * (left[i] - mean);
    rights += (right[i] - mean) * (right[i] - mean);
  }
  if (lefts == 0 || rights == 0)
    return std::nullopt;
  return both / std::sqrt(lefts * rights);
}

OverlapVariant variantOf(const LaunchOverlap &launch, std::string name,
                         std::optional<double> kernelPs) {
  OverlapVariant variant;
  variant.name = std::move(name);
  variant.kernelPs = kernelPs.value_or(static_cast<double>(launch.duration.value));
  if (!kernelPs)
    variant.recordedPart = partText(launch.coverage);
  variant.hiddenShare = launch.copies.hiddenShare();
  double warps = 0;
  for (const WarpRole &role : launch.roles) {
    if (!role.isConsumer)
      continue;
    warps += static_cast<double>(role.units.size());
    for (const WaitTarget target : {WaitTarget::Copies, WaitTarget::Manual})
      variant.waitedPs += static_cast<double>(role.stalls[static_cast<size_t>(target)].waited);
    variant.exposedPs += static_cast<double>(role.figures.exposed.sum);
  }
  // The lost time of an SM is the sum over the CTAs that it runs one after another.
  const double inTurn =
      launch.sms == 0 ? 1 : double(launch.ctas.size()) / static_cast<double>(launch.sms);
  double scale = warps > 0 ? launch.picosecondsPerTick * inTurn / warps : 0;
  if (kernelPs && launch.duration > Picoseconds())
    scale *= *kernelPs / static_cast<double>(launch.duration.value);
  variant.waitedPs *= scale;
  variant.exposedPs *= scale;
  return variant;
}

OverlapComparison compareVariants(std::span<const OverlapVariant> variants) {
  OverlapComparison comparison;
  if (variants.empty())
    return comparison;
  const auto fastest = std::ranges::min_element(variants, {}, &OverlapVariant::kernelPs);
  comparison.fastest = static_cast<uint32_t>(fastest - variants.begin());
  std::vector<double> times, waits, hidden, hiddenTimes;
  for (const OverlapVariant &variant : variants) {
    VariantFigures &figures = comparison.variants.emplace_back();
    figures.lostPs = variant.kernelPs - fastest->kernelPs;
    if (figures.lostPs > 0 && figures.lostPs >= kMinLoss * fastest->kernelPs)
      figures.explainedShare = (variant.waitedPs - fastest->waitedPs) / figures.lostPs;
    times.push_back(variant.kernelPs);
    waits.push_back(variant.waitedPs);
    if (!variant.hiddenShare)
      continue;
    hidden.push_back(*variant.hiddenShare);
    hiddenTimes.push_back(variant.kernelPs);
  }
  comparison.hiddenRank = rankCorrelation(hidden, hiddenTimes);
  comparison.exposedRank = rankCorrelation(waits, times);
  return comparison;
}

} // namespace pstudio::analysis
