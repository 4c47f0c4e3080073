// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/timeline/path_draw_list.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace pstudio {
namespace {

constexpr float kPathWidth = 3;
constexpr float kBesidePane = 4; // edges beyond the pane are drawn this far outside of it

/// Draws pieces in the order of time.
class PathPainter {
public:
  PathPainter(const TimelineScene &scene, size_t first, size_t end, DrawList &out)
      : m_scene(scene), m_first(first), m_end(end), m_out(out) {}

  void draw() {
    const TimeRange visible = m_scene.viewport.visible();
    const auto from = std::ranges::partition_point(
        m_scene.path, [&](const PathMark &mark) { return mark.time.end <= visible.begin; });
    for (auto mark = from; mark != m_scene.path.end() && mark->time.begin < visible.end; ++mark)
      add(*mark);
    flush();
  }

private:
  float pixelOf(Picoseconds time) const {
    return static_cast<float>(
        std::clamp(std::floor(m_scene.viewport.pixelOf(time)), -static_cast<double>(kBesidePane),
                   m_scene.viewport.widthPx() + static_cast<double>(kBesidePane)));
  }

  /// Bottom of the line that shows the track; none if another list draws the line.
  std::optional<float> bottomOf(TrackId track) const {
    const size_t index = m_scene.layout->itemOf(*m_scene.tree, m_scene.tree->nodeOf(track));
    if (index < m_first || index >= m_end)
      return std::nullopt;
    const LayoutItem &item = m_scene.layout->items()[index];
    return static_cast<float>(m_scene.screenTop(item)) + item.height;
  }

  void add(const PathMark &mark) {
    const float left = pixelOf(mark.time.begin);
    const float right = std::max(left + 1, pixelOf(mark.time.end));
    const std::optional<float> bottom = bottomOf(mark.track);
    if (bottom && m_bottom == bottom) {
      m_right = std::max(m_right, right);
      return;
    }
    flush();
    if (m_bottom && bottom && left != m_crossed) { // one line for each pixel column
      const auto [top, low] = std::minmax(*m_bottom, *bottom);
      m_out.addRect(DrawLayer::Overlay,
                    {.rect = {left, top - kPathWidth, 1, low - top}, .fill = ColorToken::Accent});
      m_crossed = left;
    }
    m_bottom = bottom;
    m_left = left;
    m_right = right;
  }

  /// Draws the collected pieces, which are on one line.
  void flush() {
    if (!m_bottom)
      return;
    m_out.addRect(DrawLayer::Overlay,
                  {.rect = {m_left, *m_bottom - kPathWidth, m_right - m_left, kPathWidth},
                   .fill = ColorToken::Accent});
  }

  const TimelineScene &m_scene;
  size_t m_first, m_end;
  DrawList &m_out;
  std::optional<float> m_bottom; ///< of the line that the path is on; none: not drawn
  float m_left = 0, m_right = 0;
  float m_crossed = -1e9f; ///< where the last vertical line is
};

} // namespace

void drawPath(const TimelineScene &scene, size_t first, size_t end, DrawList &out) {
  if (!scene.path.empty())
    PathPainter(scene, first, end, out).draw();
}

} // namespace pstudio
