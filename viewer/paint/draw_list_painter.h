// SPDX-License-Identifier: Apache-2.0
// Replays draw lists with QPainter, and measures text for the geometry that makes them.
#pragma once

#include <memory>

#include <QPointF>

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/text_measure.h"
#include "viewer/paint/theme.h"

class QPainter;

namespace pstudio {

/// Widths and laid-out lines of text, kept between frames: shaping the same scope name for every
/// bar is what would make a frame slow. Keep one per view. [thread: gui, or one thread of its own]
class TextCache : public TextMeasure {
public:
  TextCache();
  ~TextCache() override;
  float width(FontRole font, std::string_view text) const override;

private:
  friend class DrawListPainter;
  struct Data;
  std::unique_ptr<Data> m_data;
};

/// Paints the list with its origin at `origin`, clipped to the list's clip.
void paintDrawList(QPainter &painter, const DrawList &list, const Theme &theme, TextCache &texts,
                   QPointF origin = {});

} // namespace pstudio
