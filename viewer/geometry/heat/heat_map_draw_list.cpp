// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/heat/heat_map_draw_list.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

constexpr float kHeading = 44, kBareTop = 8; // without a heading: half of a label
constexpr float kTitleOnly = 26;             // heading of a map without notes
constexpr float kHeightOfNotes = 160, kHeightOfTitle = 100;
constexpr float kAxisBelow = 36;
constexpr float kLetter = 6.6f, kBesideLetters = 16; // of a label: the font's advance; the mark
constexpr float kMinLabels = 56, kMaxLabels = 150, kMaxLabelsSmall = 80;
constexpr float kUsualLabels = 116, kUsualLabelsSmall = 60; // for labels of unknown length
constexpr float kLegend = 96;
constexpr float kFullLegend = 140; // height of a plot from which on it has swatches and a scale
constexpr float kBarWidth = 14;
constexpr float kSmallWidth = 420; // of a picture with less room for labels
constexpr float kLine = 14;
constexpr float kTileLeast = 12; // pixels of a tile whose outline is drawn
constexpr float kDetailRoom = 30;
constexpr size_t kMaxOutlines = 512;

float pixelOf(const PixelRect &plot, HeatRange visible, double at, bool isX) {
  const double share = (at - visible.begin) / visible.length();
  const auto size = static_cast<double>(isX ? plot.width : plot.height);
  const auto from = static_cast<double>(isX ? plot.x : plot.y);
  // Clamped, because a float cannot represent distant places exactly.
  return static_cast<float>(std::clamp(from + share * size, -1e6, 1e6));
}

PixelRect unclipped(const PixelRect &plot, const HeatArea &visible, const HeatArea &area) {
  const float x0 = pixelOf(plot, visible.x, area.x.begin, true);
  const float x1 = pixelOf(plot, visible.x, area.x.end, true);
  const float y0 = pixelOf(plot, visible.y, area.y.begin, false);
  const float y1 = pixelOf(plot, visible.y, area.y.end, false);
  return {x0, y0, x1 - x0, y1 - y0};
}

PixelRect clippedTo(const PixelRect &r, const PixelRect &clip) {
  const float x0 = std::max(r.x, clip.x), x1 = std::min(r.right(), clip.right());
  const float y0 = std::max(r.y, clip.y), y1 = std::min(r.bottom(), clip.bottom());
  return {x0, y0, std::max(0.0f, x1 - x0), std::max(0.0f, y1 - y0)};
}

/// Draws one map. The members are used by all parts.
class HeatMapPainter {
public:
  HeatMapPainter(const HeatMapScene &scene, const TextMeasure &measure, DrawList &list)
      : m_scene(scene), m_measure(measure), m_list(list), m_plot(scene.layout.plot) {}

  void draw() {
    m_list.clear(m_scene.layout.all);
    drawHeading();
    drawCells();
    drawYAxis();
    drawXAxis();
    drawTiles();
    drawAreas(m_scene.marks, 2);
    drawPointer();
    drawLegend();
  }

private:
  void text(PixelRect box, std::string_view words, FontRole font, ColorToken color,
            TextAlign align = TextAlign::Left) {
    const std::string shown = elided(m_measure, font, words, box.width);
    if (!shown.empty())
      m_list.addText(DrawLayer::Label, {.box = box, .font = font, .align = align, .color = color},
                     shown);
  }

  void drawHeading() {
    const PixelRect &box = m_scene.layout.heading;
    if (box.height <= 0)
      return;
    const HeatMeasure measure = m_scene.source->measure();
    // The title has precedence. In a narrow map the card of the legend states the meaning of the
    // colour.
    const std::string title = m_scene.source->title();
    const std::string full = title + ", colour = " + measure.name;
    const bool isNarrow = m_measure.width(FontRole::BodyBold, full) > box.width;
    text({box.x, box.y, box.width, 18}, isNarrow && box.height < kHeading - 4 ? title : full,
         FontRole::BodyBold, ColorToken::Text);
    if (box.height < kHeading - 4)
      return;
    std::string notes = m_scene.isEstimate ? "Estimate; exact counting is in progress. " : "";
    notes += zoomNote();
    for (const std::string &note : m_scene.source->notes())
      notes += note + " ";
    const float x = std::max(box.x, m_plot.x);
    text({x, box.y + 18, box.right() - x, 16}, notes, FontRole::Small, ColorToken::TextMuted);
  }

