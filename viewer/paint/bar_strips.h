// SPDX-License-Identifier: Apache-2.0
// Bars that lie side by side as one image: a row of a large trace has thousands of one pixel each.
#pragma once

#include <QImage>

#include <span>
#include <utility>
#include <vector>

#include "viewer/geometry/draw_list.h"
#include "viewer/paint/theme.h"

class QPainter;

namespace pstudio {

/// Paints runs of rectangles with the same top and height, and runs of columns that stand on one
/// line. They are opaque fills on whole pixels, so that each pixel has the colour that filling one
/// after the other gives it. [thread: gui]
class BarStrips {
public:
  /// With fewer bars, single fills are as fast.
  static constexpr size_t kMinBars = 12;

  /// \param clip  that of the list. \param theme  must outlive this.
  BarStrips(const PixelRect &clip, const Theme &theme);

  /// The number of rectangles from the beginning of `rects` that one image can show; 0 if it is
  /// less than kMinBars. O(result).
  size_t countOf(std::span<const DrawRect> rects) const;
  /// Paints the rectangles. `painter` has a raster engine and no scale.
  void paint(QPainter &painter, std::span<const DrawRect> rects);

private:
  QRgb colorOf(const DrawRect &rect);
  std::pair<int, int> visibleColumns(std::span<const DrawRect> rects) const;
  void fillLines(const DrawRect &rect, int left);
  void fillStrip(std::span<const DrawRect> rects, int left, size_t width);
  void fillColumns(std::span<const DrawRect> rects, int left, size_t width, int top);

  int m_left, m_right; ///< pixels of the clip
  const Theme &m_theme;
  std::vector<QRgb> m_edgeLine, m_middleLine; ///< the first and the last line; the others
  std::vector<QRgb> m_pixels;
  struct KnownColor {
    uint32_t key = UINT32_MAX;
    QRgb color = 0;
  };
  std::vector<KnownColor> m_colors;
};

} // namespace pstudio
