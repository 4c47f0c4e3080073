// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/heat/heat_map_axis.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/memory/time_scale.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/ruler.h"

namespace pstudio {
namespace {

constexpr double kTimeSpacing = 110, kMinTimeSpacing = 56;
constexpr double kTimeMarks = 3; // minimum number, if there is space
constexpr double kWideCell = 10; // pixels; from this width on a label is centred

} // namespace

HeatCells cellsOf(HeatRange visible, double length, uint32_t pixels) {
  const double begin = std::max(0.0, std::floor(visible.begin));
  const double end = std::min(length, std::ceil(visible.end));
  if (!(end > begin) || pixels == 0)
    return {};
  // Space beyond the axis uses pixels, too.
  const double shown = (end - begin) / visible.length() * pixels;
  const double count = std::clamp(std::min(end - begin, std::round(shown)), 1.0, 65536.0);
  return {{begin, end}, static_cast<uint32_t>(count)};
}

double placeOfTime(Picoseconds origin, Picoseconds time) {
  return memory::distance(origin.value, time.value);
}

Picoseconds timeOfPlace(Picoseconds origin, double place) {
  if (!(place > 0))
    return origin;
  const uint64_t room = static_cast<uint64_t>(INT64_MAX) - static_cast<uint64_t>(origin.value);
  if (place >= static_cast<double>(room))
    return Picoseconds(INT64_MAX);
  const auto offset = static_cast<uint64_t>(place);
  return Picoseconds(static_cast<int64_t>(static_cast<uint64_t>(origin.value) + offset));
}

Picoseconds behind(Picoseconds time) {
  return time.value == INT64_MAX ? time : time + Picoseconds(1);
}

std::vector<HeatTick> timeTicks(Picoseconds origin, HeatRange visible, float pixels) {
  const Viewport viewport =
      Viewport::fit({timeOfPlace(origin, visible.begin), timeOfPlace(origin, visible.end)},
                    static_cast<double>(pixels));
  const double spacing =
      std::clamp(static_cast<double>(pixels) / kTimeMarks, kMinTimeSpacing, kTimeSpacing);
  std::vector<HeatTick> ticks;
  for (const RulerTick &tick : rulerTicks(viewport, nullptr, spacing)) {
    if (tick.time < origin)
      continue;
    const double at = placeOfTime(origin, tick.time);
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

} // namespace pstudio