  /// "Zoomed to 12.5 % of the width. "; empty if all is visible.
  std::string zoomNote() const {
    const auto part = [](HeatRange visible, const HeatAxis &axis, const char *side) {
      const double share = visible.length() / axis.length;
      return share < 1 - 1e-9 ? formatPercent(share) + " of the " + side : std::string();
    };
    const std::string width = part(m_scene.visible.x, m_scene.source->xAxis(), "width");
    const std::string height = part(m_scene.visible.y, m_scene.source->yAxis(), "height");
    if (width.empty() && height.empty())
      return "";
    return "Zoomed to " + width + (width.empty() || height.empty() ? "" : " and ") + height + ". ";
  }

  /// Draws the hatched background only where no cells hide it, because hatching is slow.
  void drawGround() {
    std::vector<std::pair<float, float>> hidden; // from, to
    for (const HeatImage &image : m_scene.images)
      if (!image.hasHoles && image.area.x.begin <= m_scene.visible.x.begin &&
          image.area.x.end >= m_scene.visible.x.end) {
        const PixelRect r = unclipped(m_plot, m_scene.visible, image.area);
        hidden.emplace_back(r.y, r.bottom());
      }
    std::ranges::sort(hidden);
    float y = m_plot.y;
    const auto hatch = [&](float end) {
      if (end > y)
        m_list.addRect(DrawLayer::Ground, {.rect = {m_plot.x, y, m_plot.width, end - y},
                                           .fill = ColorToken::HeatNoData,
                                           .hatched = true});
    };
    for (const auto &[from, to] : hidden) {
      hatch(std::min(from, m_plot.bottom()));
      y = std::max(y, to);
    }
    hatch(m_plot.bottom());
  }

  void drawCells() {
    drawGround();
    const HeatMeasure::Kind kind = m_scene.source->measure().kind;
    for (const HeatImage &image : m_scene.images)
      m_list.addRaster(
          DrawLayer::Grid,
          {.rect = unclipped(m_plot, m_scene.visible, image.area),
           .clip = m_plot,
           .columns = image.columns,
           .rows = image.rows,
           .ramp = kind == HeatMeasure::Kind::Category ? ColorRamp::Categories : ColorRamp::Heat},
          image.cells);
    m_list.addRect(DrawLayer::Label,
                   {.rect = {m_plot.x - 1, m_plot.y - 1, m_plot.width + 2, m_plot.height + 2},
                    .outline = m_scene.isFocused ? ColorToken::Accent : ColorToken::Border});
  }

  void drawYAxis() {
    const auto ticks = m_scene.source->yTicks(m_scene.visible.y, m_plot.height);
    const float width = m_plot.x - m_scene.layout.all.x - 10;
    if (m_plot.y >= kHeading)
      text({m_scene.layout.all.x, m_plot.y - kLine - 6, width, kLine},
           m_scene.source->yAxis().title, FontRole::Small, ColorToken::TextMuted, TextAlign::Right);
    for (size_t i = 0; i < ticks.size(); ++i) {
      const float y = std::round(pixelOf(m_plot, m_scene.visible.y, ticks[i].at, false));
      m_list.addLine(DrawLayer::Label, {m_plot.x - 5, y, m_plot.x - 1, y, ColorToken::TextMuted});
      if (ticks[i].isEdge && y > m_plot.y + 1)
        m_list.addLine(DrawLayer::Data,
                       {m_plot.x, y, m_plot.right(), y, ColorToken::Border, false});
      const float x = m_scene.layout.all.x;
      text({x, y - kLine / 2, width, kLine}, ticks[i].label, FontRole::MonoSmall,
           ticks[i].isEdge ? ColorToken::Text : ColorToken::TextMuted, TextAlign::Right);
      const float next = i + 1 < ticks.size()
                             ? pixelOf(m_plot, m_scene.visible.y, ticks[i + 1].at, false)
                             : m_plot.bottom() + kLine;
      if (!ticks[i].detail.empty() && next - y >= kDetailRoom)
        text({x, y + kLine / 2 - 1, width, kLine}, ticks[i].detail, FontRole::MonoSmall,
             ColorToken::TextMuted, TextAlign::Right);
    }
  }

