// SPDX-License-Identifier: Apache-2.0
// Draws what stands around the tracks: their names, the time ruler and the minimap.
#include <algorithm>
#include <cmath>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/short_names.h"
#include "viewer/geometry/time_style.h"
#include "viewer/geometry/timeline/note_marks.h"
#include "viewer/geometry/timeline/ruler.h"
#include "viewer/geometry/timeline/search_marks.h"
#include "viewer/geometry/timeline/timeline_draw_list.h"
#include "viewer/geometry/timeline/warp_accesses.h"

namespace pstudio {
namespace {

constexpr float kIndentStep = 12;
constexpr float kTextOffset = 12; // from the triangle to the text
constexpr float kHitMark = 5;     // height of a mark in the minimap

void addTriangle(DrawList &out, float x, float middle, bool isFolded) {
  DrawCurve triangle;
  triangle.filled = true;
  triangle.color = ColorToken::TextMuted;
  if (isFolded)
    triangle.points = {x + 1, middle - 4, x + 6, middle, x + 1, middle + 4, 0, 0};
  else
    triangle.points = {x - 1, middle - 2.5f, x + 7, middle - 2.5f, x + 3, middle + 2.5f, 0, 0};
  out.addCurve(DrawLayer::Data, triangle);
}

/// "2 CTAs, 24 warps", or only the warps, or nothing: the longest that fits into `available`. Of a
/// heading for a warp of several CTAs "of 16 CTAs".
std::string contentsOf(const DisplayNode &node, float available, const TextMeasure &measure) {
  auto plural = [](uint32_t count, const char *one) {
    return count == 0 ? std::string() : formatCount(count) + " " + one + (count == 1 ? "" : "s");
  };
  const std::string ctas = plural(node.ctaCount, "CTA");
  const std::string warps = plural(node.warpCount, "warp");
  if (node.kind == TrackKind::Warp && !node.track.isValid()) // one warp of each CTA
    return measure.width(FontRole::Small, "of " + plural(node.warpCount, "CTA")) <= available
               ? "of " + plural(node.warpCount, "CTA")
               : std::string();
  const std::string both = ctas.empty() || warps.empty() ? ctas + warps : ctas + ", " + warps;
  for (const std::string &text : {both, warps})
    if (measure.width(FontRole::Small, text) <= available)
      return text;
  return {};
}

/// The part of a line that its name is centred on: the first row.
float nameHeight(const TrackLayout &layout, const LayoutItem &item) {
  const LayoutMetrics &metrics = layout.metrics();
  if (item.content == ItemContent::Bars)
    return metrics.barHeight + 2 * metrics.trackPadding;
  if (item.content == ItemContent::Lanes)
    return metrics.lanePitch;
  return item.height;
}

void addName(const TimelineScene &scene, const LayoutItem &item, float y, float width,
             const TextMeasure &measure, DrawList &out) {
  const DisplayNode &node = scene.tree->node(item.node);
  const bool isEmpty =
      item.content == ItemContent::Strip && node.childCount == 0 && !node.scope.isValid();
  const bool isHeading = item.content == ItemContent::Strip && !isEmpty;
  const bool isLanes = item.content == ItemContent::Lanes;
  const FontRole font = isHeading ? FontRole::BodyBold : isLanes ? FontRole::Small : FontRole::Body;
  const float x = labelIndent(node.depth) + kTextOffset;
  const float height = nameHeight(*scene.layout, item);
  const bool isCut = measure.width(font, node.label) > width - x - 6;
  const std::string name =
      elided(measure, font, isCut ? lineFirst(node.label) : node.label, width - x - 6);
  const float nameWidth = measure.width(font, name);
  if (scene.search != nullptr && node.track.isValid() && scene.search->isMatch(node.track))
    out.addRect(DrawLayer::Data, {.rect = {x - 3, y + 2, nameWidth + 6, height - 4},
                                  .outline = ColorToken::Accent,
                                  .corner = Corner::Soft});
  out.addText(DrawLayer::Label,
              {.box = {x, y, nameWidth + 1, height},
               .font = font,
               .color = isLanes || isEmpty ? ColorToken::TextMuted : ColorToken::Text},
              name);
  const bool hasAccesses =
      scene.accesses != nullptr && node.track.isValid() && scene.accesses->countOf(node.track) > 0;
  if (!hasAccesses && (!isHeading || !item.isFolded))
    return;
  const float rest = width - x - nameWidth - 14;
  std::string contents = hasAccesses
                             ? countText(scene.accesses->countOf(node.track), "access", "accesses")
                             : contentsOf(node, rest, measure);
  if (measure.width(FontRole::Small, contents) > rest)
    contents.clear();
  if (!contents.empty())
    out.addText(DrawLayer::Label,
                {.box = {x + nameWidth + 8, y, rest, height},
                 .font = FontRole::Small,
                 .color = ColorToken::TextMuted},
                contents);
}

/// The name of a counter, and below it the numbers between which it is.
void addCounterName(const TimelineScene &scene, const LayoutItem &item, float y, float width,
                    const TextMeasure &measure, DrawList &out) {
  const DisplayNode &node = scene.tree->node(item.node);
  const float x = labelIndent(node.depth) + kTextOffset;
  const float room = width - x - 6;
  const float line = (item.height - 4) / 2;
  const std::string range =
      scaleText(*scene.trace, node.track, (*scene.counterScales)[node.track.value]);
  const auto add = [&](const std::string &text, float top, FontRole font, ColorToken color) {
    const std::string shown = elided(measure, font, text, room);
    out.addText(
        DrawLayer::Label,
        {.box = {x, top, measure.width(font, shown) + 1, line}, .font = font, .color = color},
        shown);
  };
  add(node.label, y + 2, FontRole::Small, ColorToken::Text);
  add(range, y + 2 + line, FontRole::MonoSmall, ColorToken::TextMuted);
}

std::string levelsText(const LayoutItem &item) {
  return "levels " + countText(item.rowCount) + " to " + countText(item.shownRows());
}

/// "levels 12 to 60" beside the row that they share, with a triangle that opens them.
void addLevels(const TimelineScene &scene, const LayoutItem &item, float y, float width,
               const TextMeasure &measure, DrawList &out) {
  const float x = labelIndent(scene.tree->node(item.node).depth) + kTextOffset;
  const float top = y + scene.layout->rowTop(item, item.rowCount - 1);
  const float height = scene.layout->rowHeight(item);
  addTriangle(out, x, std::floor(top + height / 2), true);
  out.addText(DrawLayer::Label,
              {.box = {x + kTextOffset, top, width - x - kTextOffset - 6, height},
               .font = FontRole::Small,
               .color = ColorToken::TextMuted},
              elided(measure, FontRole::Small, levelsText(item), width - x - kTextOffset - 6));
}

/// The lines [first, end) that lie within the list's clip.
void addLabels(const TimelineScene &scene, size_t first, size_t end, float width,
               const TextMeasure &measure, DrawList &out) {
  out.addRect(DrawLayer::Ground, {.rect = out.clip(), .fill = ColorToken::Panel});
  const auto items = scene.layout->items();
  for (size_t i = first; i < end; ++i) {
    const LayoutItem &item = items[i];
    const auto y = static_cast<float>(scene.screenTop(item));
    if (y >= out.clip().height)
      break;
    const float bottom = std::floor(y + item.height) - 0.5f;
    out.addLine(DrawLayer::Grid, {0, bottom, width, bottom, ColorToken::RowLine});
    if (item.canFold)
      addTriangle(out, labelIndent(scene.tree->node(item.node).depth),
                  std::floor(y + nameHeight(*scene.layout, item) / 2), item.isFolded);
    if (item.content == ItemContent::Counter)
      addCounterName(scene, item, y, width, measure, out);
    else
      addName(scene, item, y, width, measure, out);
    if (hasLevelsText(item))
      addLevels(scene, item, y, width, measure, out);
  }
  out.addLine(DrawLayer::Overlay,
              {width - 0.5f, 0, width - 0.5f, out.clip().height, ColorToken::Border});
}

/// A tag with the exact time at the cursor; empty without a cursor.
PixelRect addCursorTag(const TimelineScene &scene, float width, const TextMeasure &measure,
                       DrawList &out) {
  if (!scene.cursorX)
    return {};
  const Picoseconds time = scene.viewport.timeAt(*scene.cursorX);
  const bool inCycles = timeStyle() == TimeStyle::Cycles && scene.clock != nullptr;
  const std::string label =
      inCycles ? formatCycles(scene.clock->toCycles(time)) : formatExact(time);
  const float tagWidth = std::ceil(measure.width(FontRole::Mono, label)) + 12;
  const float x = std::clamp(std::floor(static_cast<float>(*scene.cursorX) - tagWidth / 2), 0.0f,
                             std::max(0.0f, width - tagWidth));
  const PixelRect tag{x, 2, tagWidth, 17};
  out.addRect(DrawLayer::Overlay,
              {.rect = tag, .fill = ColorToken::Accent, .corner = Corner::Soft});
  out.addText(DrawLayer::Overlay,
              {.box = tag,
               .font = FontRole::Mono,
               .align = TextAlign::Center,
               .color = ColorToken::OnAccent},
              label);
  return tag;
}

/// A mark and its labels. A label that would be cut off by an edge or the cursor's tag is left out.
void addTick(const RulerTick &tick, bool hasCycles, const PixelRect &tag, float height,
             const TextMeasure &measure, DrawList &out) {
  const float x = std::floor(static_cast<float>(tick.x)) + 0.5f;
  if (x < 0)
    return;
  out.addLine(DrawLayer::Grid,
              {x, height - (hasCycles ? 15 : 10), x, height, ColorToken::GridLine});
  auto addLabel = [&](const std::string &text, PixelRect box, FontRole font, ColorToken color) {
    box.width = std::ceil(measure.width(font, text)) + 1;
    const bool hitsTag = box.right() > tag.x && box.x < tag.right() && box.y < tag.bottom();
    if (box.right() <= out.clip().right() && !hitsTag)
      out.addText(DrawLayer::Label, {.box = box, .font = font, .color = color}, text);
  };
  if (!tick.label.empty())
    addLabel(tick.label, {x + 4, hasCycles ? 3.0f : 8.0f, 0, 16}, FontRole::Mono, ColorToken::Text);
  if (!tick.cycles.empty())
    addLabel(tick.cycles, {x + 4, 20, 0, 14}, FontRole::MonoSmall, ColorToken::TextMuted);
}

/// Leaves the texts to every second mark, or third, ... where they are too long for all, so that
/// none runs into the next. Which ones does not change when the view is moved.
void thinOut(std::vector<RulerTick> &ticks, std::string RulerTick::*text, FontRole font,
             const TextMeasure &measure) {
  if (ticks.size() < 2)
    return;
  constexpr float kGap = 12;
  float widest = 0;
  for (const RulerTick &tick : ticks)
    widest = std::max(widest, measure.width(font, tick.*text) + kGap);
  const auto spacing = static_cast<float>(ticks[1].x - ticks[0].x);
  const auto every = static_cast<int64_t>(std::ceil(widest / spacing));
  const int64_t step = ticks[1].time.value - ticks[0].time.value;
  for (RulerTick &tick : ticks)
    if (tick.time.value / step % every != 0)
      (tick.*text).clear();
}

/// A mark at the upper edge for each column with a hit of the search.
void addHitMarks(const TimelineScene &scene, const Viewport &overview, DrawList &out) {
  std::vector<bool> columns;
  scene.search->columnsBelow(NodeId(), overview, static_cast<double>(kDensityPitch), columns);
  for (size_t i = 0; i < columns.size(); ++i)
    if (columns[i])
      out.addRect(DrawLayer::Overlay,
                  {.rect = {static_cast<float>(i) * kDensityPitch, 2, kDensityBar, kHitMark},
                   .fill = ColorToken::Accent});
}

/// Busy share of all warps, or of those that access memory where there is nothing else; empty while
/// it is not known.
std::vector<float> sharesOfAll(const TimelineScene &scene, const Viewport &overview) {
  std::vector<float> shares;
  const BusyCurve *curve = scene.density->curve(NodeId());
  if (curve != nullptr && curve->rowCount() > 0)
    curve->shares(*scene.trace, overview, static_cast<double>(kDensityPitch), shares);
  else if (curve != nullptr && scene.accesses != nullptr)
    shares = scene.accesses->sharesBelow(*scene.tree, NodeId(), overview,
                                         static_cast<double>(kDensityPitch));
  return shares;
}

/// Where a dragged line goes.
void addDropMark(const TimelineScene &scene, float width, DrawList &out) {
  if (!scene.dropY)
    return;
  const double y = *scene.dropY <= scene.fixedHeight ? *scene.dropY : *scene.dropY - scene.scrollY;
  out.addRect(DrawLayer::Overlay,
              {.rect = {0, static_cast<float>(y) - 1, width, 2}, .fill = ColorToken::Accent});
}

} // namespace

float labelWidthOf(const TimelineScene &scene, const LayoutItem &item, const TextMeasure &measure) {
  const DisplayNode &node = scene.tree->node(item.node);
  float width = measure.width(FontRole::BodyBold, node.label);
  if (item.isFolded && node.warpCount > 0)
    width += 100;
  if (hasLevelsText(item))
    width = std::max(width, kTextOffset + measure.width(FontRole::Small, levelsText(item)));
  if (item.content == ItemContent::Counter)
    width = std::max(width, measure.width(FontRole::MonoSmall,
                                          scaleText(*scene.trace, node.track,
                                                    (*scene.counterScales)[node.track.value])));
  return labelIndent(node.depth) + kTextOffset + width + 12;
}

bool hasLevelsText(const LayoutItem &item) {
  return !item.isFolded && item.rowCount > 1 && item.overlaidRows > 1;
}

float labelIndent(uint32_t depth) {
  return 8 + kIndentStep * static_cast<float>(depth);
}

void drawTrackLabels(const TimelineScene &scene, float width, const TextMeasure &measure,
                     DrawList &out) {
  out.clear({0, 0, width, scene.height});
  const size_t first = scene.itemAt(scene.fixedHeight);
  addLabels(scene, first, scene.layout->items().size(), width, measure, out);
  addDropMark(scene, width, out);
}

void drawFixedLabels(const TimelineScene &scene, float width, const TextMeasure &measure,
                     DrawList &out) {
  const auto height = static_cast<float>(scene.fixedHeight);
  out.clear({0, 0, width, height});
  addLabels(scene, 0, scene.layout->firstEndingBelow(scene.fixedHeight), width, measure, out);
  addDropMark(scene, width, out);
  constexpr float kPinMark = 3;
  out.addRect(DrawLayer::Data, {.rect = {0, 0, kPinMark, height}, .fill = ColorToken::Accent});
  out.addLine(DrawLayer::Overlay, {0, height - 0.5f, width, height - 0.5f, ColorToken::TextMuted});
}

void drawRuler(const TimelineScene &scene, float height, const TextMeasure &measure,
               DrawList &out) {
  const auto width = static_cast<float>(scene.viewport.widthPx());
  out.clear({0, 0, width, height});
  out.addRect(DrawLayer::Ground, {.rect = out.clip(), .fill = ColorToken::Panel});
  out.addLine(DrawLayer::Grid, {0, height - 0.5f, width, height - 0.5f, ColorToken::Border});
  const PixelRect tag = addCursorTag(scene, width, measure, out);
  std::vector<RulerTick> ticks = rulerTicks(scene.viewport, scene.clock);
  thinOut(ticks, &RulerTick::label, FontRole::Mono, measure);
  if (scene.clock != nullptr)
    thinOut(ticks, &RulerTick::cycles, FontRole::MonoSmall, measure);
  for (const RulerTick &tick : ticks)
    addTick(tick, scene.clock != nullptr, tag, height, measure, out);
  drawNoteFlags(scene, height, out);
}

void drawMinimap(const TimelineScene &scene, const Viewport &overview, float height,
                 DrawList &out) {
  const auto width = static_cast<float>(overview.widthPx());
  out.clear({0, 0, width, height});
  out.addRect(DrawLayer::Ground, {.rect = out.clip(), .fill = ColorToken::Panel});
  out.addLine(DrawLayer::Grid, {0, height - 0.5f, width, height - 0.5f, ColorToken::Border});
  const std::vector<float> shares = sharesOfAll(scene, overview);
  for (size_t i = 0; i < shares.size(); ++i) {
    if (shares[i] <= 0)
      continue;
    const float bar = std::max(1.0f, std::round(shares[i] * (height - 8)));
    out.addRect(DrawLayer::Data, {.rect = {static_cast<float>(i) * kDensityPitch, height - 3 - bar,
                                           kDensityBar, bar},
                                  .fill = ColorToken::Minimap});
  }
  const TimeRange visible = scene.viewport.visible();
  const auto left = static_cast<float>(std::max(0.0, std::floor(overview.pixelOf(visible.begin))));
  const auto right =
      static_cast<float>(std::min(overview.widthPx(), std::ceil(overview.pixelOf(visible.end))));
  const PixelRect window{left, 1, std::max(4.0f, right - left), height - 3};
  out.addRect(DrawLayer::Overlay, {.rect = window, .fill = ColorToken::AccentMuted, .opacity = 70});
  out.addRect(DrawLayer::Overlay, {.rect = window, .outline = ColorToken::Accent});
  if (scene.search != nullptr)
    addHitMarks(scene, overview, out);
  drawNoteTicks(scene, overview, height, out);
}

} // namespace pstudio
