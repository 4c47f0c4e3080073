// SPDX-License-Identifier: Apache-2.0
// From the cycles that a warp recorded to those it would have had without recording; private to
// core/trace.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/trace/clock_line.h"

namespace pstudio {

/// A monotone map of cycles: each gap between neighbouring points shrinks by the cost of a record,
/// to 0 at least. Keeps its memory between warps. [not thread-safe]
class CostMap {
public:
  /// `points`, ascending, must stay as long as at() is called. `cost` [cycles] >= 0. O(points).
  void reset(std::span<const int64_t> points, double cost, const ClockLine &clock) {
    m_points = points;
    m_clock = &clock;
    m_mapped.resize(points.size());
    // Whole positions are summed rather than what was removed: rounding then keeps their order.
    for (size_t i = 0; i < points.size(); ++i)
      m_mapped[i] = i == 0
                        ? offset(points[0])
                        : m_mapped[i - 1] +
                              std::max(0.0, static_cast<double>(points[i] - points[i - 1]) - cost);
  }

  /// Where `cycles` lies afterwards, counted from the clock line's cycle origin. Does not decrease
  /// with `cycles`. O(log points).
  double at(int64_t cycles) const {
    const auto next = std::upper_bound(m_points.begin(), m_points.end(), cycles);
    if (next == m_points.begin())
      return m_points.empty() ? offset(cycles) : std::min(offset(cycles), m_mapped[0]);
    const auto i = static_cast<size_t>(next - m_points.begin()) - 1;
    const double moved = m_mapped[i] + static_cast<double>(cycles - m_points[i]);
    return next == m_points.end() ? moved : std::min(moved, m_mapped[i + 1]);
  }

  /// Trace time of that.
  Picoseconds timeAt(int64_t cycles) const { return m_clock->atOffset(at(cycles)); }

private:
  double offset(int64_t cycles) const { return m_clock->offsetOf(Cycles(cycles)); }

  std::span<const int64_t> m_points;
  std::vector<double> m_mapped;
  const ClockLine *m_clock = nullptr;
};

} // namespace pstudio
