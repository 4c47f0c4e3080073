// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/timeline/instant_marks.h"

#include <algorithm>
#include <cmath>

namespace pstudio {

float instantBase(const LayoutMetrics &metrics) {
  return metrics.trackPadding + metrics.barHeight;
}

DrawCurve instantMark(float x, float base, float extra, ColorToken color) {
  const float half = kInstantHalfWidth + extra;
  DrawCurve mark;
  mark.points = {x - half, base, x + half, base, x, base - kInstantHeight - extra, x, base};
  mark.color = color;
  mark.filled = true;
  return mark;
}

InstantId instantAt(const TimelineScene &scene, const LayoutItem &item, double x, double y) {
  if (item.content != ItemContent::Bars && item.content != ItemContent::Lanes)
    return {};
  const Track &track = scene.trace->track(scene.tree->node(item.node).track);
  const double base = static_cast<double>(instantBase(scene.layout->metrics()));
  constexpr double kSlack = 1; // a mark is small
  if (track.instantCount == 0 || y < base - static_cast<double>(kInstantHeight) - kSlack ||
      y > base + kSlack)
    return {};
  const auto instants = scene.trace->instants().subspan(track.firstInstant, track.instantCount);
  const Picoseconds time = scene.viewport.timeAt(x);
  const auto after = std::partition_point(instants.begin(), instants.end(),
                                          [&](const Instant &i) { return i.time < time; });
  const auto pixelOf = [&](auto at) { return std::floor(scene.viewport.pixelOf(at->time)) + 0.5; };
  auto nearest = after != instants.end() ? after : std::prev(after);
  if (after != instants.begin() &&
      std::fabs(pixelOf(std::prev(after)) - x) <= std::fabs(pixelOf(nearest) - x))
    nearest = std::prev(after);
  // A thin tick is hit only at its own pixel: the slices around it stay selectable.
  const double at = pixelOf(nearest);
  const auto isClose = [&](auto other) {
    const double distance = std::fabs(pixelOf(other) - at); // instants in one pixel share a mark
    return distance >= 1 && distance < static_cast<double>(kInstantPitch);
  };
  const bool isCrowded = (nearest != instants.begin() && isClose(std::prev(nearest))) ||
                         (std::next(nearest) != instants.end() && isClose(std::next(nearest)));
  const double reach = (isCrowded ? 0.5 : static_cast<double>(kInstantHalfWidth)) + kSlack;
  if (std::fabs(at - x) > reach)
    return {};
  return InstantId(track.firstInstant + static_cast<uint32_t>(nearest - instants.begin()));
}

} // namespace pstudio
