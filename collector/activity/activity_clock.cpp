// SPDX-License-Identifier: Apache-2.0
#include "collector/activity/activity_clock.h"

#include <algorithm>

namespace pstudio::activity {
namespace {

/// Offsets that are possible, both ends included.
struct Bounds {
  int64_t low = 0;
  int64_t high = 0;
  bool isEmpty() const { return low > high; }
};

Bounds boundsOf(const ClockAnchor &anchor) {
  return {anchor.last.value - anchor.tool.endNs,
          anchor.first.value + anchor.timerTick.value - anchor.tool.beginNs};
}

Bounds overlap(const Bounds &a, const Bounds &b) {
  return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

} // namespace

ActivityClock ActivityClock::fit(std::vector<ClockAnchor> anchors) {
  std::ranges::sort(anchors, {}, [](const ClockAnchor &anchor) { return anchor.tool.beginNs; });
  ActivityClock clock;
  clock.m_anchorCount = anchors.size();
  Bounds bounds;
  const auto close = [&clock](Bounds known) {
    // Ends that have changed places are the tool's own error: the truth is somewhere between.
    const auto [low, high] = std::minmax(known.low, known.high);
    const int64_t width = high - low;
    clock.m_stretches.back().offsetNs = low + width / 2;
    clock.m_uncertaintyNs = std::max(clock.m_uncertaintyNs, static_cast<double>(width) / 2);
  };
  for (const ClockAnchor &anchor : anchors) {
    const Bounds own = boundsOf(anchor);
    const Bounds both = overlap(bounds, own);
    if (!clock.m_stretches.empty() && !both.isEmpty()) {
      bounds = both;
      clock.m_stretches.back().endNs = std::max(clock.m_stretches.back().endNs, anchor.tool.endNs);
      continue;
    }
    if (!clock.m_stretches.empty())
      close(bounds);
    clock.m_stretches.push_back({anchor.tool.beginNs, anchor.tool.endNs, 0});
    bounds = own;
  }
  if (clock.isKnown())
    close(bounds);
  return clock;
}

Nanoseconds ActivityClock::toDevice(int64_t toolNs) const {
  const auto after = std::ranges::upper_bound(m_stretches, toolNs, {}, &Stretch::beginNs);
  if (after == m_stretches.begin())
    return Nanoseconds(toolNs + after->offsetNs);
  const Stretch &before = *std::prev(after);
  if (after == m_stretches.end() || toolNs <= before.endNs || after->beginNs <= before.endNs)
    return Nanoseconds(toolNs + before.offsetNs);
  const double share = static_cast<double>(toolNs - before.endNs) /
                       static_cast<double>(after->beginNs - before.endNs);
  const auto moved =
      static_cast<int64_t>(share * static_cast<double>(after->offsetNs - before.offsetNs));
  return Nanoseconds(toolNs + before.offsetNs + moved);
}

} // namespace pstudio::activity