  void drawXAxis() {
    const float top = m_plot.bottom();
    float free = m_scene.layout.all.x; // pixels from here on have no label yet
    for (const HeatTick &tick : m_scene.source->xTicks(m_scene.visible.x, m_plot.width)) {
      const float x = std::round(pixelOf(m_plot, m_scene.visible.x, tick.at, true));
      m_list.addLine(DrawLayer::Label, {x, top + 1, x, top + 5, ColorToken::TextMuted});
      const float width = m_measure.width(FontRole::MonoSmall, tick.label) + 4;
      const float left = std::min(x - width / 2, m_scene.layout.all.right() - width);
      if (left < free)
        continue;
      text({left, top + 6, width, kLine}, tick.label, FontRole::MonoSmall, ColorToken::TextMuted,
           TextAlign::Center);
      free = left + width + 4;
    }
    text({m_plot.x, top + 20, m_plot.width, kLine}, m_scene.source->xAxis().title, FontRole::Small,
         ColorToken::TextMuted, TextAlign::Center);
  }

  void drawTiles() {
    const std::optional<HeatArea> tile = m_scene.source->tile();
    if (!tile)
      return;
    const PixelRect one = unclipped(m_plot, m_scene.visible, *tile);
    if (one.width < kTileLeast || one.height < kTileLeast)
      return;
    const auto lines = [](HeatRange visible, HeatRange tiles, const auto &draw) {
      const double step = tiles.length();
      for (double at = tiles.begin + std::ceil((visible.begin - tiles.begin) / step) * step;
           at < visible.end; at += step)
        draw(at);
    };
    lines(m_scene.visible.x, tile->x, [&](double at) {
      const float x = std::floor(pixelOf(m_plot, m_scene.visible.x, at, true));
      if (x > m_plot.x)
        tileLine({x, m_plot.y, 1, m_plot.height}, {x - 1, m_plot.y, 1, m_plot.height});
    });
    lines(m_scene.visible.y, tile->y, [&](double at) {
      const float y = std::floor(pixelOf(m_plot, m_scene.visible.y, at, false));
      if (y > m_plot.y)
        tileLine({m_plot.x, y, m_plot.width, 1}, {m_plot.x, y - 1, m_plot.width, 1});
    });
  }

  /// A light line beside a dark one: one of them is visible on every colour. Both are translucent.
  void tileLine(const PixelRect &one, const PixelRect &other) {
    m_list.addRect(DrawLayer::Data, {.rect = one, .fill = ColorToken::HeatMark, .opacity = 70});
    m_list.addRect(DrawLayer::Data,
                   {.rect = other, .fill = ColorToken::HeatMarkUnder, .opacity = 110});
  }

  /// An outline that is visible on every colour: a dark line within a light one, or the other way
  /// round.
  void outline(PixelRect r, float width = 1) {
    // A small rectangle is enlarged to at least 6 pixels.
    const float growX = std::max(0.0f, (6 - r.width) / 2),
                growY = std::max(0.0f, (6 - r.height) / 2);
    const float x0 = std::floor(r.x - growX), x1 = std::ceil(r.right() + growX);
    const float y0 = std::floor(r.y - growY), y1 = std::ceil(r.bottom() + growY);
    m_list.addRect(DrawLayer::Overlay, {.rect = {x0 - 1, y0 - 1, x1 - x0 + 2, y1 - y0 + 2},
                                        .outline = ColorToken::HeatMarkUnder,
                                        .outlineWidth = width + 2});
    m_list.addRect(DrawLayer::Overlay, {.rect = {x0, y0, x1 - x0, y1 - y0},
                                        .outline = ColorToken::HeatMark,
                                        .outlineWidth = width});
  }

  void drawAreas(std::span<const HeatArea> areas, float width) {
    for (size_t i = 0; i < std::min(areas.size(), kMaxOutlines); ++i) {
      const PixelRect r = pixelsOf(m_scene.layout, m_scene.visible, areas[i]);
      if (r.width > 0 && r.height > 0)
        outline(r, width);
    }
  }

  void drawPointer() {
    if (m_scene.hovered) {
      const PixelRect r = pixelsOf(m_scene.layout, m_scene.visible, *m_scene.hovered);
      if (r.width > 0 && r.height > 0)
        outline(r);
    }
    if (!m_scene.rubberBand)
      return;
    const PixelRect r = pixelsOf(m_scene.layout, m_scene.visible, *m_scene.rubberBand);
    m_list.addRect(
        DrawLayer::Overlay,
        {.rect = r, .fill = ColorToken::AccentMuted, .outline = ColorToken::Accent, .opacity = 60});
  }

