// SPDX-License-Identifier: Apache-2.0
// The visible part of a heat map.
#pragma once

#include "viewer/geometry/heat/heat_map_source.h"

namespace pstudio {

/// The visible part of a map. It is always within the map and never smaller than the axes allow,
/// for any request. Shares are of the visible part, from its left or upper edge. [thread: any]
class HeatViewport {
public:
  HeatViewport() = default;
  /// Shows all of it.
  HeatViewport(const HeatAxis &x, const HeatAxis &y);

  const HeatArea &visible() const { return m_visible; }
  double xAt(double share) const { return m_visible.x.begin + share * m_visible.x.length(); }
  double yAt(double share) const { return m_visible.y.begin + share * m_visible.y.length(); }

  /// Larger by these factors (> 1), or smaller (< 1), with the place at these shares staying there.
  HeatViewport zoomed(double factorX, double factorY, double shareX, double shareY) const;
  /// Moved by these shares. Positive shares move to the right, or down.
  HeatViewport panned(double shareX, double shareY) const;
  /// Shows this part, or the smallest possible part around its middle.
  HeatViewport showing(const HeatArea &area) const;
  /// Moved by the smallest distance that shows the middle of `area`, and zoomed out if `area` is
  /// larger.
  HeatViewport revealing(const HeatArea &area) const;
  bool showsEverything() const;
  /// Whether both have axes of the same lengths, so that one can replace the other.
  bool hasEqualSides(const HeatViewport &other) const {
    return m_x == other.m_x && m_y == other.m_y;
  }

  bool operator==(const HeatViewport &) const = default;

private:
  struct Side {
    double length = 1, smallest = 1;
    HeatRange placed(double begin, double wanted) const;
    bool operator==(const Side &) const = default;
  };
  Side m_x, m_y;
  HeatArea m_visible{{0, 1}, {0, 1}};
};

} // namespace pstudio
