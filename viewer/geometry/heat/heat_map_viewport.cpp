// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/heat/heat_map_viewport.h"

#include <algorithm>
#include <cmath>

namespace pstudio {
namespace {

double middleOf(HeatRange range) {
  return range.begin + range.length() / 2;
}

} // namespace

HeatRange HeatViewport::Side::placed(double begin, double wanted) const {
  const double span = std::isfinite(wanted) ? std::clamp(wanted, smallest, length) : length;
  const double from = std::isfinite(begin) ? std::clamp(begin, 0.0, length - span) : 0;
  return {from, std::min(from + span, length)};
}

HeatViewport::HeatViewport(const HeatAxis &x, const HeatAxis &y)
    : m_x{x.length, std::min(x.smallest, x.length)}, m_y{y.length, std::min(y.smallest, y.length)},
      m_visible{{0, x.length}, {0, y.length}} {}

HeatViewport HeatViewport::zoomed(double factorX, double factorY, double shareX,
                                  double shareY) const {
  const auto zoom = [](const Side &side, HeatRange range, double factor, double share) {
    const double span = std::clamp(range.length() / factor, side.smallest, side.length);
    return side.placed(range.begin + share * (range.length() - span), span);
  };
  HeatViewport view = *this;
  view.m_visible = {zoom(m_x, m_visible.x, factorX, shareX),
                    zoom(m_y, m_visible.y, factorY, shareY)};
  return view;
}

HeatViewport HeatViewport::panned(double shareX, double shareY) const {
  HeatViewport view = *this;
  view.m_visible = {m_x.placed(xAt(shareX), m_visible.x.length()),
                    m_y.placed(yAt(shareY), m_visible.y.length())};
  return view;
}

HeatViewport HeatViewport::showing(const HeatArea &area) const {
  const auto show = [](const Side &side, HeatRange range) {
    const double span = std::clamp(range.length(), side.smallest, side.length);
    return side.placed(middleOf(range) - span / 2, span);
  };
  HeatViewport view = *this;
  view.m_visible = {show(m_x, area.x), show(m_y, area.y)};
  return view;
}

HeatViewport HeatViewport::revealing(const HeatArea &area) const {
  const auto reveal = [](const Side &side, HeatRange shown, HeatRange range) {
    if (range.length() > shown.length())
      return side.placed(range.begin, range.length());
    if (range.begin >= shown.begin && range.end <= shown.end)
      return shown;
    return side.placed(middleOf(range) - shown.length() / 2, shown.length());
  };
  HeatViewport view = *this;
  view.m_visible = {reveal(m_x, m_visible.x, area.x), reveal(m_y, m_visible.y, area.y)};
  return view;
}

bool HeatViewport::showsEverything() const {
  return m_visible.x.length() >= m_x.length && m_visible.y.length() >= m_y.length;
}

} // namespace pstudio