  void swatch(float y, ColorToken fill, bool isHatched, std::string_view words) {
    const PixelRect &bar = m_scene.layout.bar;
    m_list.addRect(DrawLayer::Label, {.rect = {bar.x, y, bar.width, 10},
                                      .fill = fill,
                                      .outline = isHatched ? ColorToken::None : ColorToken::Border,
                                      .hatched = isHatched});
    if (isHatched)
      m_list.addRect(DrawLayer::Label,
                     {.rect = {bar.x, y, bar.width, 10}, .outline = ColorToken::Border});
    legendText(y + 5, words);
  }

  void legendText(float middle, std::string_view words, ColorToken color = ColorToken::TextMuted) {
    const float x = m_scene.layout.bar.right() + 7;
    text({x, middle - kLine / 2, m_scene.layout.all.right() - x, kLine}, words, FontRole::MonoSmall,
         color);
  }

  void drawLegend() {
    const PixelRect &bar = m_scene.layout.bar;
    if (bar.width <= 0 || !m_scene.scale)
      return;
    const HeatMeasure measure = m_scene.source->measure();
    if (measure.kind == HeatMeasure::Kind::Category)
      drawCategories(measure);
    else
      drawBar();
    if (m_scene.layout.scaleButton.height <= 0)
      return;
    float y = bar.bottom() + 8;
    if (measure.kind == HeatMeasure::Kind::Count && !measure.isZeroData) {
      swatch(y, ColorToken::Canvas, false, "0");
      y += kLine;
    }
    swatch(y, ColorToken::HeatNoData, true, "no data");
    if (measure.kind != HeatMeasure::Kind::Category)
      drawScaleName();
  }

  /// Draws the name of the scale as a button if it can be chosen here, else as text.
  void drawScaleName() {
    const PixelRect &button = m_scene.layout.scaleButton;
    const HeatScaleKind kind = m_scene.scale->kind();
    if (m_scene.isScaleChosenHere) {
      m_list.addRect(DrawLayer::Label, {.rect = button,
                                        .fill = ColorToken::Raised,
                                        .outline = ColorToken::Border,
                                        .corner = Corner::Soft});
      text({button.x + 6, button.y, button.width - 12, button.height}, heatScaleName(kind),
           FontRole::Small, ColorToken::Text);
      return;
    }
    text({button.x, button.y, m_scene.layout.all.right() - button.x, button.height},
         std::string(heatScaleName(kind)) + (kind == HeatScaleKind::Quantiles ? "" : " scale"),
         FontRole::Small, ColorToken::TextMuted);
  }

  void drawBar() {
    const PixelRect &bar = m_scene.layout.bar;
    std::array<uint8_t, kHeatLast - kHeatFirst + 1> entries{};
    for (size_t i = 0; i < entries.size(); ++i)
      entries[i] = static_cast<uint8_t>(kHeatLast - i); // hot on top
    m_list.addRaster(DrawLayer::Label,
                     {.rect = bar, .clip = bar, .columns = 1, .rows = uint32_t{entries.size()}},
                     entries);
    const auto most = static_cast<size_t>(std::max(2.0f, bar.height / 26));
    const HeatLegend legend = m_scene.scale->legend(most);
    if (!legend.unit.empty())
      text({bar.x, bar.y - 20, m_scene.layout.all.right() - bar.x, kLine}, legend.unit,
           FontRole::Small, ColorToken::TextMuted);
    float last = 1e6f;
    for (const HeatScaleTick &tick : legend.ticks) {
      const float y = bar.bottom() - static_cast<float>(tick.place) * bar.height;
      if (last - y < kLine - 2)
        continue;
      m_list.addLine(DrawLayer::Label, {bar.right(), std::round(y), bar.right() + 4, std::round(y),
                                        ColorToken::TextMuted});
      legendText(y, tick.label, ColorToken::Text);
      last = y;
    }
  }

  void drawCategories(const HeatMeasure &measure) {
    const PixelRect &bar = m_scene.layout.bar;
    text({bar.x, bar.y - 20, m_scene.layout.all.right() - bar.x, kLine}, measure.category,
         FontRole::Small, ColorToken::TextMuted);
    float y = bar.y;
    for (uint32_t i = 0; i < kHeatCategories && y + 10 <= bar.bottom(); ++i, y += kLine) {
      const uint8_t entry = static_cast<uint8_t>(kHeatFirst + i);
      const PixelRect box{bar.x, y, bar.width, 10};
      m_list.addRaster(
          DrawLayer::Label,
          {.rect = box, .clip = box, .columns = 1, .rows = 1, .ramp = ColorRamp::Categories},
          std::span(&entry, 1));
      legendText(y + 5, std::to_string(i) + ", " + std::to_string(i + kHeatCategories) + ", ..");
    }
  }

