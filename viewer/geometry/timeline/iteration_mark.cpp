// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/timeline/iteration_mark.h"

#include <algorithm>
#include <cmath>

namespace pstudio {
namespace {

constexpr double kBeyondPane = 8; // edges beyond the pane are drawn this far outside of it
constexpr uint8_t kIterationOpacity = 22;

} // namespace

void drawIterationExtent(const TimelineScene &scene, DrawList &out) {
  if (!scene.iteration)
    return;
  const double width = scene.viewport.widthPx();
  const auto pixel = [&](Picoseconds time) {
    return static_cast<float>(
        std::clamp(std::floor(scene.viewport.pixelOf(time)), -kBeyondPane, width + kBeyondPane));
  };
  const float begin = pixel(scene.iteration->begin), end = pixel(scene.iteration->end);
  if (end < 0 || static_cast<double>(begin) > width)
    return;
  out.addRect(DrawLayer::Overlay, {.rect = {begin, 0, end - begin, scene.height},
                                   .fill = ColorToken::Accent,
                                   .opacity = kIterationOpacity});
  for (const float edge : {begin, end})
    out.addLine(DrawLayer::Overlay,
                {edge + 0.5f, 0, edge + 0.5f, scene.height, ColorToken::Accent});
}

} // namespace pstudio
