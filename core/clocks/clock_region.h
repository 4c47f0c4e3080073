// SPDX-License-Identifier: Apache-2.0
// The set of all lines from cycles to time that agree with readings of two clocks.
#pragma once

#include <vector>

namespace pstudio::record {

/// An interval of numbers, both ends included.
struct Interval {
  double low = 0;
  double high = 0;
  double middle() const { return low + (high - low) / 2; }
  double halfWidth() const { return (high - low) / 2; }
};

/// All lines time = offset + rate * cycles that satisfy all requirements so far: a convex polygon
/// in the plane of (offset, rate), clipped by one half-plane per requirement. Cycles and
/// picoseconds are relative to a reference of the caller's choice near the data, so that doubles
/// are exact enough: with cycles below 1e12 the error is far below a picosecond.
/// [thread: any]
class ClockRegion {
public:
  /// All lines with a rate in `rates` [ps per cycle] whose time at cycle 0 is within
  /// +-`largestOffset` [ps].
  ClockRegion(Interval rates, double largestOffset);

  /// Keeps the lines whose time at `cycles` is `time` [ps] or later. O(corners).
  void requireAtLeast(double cycles, double time);
  /// Keeps the lines whose time at `cycles` is `time` [ps] or earlier. O(corners).
  void requireAtMost(double cycles, double time);
  /// Keeps the lines with a rate in `rates` [ps per cycle]. O(corners).
  void requireRates(Interval rates);

  /// True if no line is left: the requirements contradict each other.
  bool isEmpty() const { return m_corners.empty(); }
  /// Earliest and latest time of the lines at `cycles` [ps]. Not for an empty region. O(corners).
  Interval timesAt(double cycles) const;
  /// Slowest and fastest rate of the lines [ps per cycle]. Not for an empty region. O(corners).
  Interval rates() const;

private:
  struct Line {
    double offset = 0;
    double rate = 0;
  };

  template <class Excess> void clip(Excess excess);

  std::vector<Line> m_corners; // in order round the polygon
  std::vector<Line> m_clipped; // kept for its memory
};

} // namespace pstudio::record
