// SPDX-License-Identifier: Apache-2.0
// A curve that leaves and arrives horizontally, and its head.
#include "viewer/geometry/timeline/flow_curve.h"

#include <algorithm>
#include <cmath>

namespace pstudio {

void addFlowCurve(const PixelRect &from, const PixelRect &to, DrawList &out) {
  const float x1 = std::clamp(from.right(), to.x, to.right());
  const float x0 = std::max(from.x, std::min(from.right(), x1));
  const float y0 = from.y + from.height / 2;
  const float y1 = to.y + to.height / 2;
  const float reach = std::clamp(std::fabs(x1 - x0) / 2, 16.0f, 80.0f);
  DrawCurve curve;
  curve.points = {x0, y0, x0 + reach, y0, x1 - reach, y1, x1 - 5, y1};
  curve.color = ColorToken::FlowArrow;
  out.addCurve(DrawLayer::Overlay, curve);
  DrawCurve head;
  head.points = {x1, y1, x1 - 6, y1 - 3.5f, x1 - 6, y1 + 3.5f, x1, y1};
  head.color = ColorToken::FlowArrow;
  head.filled = true;
  out.addCurve(DrawLayer::Overlay, head);
}

} // namespace pstudio
