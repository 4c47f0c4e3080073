// SPDX-License-Identifier: Apache-2.0
// Bars of CTAs in the heading of their SM.
#include "viewer/geometry/timeline/residency_draw_list.h"

#include <algorithm>
#include <cmath>

#include "viewer/geometry/timeline/sm_residency.h"

namespace pstudio {
namespace {

constexpr float kCtaLabelHeight = 11;
constexpr float kCtaLabelPadding = 4;
constexpr float kNarrowestCtaLabel = 22;

float columnAt(const Viewport &viewport, Picoseconds time) {
  const double x = std::clamp(viewport.pixelOf(time), -1.0, viewport.widthPx() + 1);
  return static_cast<float>(std::floor(x));
}

} // namespace

void drawResidency(const TimelineScene &scene, const LayoutItem &item, float y,
                   const TextMeasure &measure, DrawList &out) {
  const LayoutMetrics &metrics = scene.layout->metrics();
  const auto lanes = static_cast<float>(scene.residency->laneCount(item.node));
  const float pitch = (item.height - 2 * metrics.stripInset) / lanes;
  const float gap = pitch >= 4 ? 1 : 0;
  const TimeRange visible = scene.viewport.visible();
  uint32_t lane = UINT32_MAX;
  float coveredTo = 0; // in the lane
  for (const ResidentCta &resident : scene.residency->ctasOf(item.node)) {
    if (resident.time.end < visible.begin || resident.time.begin >= visible.end)
      continue;
    if (resident.lane != lane)
      coveredTo = -2;
    lane = resident.lane;
    const float left = columnAt(scene.viewport, resident.time.begin);
    const float right = std::max(left + 1, columnAt(scene.viewport, resident.time.end));
    if (right <= coveredTo)
      continue;
    coveredTo = right;
    const float width = right - left;
    const DrawRect bar{.rect = {left, y + metrics.stripInset + static_cast<float>(lane) * pitch,
                                width >= 3 ? width - 1 : width, pitch - gap},
                       .fill = ColorToken::DensityMuted,
                       .corner = width >= 6 && pitch >= 6 ? Corner::Soft : Corner::Square};
    out.addRect(DrawLayer::Data, bar);
    const float textLeft = std::max(0.0f, left) + kCtaLabelPadding;
    const float room =
        std::min(right, static_cast<float>(scene.viewport.widthPx())) - textLeft - kCtaLabelPadding;
    if (room < kNarrowestCtaLabel || bar.rect.height < kCtaLabelHeight - 2)
      continue;
    const std::string label =
        elided(measure, FontRole::Small, trackLabel(*scene.trace, resident.cta), room);
    if (!label.empty())
      out.addText(DrawLayer::Label,
                  {.box = {textLeft, bar.rect.y, room, bar.rect.height}, .font = FontRole::Small},
                  label);
  }
}

} // namespace pstudio
