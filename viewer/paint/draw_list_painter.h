// SPDX-License-Identifier: Apache-2.0
// Replays draw lists with QPainter, and measures text for the geometry that makes them.
#pragma once

#include <cstdint>
#include <memory>

#include <QFont>
#include <QPointF>

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/text_measure.h"
#include "viewer/paint/theme.h"

class QPainter;

namespace pstudio {

/// Shaping of texts into glyphs.
enum class TextShaping : uint8_t {
  Full, ///< all features of the font: kerning, ligatures, contextual alternates
  /// One glyph for each character. A PDF file maps glyphs back to characters by the font's
  /// character map, which does not hold alternates: copied text would lose the x of "16 x 32".
  None,
};

/// The shaping of texts that this painter paints.
TextShaping shapingFor(const QPainter &painter);

/// The same font with this shaping.
QFont withShaping(QFont font, TextShaping shaping);

/// Widths and laid-out lines of text, kept between frames: shaping the same scope name for every
/// bar would make a frame slow. Keep one per view. [thread: gui, or one thread of its own]
class TextCache : public TextMeasure {
public:
  /// For the window: texts have the size of windowFont().
  TextCache();
  /// For pictures: texts have the size of fontFor().
  explicit TextCache(TextShaping shaping);
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
