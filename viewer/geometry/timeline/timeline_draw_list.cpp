// SPDX-License-Identifier: Apache-2.0
// Draws the tracks pane: one pass over the visible lines.
#include "viewer/geometry/timeline/timeline_draw_list.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/geometry/overlap_data.h"
#include "viewer/geometry/timeline/area_draw_list.h"
#include "viewer/geometry/timeline/column_cover.h"
#include "viewer/geometry/timeline/counter_line.h"
#include "viewer/geometry/timeline/flight_bars.h"
#include "viewer/geometry/timeline/flow_curve.h"
#include "viewer/geometry/timeline/instant_marks.h"
#include "viewer/geometry/timeline/iteration_mark.h"
#include "viewer/geometry/timeline/note_marks.h"
#include "viewer/geometry/timeline/path_draw_list.h"
#include "viewer/geometry/timeline/residency_draw_list.h"
#include "viewer/geometry/timeline/row_walk.h"
#include "viewer/geometry/timeline/ruler.h"
#include "viewer/geometry/timeline/search_marks.h"
#include "viewer/geometry/timeline/slice_colors.h"
#include "viewer/geometry/timeline/sm_residency.h"
#include "viewer/geometry/timeline/warp_accesses.h"

namespace pstudio {
namespace {

constexpr float kNarrowestLabel = 22; // "mma" in the small face, with its padding
constexpr float kLowestLabel = 12;    // a lower bar would cut its text
constexpr float kLabelPadding = 5;
constexpr float kNarrowestSoftBar = 6;
constexpr uint8_t kOuterTint = 95; // a scope that contains others is paler than they are
constexpr double kAccessStroke = 2;
constexpr uint8_t kDimmedTint = 48; // items that do not match the search

constexpr float kMinFoundBar = 4; // of a density strip

/// Draws the lines of one frame into one list.
class TrackPainter {
public:
  TrackPainter(const TimelineScene &scene, const TextMeasure &measure, DrawList &out)
      : m_scene(scene), m_trace(*scene.trace), m_layout(*scene.layout), m_measure(measure),
        m_out(out), m_edges(columnEdges(scene.viewport)),
        m_width(static_cast<float>(scene.viewport.widthPx())) {}

  void draw() { drawLines(m_scene.itemAt(m_scene.fixedHeight), m_layout.items().size()); }

  /// The lines that do not scroll.
  void drawFixed() {
    m_drawsFixed = true;
    drawLines(0, m_layout.firstEndingBelow(m_scene.fixedHeight));
    const auto bottom = static_cast<float>(m_scene.fixedHeight) - 0.5f;
    m_out.addLine(DrawLayer::Overlay, {0, bottom, m_width, bottom, ColorToken::TextMuted});
  }

private:
  void drawLines(size_t first, size_t end) {
    drawGround();
    const auto items = m_layout.items();
    for (size_t i = first; i < end; ++i) {
      const float y = screenY(items[i]);
      if (y >= m_scene.height)
        break;
      drawLine(items[i], y);
    }
    drawOutlines();
    for (const Flow &flow : m_scene.flows)
      drawFlow(flow);
    drawIterationExtent(m_scene, m_out);
    drawNoteLines(m_scene, m_out);
    drawNoteCallouts(m_scene, m_measure, m_out);
    drawPath(m_scene, first, end, m_out);
    drawArea(m_scene, first, end, m_measure, m_out);
    drawCursor();
    drawMarkedLength(m_scene, m_measure, m_out);
  }

  float screenY(const LayoutItem &item) const {
    return static_cast<float>(m_scene.screenTop(item));
  }

  void drawGround() {
    const PixelRect all{0, 0, m_width, m_scene.height};
    m_out.addRect(DrawLayer::Ground, {.rect = all, .fill = ColorToken::Canvas});
    const Viewport axis = m_scene.viewport.shifted(Picoseconds(0) - m_scene.zero);
    for (const RulerTick &tick : rulerTicks(axis, nullptr)) {
      const float x = std::floor(static_cast<float>(tick.x)) + 0.5f;
      if (x >= 0)
        m_out.addLine(DrawLayer::Grid, {x, 0, x, m_scene.height, ColorToken::GridLine});
    }
  }

