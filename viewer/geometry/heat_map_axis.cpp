// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/heat_map_axis.h"

#include <algorithm>
#include <cmath>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/ruler.h"

namespace pstudio {
namespace {

constexpr double kTimeSpacing = 110;
constexpr double kWideCell = 10; // pixels, from which on a label stands in the middle

} // namespace

HeatCells cellsOf(HeatRange visible, double length, uint32_t pixels) {
  const double begin = std::max(0.0, std::floor(visible.begin));
  const double end = std::min(length, std::ceil(visible.end));
  if (!(end > begin) || pixels == 0)
    return {};
  // What lies beyond the axis takes pixels, too.
  const double shown = (end - begin) / visible.length() * pixels;
  const double count = std::clamp(std::min(end - begin, std::round(shown)), 1.0, 65536.0);
  return {{begin, end}, static_cast<uint32_t>(count)};
}

std::vector<HeatTick> timeTicks(Picoseconds origin, HeatRange visible, float pixels) {
  const auto placeOf = [&](double at) { return origin + Picoseconds(std::llround(at)); };
  const Viewport viewport =
      Viewport::fit({placeOf(visible.begin), placeOf(visible.end)}, static_cast<double>(pixels));
  std::vector<HeatTick> ticks;
  for (const RulerTick &tick : rulerTicks(viewport, nullptr, kTimeSpacing)) {
    const auto at = static_cast<double>((tick.time - origin).value);
    if (at >= visible.begin && at <= visible.end)
      ticks.push_back({at, tick.label});
  }
  return ticks;
}

std::vector<HeatTick> numberTicks(HeatRange visible, float pixels, float spacing) {
  std::vector<HeatTick> ticks;
  if (visible.isEmpty())
    return ticks;
  const double perPixel = visible.length() / std::max(1.0, static_cast<double>(pixels));
  double step = 1;
  while (step < perPixel * static_cast<double>(spacing))
    step *= 2;
  const double inset = perPixel * kWideCell <= 1 ? 0.5 : 0;
  for (double at = std::floor(visible.begin / step) * step; at < visible.end; at += step)
    if (at + inset >= visible.begin && at + inset < visible.end)
      ticks.push_back({at + inset, formatCount(std::llround(at))});
  return ticks;
}

std::string numbersText(HeatRange range) {
  const auto first = std::llround(std::floor(range.begin));
  const auto last = std::max(first, std::llround(std::ceil(range.end)) - 1);
  return last == first ? formatCount(first) : formatCount(first) + " .. " + formatCount(last);
}

} // namespace pstudio
