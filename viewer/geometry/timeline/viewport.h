// SPDX-License-Identifier: Apache-2.0
// The visible part of the trace's time, and the exact map between time and pixels.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/trace/trace.h"

namespace pstudio {

/// A window on time. Immutable: zoom and pan return a new one, clamped to the bounds.
///
/// The left edge is a whole picosecond plus a fraction, so that the map keeps single picoseconds at
/// any distance from the origin (a double alone loses them after two and a half hours). One pixel
/// never shows less than kSmallestPsPerPixel. Pixels are logical and relative to the left edge.
/// [thread: any]
class Viewport {
public:
  /// At a closer zoom, single picoseconds would jump between pixels.
  static constexpr double kSmallestPsPerPixel = 0.5;
  /// Empty space kept at each side of the bounds when everything is shown, as a share of their
  /// length.
  static constexpr double kMargin = 0.01;

  /// Times beyond (46 days to either side) are treated as this one, so that no value of a file
  /// causes an overflow.
  static constexpr int64_t kFarthestPs = 4'000'000'000'000'000'000;

  Viewport() = default;
  /// Shows all of `bounds`, with the margin, in `widthPx` pixels. An empty range becomes one
  /// microsecond.
  static Viewport fit(TimeRange bounds, double widthPx);

  double widthPx() const { return m_widthPx; }
  double psPerPixel() const { return m_psPerPixel; }
  TimeRange bounds() const { return m_bounds; }
  /// The time on screen, rounded outwards to whole picoseconds.
  TimeRange visible() const;

  /// The pixel at which `time` lies; outside of [0, width) if it is not on screen.
  double pixelOf(Picoseconds time) const {
    const int64_t ps = std::clamp(time.value, -kFarthestPs, kFarthestPs);
    return (static_cast<double>(ps - m_beginPs) - m_fraction) / m_psPerPixel;
  }
  /// The picosecond nearest to `pixel`.
  Picoseconds timeAt(double pixel) const;

  /// Everything `factor` times larger (> 1) or smaller (< 1), with the time under `pixel` staying
  /// there.
  Viewport zoomed(double factor, double pixel) const;
  /// The content moved to the left by `pixels` (later times come in).
  Viewport panned(double pixels) const;
  /// Shows exactly `range`, or the least span around its middle.
  Viewport showing(TimeRange range) const;
  /// Moves just as far as is needed to see `range` with some space around; zooms out if it is too
  /// long.
  Viewport revealing(TimeRange range) const;
  /// The same left edge and scale on another width.
  Viewport resized(double widthPx) const;
  bool showsEverything() const;
  /// The same pixels of a time axis that is later by `by`: bounds and left edge move, exactly.
  Viewport shifted(Picoseconds by) const;

  bool operator==(const Viewport &) const = default;

private:
  double marginPs() const;
  double largestPsPerPixel() const;
  /// Sets the left edge to `beginPs` + `offset` and keeps the window within the bounds and their
  /// margin.
  void place(int64_t beginPs, double offset);

  TimeRange m_bounds{Picoseconds(0), Picoseconds(1'000'000)};
  int64_t m_beginPs = 0;
  double m_fraction = 0; ///< [0, 1) ps
  double m_psPerPixel = 1000;
  double m_widthPx = 1;
};

} // namespace pstudio