  const HeatMapScene &m_scene;
  const TextMeasure &m_measure;
  DrawList &m_list;
  const PixelRect m_plot;
};

} // namespace

std::vector<HeatImage> heatImages(const HeatPatches &patches, const HeatScale &scale) {
  std::vector<HeatImage> images;
  for (const HeatPatch &patch : patches) {
    HeatImage &image =
        images.emplace_back(HeatImage{patch.area, patch.grid.columns, patch.grid.rows, {}, false});
    image.cells.reserve(patch.grid.cells.size());
    for (const double value : patch.grid.cells)
      image.cells.push_back(scale.indexOf(value));
    image.hasHoles = std::ranges::find(image.cells, kHeatNoData) != image.cells.end();
  }
  return images;
}

namespace {

/// Space for labels of this number of letters.
float labelRoom(uint32_t letters, bool isSmall) {
  if (letters == 0)
    return isSmall ? kUsualLabelsSmall : kUsualLabels;
  const float needed = std::ceil(static_cast<float>(letters) * kLetter) + kBesideLetters;
  return std::clamp(needed, kMinLabels, isSmall ? kMaxLabelsSmall : kMaxLabels);
}

} // namespace

HeatMapLayout HeatMapLayout::of(float width, float height, uint32_t letters, double aspect) {
  HeatMapLayout layout;
  layout.all = {0, 0, width, height};
  const bool isSmall = width < kSmallWidth;
  const float heading = height >= kHeightOfNotes   ? kHeading
                        : height >= kHeightOfTitle ? kTitleOnly
                                                   : kBareTop;
  const float left = labelRoom(letters, isSmall);
  const float right = isSmall && width < 260 ? 8 : kLegend;
  const float title = isSmall ? 8 : left; // a long title also uses the space above the labels
  layout.heading = {title, 2, std::max(0.0f, width - title - 8),
                    heading > kBareTop ? heading - 4 : 0};
  layout.plot = {left, heading, std::max(1.0f, width - left - right),
                 std::max(1.0f, height - heading - kAxisBelow)};
  if (aspect > 0) {
    const float square = layout.plot.height * static_cast<float>(aspect);
    layout.plot.width = std::min(layout.plot.width, std::max(square, kLeastPlot));
  }
  if (right < kLegend)
    return layout;
  const bool isLow = layout.plot.height < kFullLegend;
  const float top = heading + 20, bottom = layout.plot.bottom() - (isLow ? 0 : 64);
  layout.bar = {layout.plot.right() + 16, top, kBarWidth, std::max(8.0f, bottom - top)};
  if (isLow)
    return layout;
  layout.scaleButton = {layout.bar.x, layout.plot.bottom() - 20, kLegend - 24, 20};
  return layout;
}

uint32_t HeatMapLayout::columns() const {
  return static_cast<uint32_t>(std::max(1.0f, std::round(plot.width)));
}

uint32_t HeatMapLayout::rows() const {
  return static_cast<uint32_t>(std::max(1.0f, std::round(plot.height)));
}

void drawHeatMap(const HeatMapScene &scene, const TextMeasure &measure, DrawList &list) {
  HeatMapPainter(scene, measure, list).draw();
}

PixelRect pixelsOf(const HeatMapLayout &layout, const HeatArea &visible, const HeatArea &area) {
  return clippedTo(unclipped(layout.plot, visible, area), layout.plot);
}

std::optional<HeatCellHit> hitHeatCell(const HeatPatches &patches, double x, double y) {
  for (size_t i = patches.size(); i-- > 0;) {
    const HeatPatch &patch = patches[i];
    if (!patch.area.contains(x, y) || patch.grid.cells.empty())
      continue;
    const auto indexOf = [](HeatRange range, double at, uint32_t count) {
      return std::min(static_cast<uint32_t>((at - range.begin) / range.length() * count),
                      count - 1);
    };
    const auto cellAt = [](HeatRange range, uint32_t index, uint32_t count) {
      const double size = range.length() / count;
      return HeatRange{range.begin + index * size, range.begin + (index + 1) * size};
    };
    const uint32_t column = indexOf(patch.area.x, x, patch.grid.columns);
    const uint32_t row = indexOf(patch.area.y, y, patch.grid.rows);
    return HeatCellHit{{cellAt(patch.area.x, column, patch.grid.columns),
                        cellAt(patch.area.y, row, patch.grid.rows)},
                       patch.grid.at(column, row)};
  }
  return std::nullopt;
}

} // namespace pstudio