  void drawLine(const LayoutItem &item, float y) {
    const float bottom = std::floor(y + item.height) - 0.5f;
    m_out.addLine(DrawLayer::Grid, {0, bottom, m_width, bottom, ColorToken::RowLine});
    switch (item.content) {
    case ItemContent::Strip:
      drawStrip(item, y);
      break;
    case ItemContent::Counter:
      drawCounter(item, y);
      break;
    case ItemContent::Bars:
    case ItemContent::Lanes:
      // A track of instants only has no row of slices.
      drawRows(item, y);
      drawAccesses(item, y);
      drawInstants(item, y);
      break;
    }
  }

  void drawRows(const LayoutItem &item, float y) {
    m_rowSpans.clear();
    const bool isStacked = item.overlaidRows > 1 && m_scene.search == nullptr;
    const uint32_t end = isStacked ? item.rowCount - 1 : item.shownRows();
    for (uint32_t row = 0; row < end; ++row)
      drawRow(item, row, y);
    if (isStacked)
      collectUncovered(item, y);
    drawRowSpans(item, y);
  }

  /// Collects the visible spans of the overlaid rows, with the outermost row first.
  void collectUncovered(const LayoutItem &item, float y) {
    m_cover.clear(m_scene.viewport);
    std::vector<SliceSpan> spans;
    for (uint32_t row = item.shownRows(); row-- > item.rowCount - 1;) {
      if (!setRow(item, row, y))
        continue;
      RowWalk walk(m_trace, m_row.row, m_scene.viewport, nullptr, m_edges);
      m_cover.collect(walk, spans);
      for (const SliceSpan &span : spans)
        m_rowSpans.emplace_back(row, span);
    }
    std::stable_sort(m_rowSpans.begin(), m_rowSpans.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
  }

  /// Draws the busy share below a heading. An open heading shows it only if its lines are groups:
  /// above open warps it would repeat the lines below.
  void drawStrip(const LayoutItem &item, float y) {
    if (m_scene.residency != nullptr && m_scene.residency->laneCount(item.node) > 0) {
      drawResidency(m_scene, item, y, m_measure, m_out);
      return;
    }
    const StringId scope = m_scene.tree->node(item.node).scope;
    if (!item.isFolded && !holdsGroups(item.node) && !scope.isValid())
      return;
    const BusyCurve *curve = m_scene.density->curve(item.node);
    if (curve == nullptr)
      return;
    const auto pitch = static_cast<double>(kDensityPitch);
    if (curve->rowCount() > 0)
      curve->shares(m_trace, m_scene.viewport, pitch, m_shares);
    else if (m_scene.accesses != nullptr)
      m_shares = m_scene.accesses->sharesBelow(*m_scene.tree, item.node, m_scene.viewport, pitch);
    else
      m_shares.assign(static_cast<size_t>(std::ceil(m_scene.viewport.widthPx() / pitch)), 0);
    m_found.assign(m_shares.size(), false);
    if (m_scene.search != nullptr)
      m_scene.search->columnsBelow(item.node, m_scene.viewport, pitch, m_found);
    m_found.resize(m_shares.size());
    for (size_t i = 0; i < m_shares.size(); ++i)
      if (m_shares[i] > 0 || m_found[i])
        drawStripBar(item, y, i);
  }

  /// A share above zero is at least one pixel high: a group with one busy warp in a thousand is not
  /// idle.
  void drawStripBar(const LayoutItem &item, float y, size_t column) {
    const float top = y + m_layout.metrics().stripInset;
    const float height = item.height - 2 * m_layout.metrics().stripInset;
    const float least = m_found[column] ? kMinFoundBar : 1;
    const float bar = std::max(least, std::round(m_shares[column] * height));
    m_out.addRect(DrawLayer::Data, {.rect = {static_cast<float>(column) * kDensityPitch,
                                             std::floor(top + height - bar), kDensityBar, bar},
                                    .fill = m_found[column] ? ColorToken::Accent : busyFill(item),
                                    .tint = tintOf(m_found[column])});
  }

  ColorToken busyFill(const LayoutItem &item) const {
    if (const StringId scope = m_scene.tree->node(item.node).scope; scope.isValid())
      return m_scene.colors->fill(scope);
    return item.isFolded ? ColorToken::Density : ColorToken::DensityMuted;
  }

  /// Tint of an item. Without a search no item is dimmed.
  uint8_t tintOf(bool isFound) const {
    return m_scene.search == nullptr || isFound ? uint8_t{255} : kDimmedTint;
  }

  bool holdsGroups(NodeId id) const {
    const DisplayNode &node = m_scene.tree->node(id);
    if (node.childCount < 2)
      return false;
    const DisplayNode &child = m_scene.tree->node(NodeId(id.value + 1));
    if (!child.track.isValid())
      return child.childCount > 0;
    return m_trace.track(child.track).rowCount == 0 && !hasAccesses(child.track);
  }

  bool hasAccesses(TrackId track) const {
    return m_scene.accesses != nullptr && m_scene.accesses->countOf(track) > 0;
  }

  const MatchBits *foundSlices() const {
    return m_scene.search != nullptr ? &m_scene.search->result().slices : nullptr;
  }

  /// Sets the properties that all bars of row `index` share; false if the row is outside of the
  /// pane.
  bool setRow(const LayoutItem &item, uint32_t index, float y) {
    const float top = y + m_layout.rowTop(item, index);
    m_row.top = top;
    m_row.height = m_layout.rowHeight(item);
    if (top + m_row.height <= 0 || top >= m_scene.height)
      return false;
    const Track &track = m_trace.track(m_scene.tree->node(item.node).track);
    m_row.track = m_scene.tree->node(item.node).track;
    m_row.isLane = item.content == ItemContent::Lanes;
    m_row.isOverlaid = item.isOverlaid(item.placeOf(index));
    const bool hasInner = !m_row.isLane && index + 1 < track.rowCount;
    m_row.inner = hasInner ? RowId(track.firstRow.value + index + 1) : RowId();
    m_row.nextInner = SliceId();
    m_row.row = RowId(track.firstRow.value + index);
    return true;
  }

  /// An inner depth without a match must not cover an outer depth with a match: matching spans are
  /// stored and drawn by drawRowSpans().
  void drawRow(const LayoutItem &item, uint32_t index, float y) {
    if (!setRow(item, index, y))
      return;
    const bool keepsFound = m_scene.search != nullptr && m_row.isOverlaid;
    RowWalk walk(m_trace, m_row.row, m_scene.viewport, foundSlices(), m_edges);
    SliceSpan span;
    DrawRect run;
    while (walk.next(span)) {
      if (keepsFound && span.isMatch)
        m_rowSpans.emplace_back(index, span);
      else
        drawSpan(span, run);
    }
    flush(run);
  }

  void drawRowSpans(const LayoutItem &item, float y) {
    DrawRect run;
    for (size_t i = 0; i < m_rowSpans.size(); ++i) {
      const auto &[index, span] = m_rowSpans[i];
      if (i == 0 || index != m_rowSpans[i - 1].first) {
        flush(run);
        setRow(item, index, y);
      }
      drawSpan(span, run);
    }
    flush(run);
  }

  /// Neighbouring merged columns of one colour become one rectangle.
  void drawSpan(const SliceSpan &span, DrawRect &run) {
    if (span.isMerged)
      return extendRun(run, barOf(span, false));
    flush(run);
    drawBar(span);
  }

  /// Whether other scopes lie within this one. The bars of a row are ascending, so the search
  /// continues from the last result: O(log of the distance to it).
  bool isOuter(SliceId id) {
    if (!m_row.inner.isValid())
      return false;
    const TimeRange time = m_trace.sliceTime(id);
    const SliceId inner = m_trace.firstEndingAfter(m_row.inner, time.begin, m_row.nextInner);
    m_row.nextInner = inner;
    return inner.isValid() && m_trace.sliceBegins()[inner.value] < time.end.value;
  }

  DrawRect barOf(const SliceSpan &span, bool isOuterSpan) const {
    DrawRect bar;
    const auto width = static_cast<float>(span.right - span.left);
    const float gap = hasGap(span) ? 1 : 0;
    bar.rect = {static_cast<float>(span.left), m_row.top, width - gap, m_row.height};
    bar.fill = m_scene.sliceColors != nullptr ? m_scene.sliceColors->fill(span.slice, m_row.track)
                                              : m_scene.colors->fill(span.name);
    if (m_scene.search != nullptr && !span.isMatch)
      bar.tint = kDimmedTint;
    else if (isOuterSpan)
      bar.tint = kOuterTint;
    else if (m_row.isLane)
      bar.tint = kLaneTint;
    if (width >= kNarrowestSoftBar)
      bar.corner = m_row.isLane ? Corner::Round : Corner::Soft;
    return bar;
  }

  void extendRun(DrawRect &run, const DrawRect &column) {
    if (run.fill == column.fill && run.tint == column.tint && run.rect.right() == column.rect.x) {
      run.rect.width += column.rect.width;
      return;
    }
    flush(run);
    run = column;
  }

  void flush(DrawRect &run) {
    if (run.fill != ColorToken::None)
      m_out.addRect(DrawLayer::Data, run);
    run = DrawRect();
  }

  void drawBar(const SliceSpan &span) {
    const bool isOuterSpan = isOuter(span.slice);
    const DrawRect bar = barOf(span, isOuterSpan);
    const FlightMark *mark =
        m_row.isLane && m_scene.overlap != nullptr ? m_scene.overlap->markOf(span.slice) : nullptr;
    if (mark != nullptr)
      drawFlight(bar, *mark);
    else
      m_out.addRect(DrawLayer::Data, bar);
    drawMissingEnds(span, bar.rect);
    // In overlaid depths only the innermost scopes have labels.
    if (m_row.isLane || bar.tint == kDimmedTint || (m_row.isOverlaid && isOuterSpan) ||
        bar.rect.width < kNarrowestLabel || m_row.height < kLowestLabel)
      return;
    const float right = std::min(bar.rect.right(), m_width);
    const PixelRect box{bar.rect.x + kLabelPadding, m_row.top,
                        right - bar.rect.x - 2 * kLabelPadding, m_row.height};
    const std::string label =
        elided(m_measure, FontRole::Small, m_trace.string(span.name), box.width);
    const ColorToken ink = isOuterSpan ? ColorToken::Text
                           : m_scene.sliceColors != nullptr
                               ? m_scene.sliceColors->ink(span.slice, m_row.track)
                               : m_scene.colors->ink(span.name);
    if (!label.empty())
      m_out.addText(DrawLayer::Label, {.box = box, .font = FontRole::Small, .color = ink}, label);
  }

  void drawFlight(const DrawRect &bar, const FlightMark &mark) {
    const Picoseconds waitedFrom = m_trace.sliceTime(mark.flight).end - mark.waited;
    const double pixel = std::clamp(m_scene.viewport.pixelOf(waitedFrom), -1e6, 1e6);
    addFlightBars(bar, std::floor(static_cast<float>(pixel)), mark.isOpen, m_out);
  }

  /// Marks the side of a start or end that was not recorded: the true end of the bar is unknown.
  void drawMissingEnds(const SliceSpan &span, const PixelRect &bar) {
    const uint8_t flags = m_trace.sliceFlags()[span.slice.value];
    constexpr float kMark = 3;
    if (bar.width < 2 * kMark)
      return;
    if ((flags & kSliceNoStart) != 0)
      m_out.addRect(DrawLayer::Data,
                    {.rect = {bar.x, bar.y, kMark, bar.height}, .fill = ColorToken::Warning});
    if ((flags & kSliceNoEnd) != 0)
      m_out.addRect(DrawLayer::Data, {.rect = {bar.right() - kMark, bar.y, kMark, bar.height},
                                      .fill = ColorToken::Warning});
  }

  /// Draws a stroke, at least two pixels wide, at each access; neighbours become one rectangle.
  void drawAccesses(const LayoutItem &item, float y) {
    const TrackId track = m_scene.tree->node(item.node).track;
    if (!hasAccesses(track))
      return;
    m_scene.accesses->columnsOf(track, m_scene.viewport, kAccessStroke, m_columns);
    const auto width = static_cast<float>(kAccessStroke);
    DrawRect run;
    if (m_scene.search != nullptr)
      m_scene.search->columnsBelow(item.node, m_scene.viewport, kAccessStroke, m_found);
    for (const size_t column : m_columns) {
      const bool isFound = m_scene.search != nullptr && column < m_found.size() && m_found[column];
      const DrawRect stroke{.rect = {static_cast<float>(column) * width,
                                     y + m_layout.rowTop(item, 0), width, m_layout.rowHeight(item)},
                            .fill = isFound ? ColorToken::Accent : ColorToken::Density,
                            .tint = tintOf(isFound)};
      extendRun(run, stroke);
    }
    flush(run);
  }

  void drawInstants(const LayoutItem &item, float y) {
    const Track &track = m_trace.track(m_scene.tree->node(item.node).track);
    const auto instants = m_trace.instants().subspan(track.firstInstant, track.instantCount);
    const TimeRange visible = m_scene.viewport.visible();
    auto next = std::partition_point(instants.begin(), instants.end(),
                                     [&](const Instant &i) { return i.time < visible.begin; });
    const float base = y + instantBase(m_layout.metrics());
    while (next != instants.end() && next->time < visible.end) {
      const float x = markX(next->time);
      // The next instant that is not in the same pixel.
      const Picoseconds after = m_scene.viewport.timeAt(static_cast<double>(x) + 1);
      const auto following = std::partition_point(next + 1, instants.end(),
                                                  [&](const Instant &i) { return i.time < after; });
      const auto first = static_cast<uint32_t>(next - m_trace.instants().begin());
      const auto last = static_cast<uint32_t>(following - m_trace.instants().begin());
      const bool isDimmed =
          m_scene.search != nullptr && !m_scene.search->result().instants.firstIn(first, last);
      const ColorToken color = isDimmed ? ColorToken::GridLine : ColorToken::Instant;
      // A tick leaves the slices visible; drawInstantOver() draws the mark.
      m_out.addRect(DrawLayer::Data,
                    {.rect = {x - 0.5f, base - kInstantHeight, 1, kInstantHeight}, .fill = color});
      next = following;
    }
  }

  float markX(Picoseconds time) const {
    return std::floor(static_cast<float>(std::clamp(m_scene.viewport.pixelOf(time), -1e6, 1e6))) +
           0.5f;
  }

  /// Draws a hovered or selected instant over its neighbours.
  void drawInstantOver(InstantId id, ColorToken color, float extra) {
    if (!id.isValid())
      return;
    const Instant &instant = m_trace.instants()[id.value];
    const NodeId node = m_scene.tree->nodeOf(instant.track);
    const size_t index = m_layout.itemOf(*m_scene.tree, node);
    if (index >= m_layout.items().size() || m_layout.items()[index].node != node ||
        isFixed(m_layout.items()[index]) != m_drawsFixed)
      return;
    const float base = screenY(m_layout.items()[index]) + instantBase(m_layout.metrics());
    const float x = markX(instant.time);
    m_out.addLine(DrawLayer::Overlay, {x, screenY(m_layout.items()[index]), x, base, color, false});
    m_out.addCurve(DrawLayer::Overlay, instantMark(x, base + 1, extra, color));
  }

  void drawCounter(const LayoutItem &item, float y) {
    const TrackId track = m_scene.tree->node(item.node).track;
    const CounterScale &scale = (*m_scene.counterScales)[track.value];
    const float padding = m_layout.metrics().trackPadding;
    CounterPlace place{std::floor(y + padding), std::floor(y + item.height - padding)};
    if (m_scene.search != nullptr && !m_scene.search->isMatch(track))
      place.tint = kDimmedTint;
    drawCounterLine(m_trace, track, scale, m_scene.viewport, place, m_out);
  }

  /// Box of a slice in pane pixels; at least three wide so that an outline is visible. False if its
  /// line is folded away.
  bool boxOf(SliceId id, PixelRect &box) const {
    const Row &row = m_trace.row(m_trace.rowOf(id));
    const NodeId node = m_scene.tree->nodeOf(row.track);
    const size_t index = m_layout.itemOf(*m_scene.tree, node);
    if (index >= m_layout.items().size())
      return false;
    const LayoutItem &item = m_layout.items()[index];
    const TimeRange time = m_trace.sliceTime(id);
    const double left = std::clamp(std::floor(m_scene.viewport.pixelOf(time.begin)), -1e6, 1e6);
    const double right = std::clamp(std::floor(m_scene.viewport.pixelOf(time.end)), -1e6, 1e6);
    box.x = static_cast<float>(left);
    box.width = std::max(3.0f, static_cast<float>(right - left) - 1);
    const bool isShown = item.node == node && row.index < item.shownRows();
    box.y = screenY(item) + (isShown ? m_layout.rowTop(item, row.index) : 0);
    box.height = isShown ? m_layout.rowHeight(item) : item.height;
    return isShown;
  }

  bool isFixed(const LayoutItem &item) const { return item.y < m_scene.fixedHeight; }

  /// Whether the line of the slice belongs to the list that is drawn: the pinned lines or the
  /// others.
  bool isInThisList(SliceId id) const {
    const NodeId node = m_scene.tree->nodeOf(m_trace.row(m_trace.rowOf(id)).track);
    const size_t index = m_layout.itemOf(*m_scene.tree, node);
    return index < m_layout.items().size() && isFixed(m_layout.items()[index]) == m_drawsFixed;
  }

  void drawOutlines() {
    drawInstantOver(m_scene.hoveredInstant, ColorToken::Hover, 1);
    drawInstantOver(m_scene.selectedInstant, ColorToken::Selection, 2);
    PixelRect box;
    if (m_scene.hovered.isValid() && m_scene.hovered != m_scene.selected &&
        isInThisList(m_scene.hovered) && boxOf(m_scene.hovered, box))
      m_out.addRect(DrawLayer::Overlay,
                    {.rect = box, .outline = ColorToken::Hover, .outlineWidth = 1});
    if (m_scene.selected.isValid() && isInThisList(m_scene.selected) &&
        boxOf(m_scene.selected, box))
      m_out.addRect(DrawLayer::Overlay,
                    {.rect = {box.x - 1, box.y - 1, box.width + 2, box.height + 2},
                     .outline = ColorToken::Selection,
                     .outlineWidth = 2});
  }

  /// Box of an event: of its slice, or of the line that hides the slice; an instant has no width.
  /// An event whose line is scrolled under the pinned lines is placed at their lower edge.
  bool extentOf(const EventRef &event, PixelRect &box) const {
    if (!boxOfEvent(event, box))
      return false;
    const bool isSlice = event.kind == EventRef::Kind::Slice;
    const TrackId track = isSlice ? m_trace.row(m_trace.rowOf(SliceId(event.index))).track
                                  : m_trace.instants()[event.index].track;
    const size_t index = m_layout.itemOf(*m_scene.tree, m_scene.tree->nodeOf(track));
    const auto edge = static_cast<float>(m_scene.fixedHeight);
    if (edge > 0 && !isFixed(m_layout.items()[index]) && box.y + box.height / 2 < edge)
      box.y = edge - box.height / 2;
    return true;
  }

  bool boxOfEvent(const EventRef &event, PixelRect &box) const {
    if (event.kind == EventRef::Kind::Slice) {
      box = {};
      boxOf(SliceId(event.index), box);
      return box.height > 0;
    }
    const Instant &instant = m_trace.instants()[event.index];
    const size_t index = m_layout.itemOf(*m_scene.tree, m_scene.tree->nodeOf(instant.track));
    if (index >= m_layout.items().size())
      return false;
    box = {static_cast<float>(m_scene.viewport.pixelOf(instant.time)),
           screenY(m_layout.items()[index]), 0, m_layout.items()[index].height};
    return true;
  }

  void drawFlow(const Flow &flow) {
    PixelRect from, to;
    if (!extentOf(flow.from, from) || !extentOf(flow.to, to))
      return;
    addFlowCurve(from, to, m_out);
  }

  void drawCursor() {
    if (m_scene.marked) {
      const auto x0 =
          static_cast<float>(std::floor(m_scene.viewport.pixelOf(m_scene.marked->begin)));
      const auto x1 = static_cast<float>(std::floor(m_scene.viewport.pixelOf(m_scene.marked->end)));
      m_out.addRect(DrawLayer::Overlay, {.rect = {x0, 0, std::max(1.0f, x1 - x0), m_scene.height},
                                         .fill = ColorToken::AccentMuted,
                                         .opacity = 70});
    }
    if (m_scene.pointed) {
      const float x0 = markX(m_scene.pointed->begin);
      const float x1 = markX(m_scene.pointed->end);
      if (x1 > x0 + 1)
        m_out.addRect(DrawLayer::Overlay, {.rect = {x0, 0, x1 - x0, m_scene.height},
                                           .fill = ColorToken::Selection,
                                           .opacity = 40});
      for (const float x : {x0, x1})
        m_out.addLine(DrawLayer::Overlay, {x, 0, x, m_scene.height, ColorToken::Selection, false});
    }
    if (m_scene.cursorX) {
      const float x = std::floor(static_cast<float>(*m_scene.cursorX)) + 0.5f;
      m_out.addLine(DrawLayer::Overlay, {x, 0, x, m_scene.height, ColorToken::Cursor, true});
    }
  }

  const TimelineScene &m_scene;
  const Trace &m_trace;
  const TrackLayout &m_layout;
  const TextMeasure &m_measure;
  DrawList &m_out;
  std::vector<int64_t> m_edges; ///< of the columns
  float m_width;
  bool m_drawsFixed = false; ///< draws the pinned lines, else the others
  std::vector<float> m_shares;
  std::vector<size_t> m_columns;
  std::vector<bool> m_found;
  std::vector<std::pair<uint32_t, SliceSpan>> m_rowSpans; ///< of the line, with their rows
  ColumnCover m_cover;                                    ///< of the line

  /// Properties that all bars of the current row share.
  struct RowPlace {
    float top = 0;
    float height = 0;
    TrackId track;
    bool isLane = false;
    RowId row;
    bool isOverlaid = false; ///< other depths of the track lie over it or below it
    RowId inner;             ///< the next depth; none if this is the innermost
    SliceId nextInner;       ///< first slice of that row for the next bars; none: unknown
  };
  RowPlace m_row;
};

} // namespace

void drawTracks(const TimelineScene &scene, const TextMeasure &measure, DrawList &out) {
  out.clear({0, 0, static_cast<float>(scene.viewport.widthPx()), scene.height});
  TrackPainter(scene, measure, out).draw();
}

void drawFixedTracks(const TimelineScene &scene, const TextMeasure &measure, DrawList &out) {
  out.clear(
      {0, 0, static_cast<float>(scene.viewport.widthPx()), static_cast<float>(scene.fixedHeight)});
  TrackPainter(scene, measure, out).drawFixed();
}

} // namespace pstudio
