// SPDX-License-Identifier: Apache-2.0
// Bands and lengths of measured ranges.
#include "viewer/geometry/timeline/area_draw_list.h"

#include <algorithm>
#include <cmath>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/area_drag.h"

namespace pstudio {
namespace {

constexpr float kTagHeight = 18;
constexpr float kTagPadding = 6;
constexpr float kTagGap = 3;
constexpr float kOutside = 4; // edges beyond the pane are drawn this far outside of it
constexpr uint8_t kBandOpacity = 70;

float edgePixel(const TimelineScene &scene, Picoseconds time) {
  const double width = scene.viewport.widthPx();
  const double x = std::floor(scene.viewport.pixelOf(time));
  return static_cast<float>(
      std::clamp(x, -static_cast<double>(kOutside), width + static_cast<double>(kOutside)));
}

/// A tag whose middle is that of [x0, x1), as far as the pane allows.
void addLengthTag(const std::string &text, float x0, float x1, float y, const TextMeasure &measure,
                  DrawList &out) {
  const float width = std::ceil(measure.width(FontRole::Mono, text)) + 2 * kTagPadding;
  const float right = std::max(0.0f, out.clip().width - width);
  const PixelRect tag{std::clamp(std::floor((x0 + x1 - width) / 2), 0.0f, right), y, width,
                      kTagHeight};
  out.addRect(DrawLayer::Overlay,
              {.rect = tag, .fill = ColorToken::Accent, .corner = Corner::Soft});
  out.addText(DrawLayer::Overlay,
              {.box = tag,
               .font = FontRole::Mono,
               .align = TextAlign::Center,
               .color = ColorToken::OnAccent},
              text);
}

/// Above the band, else below it, so that it does not hide what is measured; else inside.
float tagTop(float top, float bottom, float height) {
  if (top >= kTagHeight + kTagGap)
    return top - kTagHeight - kTagGap;
  if (bottom + kTagGap + kTagHeight <= height)
    return bottom + kTagGap;
  return kTagGap;
}

void addBand(float x0, float x1, float top, float bottom, DrawList &out) {
  // Below the slices: their colours and names keep their contrast.
  out.addRect(DrawLayer::Grid, {.rect = {x0, top, std::max(1.0f, x1 - x0), bottom - top},
                                .fill = ColorToken::AccentMuted,
                                .opacity = kBandOpacity});
  for (const float x : {x0 + 0.5f, std::max(x0, x1 - 1) + 0.5f})
    out.addLine(DrawLayer::Overlay, {x, top, x, bottom, ColorToken::Accent, false});
}

} // namespace

const ClockLine *commonClock(const Trace &trace, std::span<const TrackId> tracks) {
  constexpr double kSameRate = 1e-3;
  const ClockLine *common = nullptr;
  for (const TrackId track : tracks) {
    const ClockLine *clock = trace.clock(trace.track(track).clock);
    if (clock == nullptr)
      continue;
    if (common == nullptr)
      common = clock;
    else if (std::fabs(clock->picosecondsPerCycle / common->picosecondsPerCycle - 1) > kSameRate)
      return nullptr;
  }
  return common;
}

std::string measuredText(TimeRange range, const ClockLine *clock) {
  return formatLength(range.length(), cyclesIn(clock, range));
}

void drawArea(const TimelineScene &scene, size_t first, size_t end, const TextMeasure &measure,
              DrawList &out) {
  if (!scene.area)
    return;
  const AreaMark &area = *scene.area;
  const float x0 = edgePixel(scene, area.range.begin);
  const float x1 = edgePixel(scene, area.range.end);
  // Neighbouring lines become one band.
  float top = 0;
  float bottom = -1e9f; // of the band before: none
  float highest = scene.height;
  float lowest = -1;
  const auto flush = [&] {
    if (bottom > top)
      addBand(x0, x1, top, bottom, out);
  };
  const auto items = scene.layout->items();
  for (size_t i = first; i < end; ++i) {
    const auto y = static_cast<float>(scene.screenTop(items[i]));
    if (y >= scene.height)
      break;
    if (!showsAnyOf(*scene.tree, items[i], area.tracks))
      continue;
    if (y != bottom) {
      flush();
      top = y;
    }
    bottom = y + items[i].height;
    highest = std::min(highest, y);
    lowest = bottom;
  }
  flush();
  const bool isInSight = x1 >= 0 && x0 <= out.clip().width;
  if (lowest > highest && isInSight)
    addLengthTag(measuredText(area.range, area.clock), x0, x1,
                 tagTop(highest, std::min(lowest, scene.height), scene.height), measure, out);
}

void drawMarkedLength(const TimelineScene &scene, const TextMeasure &measure, DrawList &out) {
  if (!scene.marked)
    return;
  addLengthTag(measuredText(*scene.marked, scene.clock), edgePixel(scene, scene.marked->begin),
               edgePixel(scene, scene.marked->end), kTagGap, measure, out);
}

} // namespace pstudio
