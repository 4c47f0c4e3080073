// SPDX-License-Identifier: Apache-2.0
// Draw lists as plain numbers: geometry creates them without Qt, viewer/paint replays them, and
// tests compare them as text.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/geometry/color_token.h"

namespace pstudio {

/// A rectangle in logical pixels, x to the right and y down. Half-open: [x, x + width).
struct PixelRect {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;
  constexpr float right() const { return x + width; }
  constexpr float bottom() const { return y + height; }
  constexpr bool contains(float px, float py) const {
    return px >= x && px < right() && py >= y && py < bottom();
  }
  constexpr bool operator==(const PixelRect &) const = default;
};

/// The type scale and its two families (ui.md: 11/12/14/18, mono for aligned numbers).
enum class FontRole : uint8_t {
  Small,     ///< 11, interface family
  Body,      ///< 12
  BodyBold,  ///< 12, demi-bold
  Heading,   ///< 14, demi-bold
  Title,     ///< 18, demi-bold
  MonoSmall, ///< 11, fixed width
  Mono,      ///< 12, fixed width
  Count
};

enum class TextAlign : uint8_t { Left, Center, Right };

/// Shape of the corners of a filled rectangle.
enum class Corner : uint8_t {
  Square,
  Soft, ///< one pixel less at each corner: looks rounded and costs two plain fills
  Round ///< fully rounded ends (antialiased)
};

struct DrawRect {
  PixelRect rect;
  ColorToken fill = ColorToken::None;
  ColorToken outline = ColorToken::None; ///< drawn inside the rectangle
  Corner corner = Corner::Square;
  uint8_t opacity = 255; ///< 0 is fully transparent
  uint8_t tint = 255;    ///< less than 255: mixed with the canvas, and still opaque
  float outlineWidth = 1;
  bool dashed = false;  ///< dashed outline: the end of the rectangle is unknown
  bool hatched = false; ///< filled with thin diagonal lines instead: no data
};

/// Cells of equal size, each with its own colour of a ramp.
struct DrawRaster {
  PixelRect rect;                 ///< all cells
  PixelRect clip;                 ///< visible part of the cells
  uint32_t columns = 0, rows = 0; ///< row 0 at the top
  size_t offset = 0;              ///< into the list's cells
  ColorRamp ramp = ColorRamp::Heat;
};

struct DrawLine {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  ColorToken color = ColorToken::None;
  bool dashed = false;
};

/// A cubic Bezier curve, or a small filled triangle if `filled` (its first three points).
struct DrawCurve {
  std::array<float, 8> points{}; ///< x0 y0 x1 y1 x2 y2 x3 y3
  ColorToken color = ColorToken::None;
  float width = 1.5f;
  bool filled = false;
};

/// One line of text, vertically centred in `box` and clipped to it.
struct DrawText {
  PixelRect box;
  uint32_t offset = 0; ///< into DrawList::text
  uint32_t length = 0; ///< bytes of UTF-8
  FontRole font = FontRole::Body;
  TextAlign align = TextAlign::Left;
  ColorToken color = ColorToken::Text;
};

/// Layers from the back to the front. Order within a layer: rasters, rectangles, lines, curves,
/// text.
enum class DrawLayer : uint8_t { Ground, Grid, Data, Label, Overlay, Count };

/// One picture, to be replayed inside `clip`. clear() keeps the memory, so a list that is reused
/// for every frame stops allocating. [not thread-safe]
class DrawList {
public:
  struct Layer {
    std::vector<DrawRaster> rasters;
    std::vector<DrawRect> rects;
    std::vector<DrawLine> lines;
    std::vector<DrawCurve> curves;
    std::vector<DrawText> texts;
  };

  /// Starts a new picture, which is clipped to `clip`.
  void clear(PixelRect clip);
  PixelRect clip() const { return m_clip; }

  void addRect(DrawLayer layer, const DrawRect &rect) { at(layer).rects.push_back(rect); }
  void addLine(DrawLayer layer, const DrawLine &line) { at(layer).lines.push_back(line); }
  void addCurve(DrawLayer layer, const DrawCurve &curve) { at(layer).curves.push_back(curve); }
  /// Copies `cells`, one ramp entry per cell, row by row, and sets the offset of `raster`.
  void addRaster(DrawLayer layer, DrawRaster raster, std::span<const uint8_t> cells);
  /// Copies `text` and sets offset and length of `run`.
  void addText(DrawLayer layer, DrawText run, std::string_view text);

  const Layer &layer(DrawLayer layer) const { return m_layers[static_cast<size_t>(layer)]; }
  std::string_view text(const DrawText &run) const {
    return std::string_view(m_text).substr(run.offset, run.length);
  }
  std::span<const uint8_t> cells(const DrawRaster &raster) const {
    return std::span(m_cells).subspan(raster.offset, size_t{raster.columns} * raster.rows);
  }
  /// Number of rectangles in all layers.
  size_t rectCount() const;

  /// One line of text per command, layers in order: for golden tests and bug reports.
  std::string toText() const;

private:
  Layer &at(DrawLayer layer) { return m_layers[static_cast<size_t>(layer)]; }

  PixelRect m_clip;
  std::array<Layer, static_cast<size_t>(DrawLayer::Count)> m_layers;
  std::string m_text;
  std::vector<uint8_t> m_cells;
};

/// A stable name of the token, for the text form of draw lists.
std::string_view colorTokenName(ColorToken token);

} // namespace pstudio
