// SPDX-License-Identifier: Apache-2.0
#include "core/trace/clock_line.h"

#include <algorithm>
#include <cmath>

namespace pstudio {
namespace {

// Clocks come from files, so sums and differences wrap where they are damaged.
int64_t difference(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}
int64_t sum(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
int64_t roundToInt(double value) {
  constexpr double kMost = 9e18;
  return std::llround(std::clamp(value, -kMost, kMost));
}

} // namespace

double ClockLine::offsetOf(Cycles cycles) const {
  return static_cast<double>(difference(cycles.value, cycleOrigin.value));
}

Picoseconds ClockLine::toTime(Cycles cycles) const {
  return atOffset(offsetOf(cycles));
}

Picoseconds ClockLine::atOffset(double cycles) const {
  return Picoseconds(sum(origin.value, roundToInt(cycles * picosecondsPerCycle)));
}

Cycles ClockLine::toCycles(Picoseconds time) const {
  const auto offset = static_cast<double>(difference(time.value, origin.value));
  return Cycles(sum(cycleOrigin.value, roundToInt(offset / picosecondsPerCycle)));
}

} // namespace pstudio
