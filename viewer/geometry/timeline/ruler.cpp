// SPDX-License-Identifier: Apache-2.0
// Marks of the time ruler.
#include "viewer/geometry/timeline/ruler.h"

#include <array>
#include <utility>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/time_style.h"

namespace pstudio {
namespace {

/// `time` in the largest unit that shows multiples of `stepPs` without a fraction; ns if the step
/// is less.
std::string tickLabel(int64_t timePs, int64_t stepPs) {
  struct Unit {
    int64_t picoseconds;
    const char *name;
  };
  static constexpr std::array<Unit, 3> kUnits = {
      Unit{1'000'000'000'000, " s"}, Unit{1'000'000'000, " ms"}, Unit{1'000'000, " us"}};
  const bool isFixed = hasFixedTimeUnit();
  for (const Unit &unit : kUnits)
    if (!isFixed && stepPs >= unit.picoseconds)
      return formatCount(timePs / unit.picoseconds) + unit.name;
  return formatExact(Picoseconds(timePs));
}

int64_t floorDivide(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && a < 0 ? 1 : 0);
}

} // namespace

int64_t rulerStepPs(double psPerPixel, double minSpacingPx) {
  const double least = psPerPixel * minSpacingPx;
  int64_t power = 1;
  while (power < INT64_MAX / 100) {
    for (const int64_t factor : {1, 2, 5})
      if (static_cast<double>(power * factor) >= least)
        return power * factor;
    power *= 10;
  }
  return power;
}

std::vector<RulerTick> rulerTicks(const Viewport &viewport, const ClockLine *clock,
                                  double minSpacingPx) {
  const int64_t step = rulerStepPs(viewport.psPerPixel(), minSpacingPx);
  const TimeRange visible = viewport.visible();
  std::vector<RulerTick> ticks;
  // The marks include one to the left of the edge: its label may reach into the picture.
  for (int64_t t = floorDivide(visible.begin.value, step) * step; t < visible.end.value;
       t += step) {
    RulerTick tick;
    tick.time = Picoseconds(t);
    tick.x = viewport.pixelOf(tick.time);
    tick.label = tickLabel(t, step);
    if (clock != nullptr)
      tick.cycles = formatCount(clock->toCycles(tick.time).value) + " cyc";
    if (clock != nullptr && timeStyle() == TimeStyle::Cycles)
      std::swap(tick.label, tick.cycles);
    ticks.push_back(std::move(tick));
  }
  return ticks;
}

} // namespace pstudio
