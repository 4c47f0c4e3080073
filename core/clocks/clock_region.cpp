// SPDX-License-Identifier: Apache-2.0
#include "core/clocks/clock_region.h"

#include <algorithm>

namespace pstudio::record {

ClockRegion::ClockRegion(Interval rates, double largestOffset)
    : m_corners{{-largestOffset, rates.low},
                {largestOffset, rates.low},
                {largestOffset, rates.high},
                {-largestOffset, rates.high}} {}

/// Keeps the part of the polygon where `excess`, which is affine, is not negative (Sutherland and
/// Hodgman's algorithm for one edge).
template <class Excess> void ClockRegion::clip(Excess excess) {
  m_clipped.clear();
  for (size_t i = 0; i < m_corners.size(); ++i) {
    const Line &from = m_corners[i];
    const Line &to = m_corners[(i + 1) % m_corners.size()];
    const double fromExcess = excess(from);
    const double toExcess = excess(to);
    if (fromExcess >= 0)
      m_clipped.push_back(from);
    if ((fromExcess >= 0) != (toExcess >= 0)) {
      const double share = fromExcess / (fromExcess - toExcess);
      m_clipped.push_back({from.offset + share * (to.offset - from.offset),
                           from.rate + share * (to.rate - from.rate)});
    }
  }
  m_corners.swap(m_clipped);
}

void ClockRegion::requireAtLeast(double cycles, double time) {
  clip([=](const Line &line) { return line.offset + line.rate * cycles - time; });
}

void ClockRegion::requireAtMost(double cycles, double time) {
  clip([=](const Line &line) { return time - (line.offset + line.rate * cycles); });
}

void ClockRegion::requireRates(Interval rates) {
  clip([=](const Line &line) { return line.rate - rates.low; });
  clip([=](const Line &line) { return rates.high - line.rate; });
}

Interval ClockRegion::timesAt(double cycles) const {
  Interval times{m_corners[0].offset + m_corners[0].rate * cycles, 0};
  times.high = times.low;
  for (const Line &line : m_corners) {
    times.low = std::min(times.low, line.offset + line.rate * cycles);
    times.high = std::max(times.high, line.offset + line.rate * cycles);
  }
  return times;
}

Interval ClockRegion::rates() const {
  const auto [slow, fast] =
      std::minmax_element(m_corners.begin(), m_corners.end(),
                          [](const Line &a, const Line &b) { return a.rate < b.rate; });
  return {slow->rate, fast->rate};
}

} // namespace pstudio::record
