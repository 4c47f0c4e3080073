// SPDX-License-Identifier: Apache-2.0
// Draws the times of the last frames.
#include "viewer/widgets/timeline/frame_overlay.h"

#include <QRectF>

#include <cmath>

#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

std::string frameTimeText(const std::optional<double> &milliseconds) {
  return milliseconds ? fixedText(*milliseconds, 1) + " ms" : kUnknownText;
}

} // namespace

std::string FrameOverlay::text() const {
  return frameTimeText(m_times.newest()) + " a frame, p99 of " +
         formatCount(static_cast<int64_t>(m_times.count())) + ": " +
         frameTimeText(m_times.percentile99());
}

void FrameOverlay::paint(QPainter &painter, TextCache &texts, const Theme &theme,
                         const QRectF &pane) const {
  if (!m_isShown)
    return;
  const std::string shown = text();
  const float width = std::ceil(texts.width(FontRole::MonoSmall, shown)) + 12;
  const PixelRect box{0, 0, width, 18};
  DrawList list;
  list.clear(box);
  list.addRect(DrawLayer::Ground,
               {.rect = box, .fill = ColorToken::Raised, .outline = ColorToken::Border});
  list.addText(DrawLayer::Label,
               {.box = box, .font = FontRole::MonoSmall, .align = TextAlign::Center}, shown);
  paintDrawList(painter, list, theme, texts,
                {pane.right() - static_cast<double>(width) - 4, pane.top() + 4});
}

} // namespace pstudio
