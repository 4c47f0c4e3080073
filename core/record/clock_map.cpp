// SPDX-License-Identifier: Apache-2.0
#include "core/record/clock_map.h"

#include <algorithm>
#include <cmath>

namespace pstudio::record {
namespace {

// No clock of a GPU ticks slower or faster than this [ps per cycle].
constexpr double kSlowest = 100000.0;
constexpr double kFastest = 1.0;

/// A pair as offsets from the first: both fit a double exactly for 2^53 cycles or nanoseconds.
struct Offset {
  double cycles = 0;
  double picoseconds = 0;
};

std::vector<Offset> offsetsOf(std::span<const ClockPair> pairs) {
  std::vector<Offset> offsets;
  offsets.reserve(pairs.size());
  for (const ClockPair &pair : pairs)
    offsets.push_back({static_cast<double>((pair.cycles - pairs[0].cycles).value),
                       static_cast<double>((pair.time - pairs[0].time).value) * 1000.0});
  return offsets;
}

size_t countPoints(std::vector<Offset> offsets) {
  std::sort(offsets.begin(), offsets.end(),
            [](const Offset &a, const Offset &b) { return a.cycles < b.cycles; });
  const auto last =
      std::unique(offsets.begin(), offsets.end(),
                  [](const Offset &a, const Offset &b) { return a.cycles == b.cycles; });
  return static_cast<size_t>(last - offsets.begin());
}

Offset meanOf(std::span<const Offset> offsets) {
  Offset sum;
  for (const Offset &offset : offsets) {
    sum.cycles += offset.cycles;
    sum.picoseconds += offset.picoseconds;
  }
  const double count = static_cast<double>(offsets.size());
  return {sum.cycles / count, sum.picoseconds / count};
}

struct Slope {
  double picosecondsPerCycle = 0;
  double intercept = 0; // [ps] at the first pair's cycle count
};

double largestResidual(std::span<const Offset> offsets, const Slope &slope) {
  double largest = 0;
  for (const Offset &offset : offsets)
    largest =
        std::max(largest, std::abs(slope.intercept + slope.picosecondsPerCycle * offset.cycles -
                                   offset.picoseconds));
  return largest;
}

/// The line through the outermost pairs: the answer where the pairs are exact (the CPU model).
Slope throughExtremes(std::span<const Offset> offsets) {
  const auto [first, last] =
      std::minmax_element(offsets.begin(), offsets.end(),
                          [](const Offset &a, const Offset &b) { return a.cycles < b.cycles; });
  const double rate = (last->picoseconds - first->picoseconds) / (last->cycles - first->cycles);
  return {rate, first->picoseconds - rate * first->cycles};
}

Slope leastSquares(std::span<const Offset> offsets) {
  const Offset mean = meanOf(offsets);
  double xx = 0;
  double xy = 0;
  for (const Offset &offset : offsets) {
    const double x = offset.cycles - mean.cycles;
    xx += x * x;
    xy += x * (offset.picoseconds - mean.picoseconds);
  }
  const double rate = xy / xx;
  return {rate, mean.picoseconds - rate * mean.cycles};
}

bool isPossible(const Slope &slope) {
  return slope.picosecondsPerCycle >= kFastest && slope.picosecondsPerCycle <= kSlowest;
}

Slope assumedSlope(std::span<const Offset> offsets, double picosecondsPerCycle) {
  const Offset mean = meanOf(offsets);
  return {picosecondsPerCycle, mean.picoseconds - picosecondsPerCycle * mean.cycles};
}

} // namespace

ClockFit fitClockLine(std::span<const ClockPair> pairs, const ClockFitOptions &options) {
  ClockFit fit;
  fit.line.base = TimeBase::Assumed;
  fit.line.picosecondsPerCycle = options.assumedPicosecondsPerCycle;
  if (pairs.empty())
    return fit;
  const std::vector<Offset> offsets = offsetsOf(pairs);
  fit.points = countPoints(offsets);
  Slope slope;
  if (fit.points >= 2) {
    slope = throughExtremes(offsets);
    if (largestResidual(offsets, slope) > 0.5)
      slope = leastSquares(offsets);
    fit.isFitted = isPossible(slope);
  }
  if (fit.isFitted)
    fit.line.base = options.base;
  else
    slope = assumedSlope(offsets, options.assumedPicosecondsPerCycle);

  // The origin is a whole picosecond, so round the intercept before measuring what is left over.
  constexpr double kMaxIntercept = 1e18;
  slope.intercept = std::round(std::clamp(slope.intercept, -kMaxIntercept, kMaxIntercept));
  fit.line.picosecondsPerCycle = slope.picosecondsPerCycle;
  fit.line.cycleOrigin = pairs[0].cycles;
  fit.line.origin = toPicoseconds(pairs[0].time - options.origin) +
                    Picoseconds(static_cast<int64_t>(slope.intercept));
  const double residual = largestResidual(offsets, slope);
  fit.line.uncertaintyPs = residual > 0.5 ? residual : 0.0;
  return fit;
}

Picoseconds timeAt(const ClockLine &line, int64_t cycles) {
  constexpr double kMaxOffset = 1e18; // with kMaxTimeOffset, any two times still have a difference
  const Cycles offset = Cycles(cycles) - line.cycleOrigin;
  const double picoseconds = static_cast<double>(offset.value) * line.picosecondsPerCycle;
  if (std::abs(picoseconds) < kMaxOffset)
    return line.toTime(Cycles(cycles));
  return line.origin + Picoseconds(static_cast<int64_t>(std::copysign(kMaxOffset, picoseconds)));
}

std::map<uint32_t, ClockFit> ClockMap::fit() const {
  std::map<uint32_t, ClockFit> fits;
  for (const auto &[hardwareId, pairs] : m_pairs)
    fits.emplace(hardwareId, fitClockLine(pairs, m_options));
  return fits;
}

} // namespace pstudio::record
