// SPDX-License-Identifier: Apache-2.0
// The parts of a bar in flight: hidden, open, waited for.
#include "viewer/geometry/timeline/flight_bars.h"

#include <algorithm>
#include <cmath>

namespace pstudio {
namespace {

constexpr float kHiddenShare = 0.5f; // height of the hidden part / height of the bar
constexpr float kOpenWidth = 16;     // dashed end of an operation with unknown completion time

} // namespace

void addFlightBars(const DrawRect &bar, float waitedFrom, bool isOpen, DrawList &out) {
  const float split = std::clamp(waitedFrom, bar.rect.x, bar.rect.right());
  const float open = isOpen ? std::min(kOpenWidth, bar.rect.width / 2) : 0;
  DrawRect hidden = bar;
  hidden.rect.height = std::max(2.0f, std::floor(bar.rect.height * kHiddenShare));
  hidden.rect.y = std::floor(bar.rect.y + (bar.rect.height - hidden.rect.height) / 2);
  hidden.rect.width = split - open - bar.rect.x;
  if (hidden.rect.width > 0)
    out.addRect(DrawLayer::Data, hidden);
  if (open > 0)
    out.addRect(DrawLayer::Data,
                {.rect = {split - open, hidden.rect.y - 1, open, hidden.rect.height + 2},
                 .outline = bar.fill,
                 .corner = Corner::Round,
                 .dashed = true});
  DrawRect waited = bar;
  waited.rect.x = split;
  waited.rect.width = bar.rect.right() - split;
  waited.corner = Corner::Square;
  if (waited.tint == kLaneTint)
    waited.tint = 255;
  if (waited.rect.width > 0 && !isOpen)
    out.addRect(DrawLayer::Data, waited);
}

} // namespace pstudio
