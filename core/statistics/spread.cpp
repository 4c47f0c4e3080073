// SPDX-License-Identifier: Apache-2.0
// The spread of one scope across warps and across iterations.
#include "core/statistics/spread.h"

#include <algorithm>

#include "core/statistics/duration_figures.h"

namespace pstudio::statistics {
namespace {

/// Position of an instance among what boxes are of.
uint32_t positionOf(const Spread &spread, const ScopeInstance &instance) {
  if (spread.by == SpreadBy::Ordinal)
    return instance.ordinal;
  const auto found = std::ranges::lower_bound(spread.tracks, instance.track);
  return static_cast<uint32_t>(found - spread.tracks.begin());
}

SpreadBox boxOfValues(std::span<int64_t> values) {
  SpreadBox box;
  box.count = values.size();
  if (values.empty())
    return box;
  const auto [least, most] = std::ranges::minmax(values);
  box.least = least;
  box.most = most;
  box.q1 = quantileOf(values, 25);
  box.median = quantileOf(values, 50);
  box.q3 = quantileOf(values, 75);
  return box;
}

} // namespace

Spread makeSpread(const Trace &trace, std::span<const ScopeInstance> instances, SpreadBy by,
                  bool inCycles, uint32_t mostBoxes) {
  Spread spread;
  spread.by = by;
  uint32_t ordinals = 0;
  for (const ScopeInstance &instance : instances) {
    if (spread.tracks.empty() || spread.tracks.back() != instance.track)
      spread.tracks.push_back(instance.track);
    ordinals = std::max(ordinals, instance.ordinal + 1);
  }
  const uint32_t positions =
      by == SpreadBy::Track ? static_cast<uint32_t>(spread.tracks.size()) : ordinals;
  spread.perBox = std::max(1u, positions / mostBoxes + (positions % mostBoxes != 0));
  std::vector<std::vector<int64_t>> values(positions / spread.perBox +
                                           (positions % spread.perBox != 0));
  for (const ScopeInstance &instance : instances)
    values[boxOf(spread, instance)].push_back(lengthOf(trace, instance.slice, inCycles));
  for (uint32_t i = 0; i < values.size(); ++i) {
    SpreadBox box = boxOfValues(values[i]);
    box.first = i * spread.perBox;
    box.last = std::min(box.first + spread.perBox, positions) - 1;
    spread.boxes.push_back(box);
  }
  return spread;
}

size_t boxOf(const Spread &spread, const ScopeInstance &instance) {
  return positionOf(spread, instance) / spread.perBox;
}

} // namespace pstudio::statistics
