// SPDX-License-Identifier: Apache-2.0
// Several traces on one time axis, below each other. Each trace is a timeline of its own.
#include "viewer/geometry/compare/aligned_lanes.h"

#include <algorithm>
#include <cmath>

#include "viewer/geometry/timeline/opening_range.h"

namespace pstudio {
namespace {

constexpr float kHeadingInset = 8;

Picoseconds boundedTime(Picoseconds time) {
  return Picoseconds(std::clamp(time.value, -Viewport::kFarthestPs, Viewport::kFarthestPs));
}

TimeRange unionOf(TimeRange a, TimeRange b) {
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

} // namespace

AlignedLanes::AlignedLanes(std::vector<AlignedTrace> traces, size_t colorsOf) {
  for (AlignedTrace &trace : traces) {
    Lane &lane = m_lanes.emplace_back();
    lane.shown = std::move(trace);
    lane.shown.zero = boundedTime(lane.shown.zero);
    lane.content = std::make_unique<TimelineContent>(lane.shown.trace, GroupingKind::AsRecorded);
  }
  for (Lane &lane : m_lanes) {
    const Lane &first = m_lanes[colorsOf];
    lane.colors = &lane == &first
                      ? first.content->colors()
                      : ScopeColors(*lane.shown.trace, *first.shown.trace, first.content->colors());
  }
}

void AlignedLanes::setZero(size_t lane, Picoseconds zero) {
  m_lanes[lane].shown.zero = boundedTime(zero);
}

TimeRange AlignedLanes::onAxis(const Lane &lane, TimeRange range) const {
  return {boundedTime(range.begin) - lane.shown.zero, boundedTime(range.end) - lane.shown.zero};
}

TimeRange AlignedLanes::bounds() const {
  TimeRange all{Picoseconds(0), Picoseconds(0)};
  for (const Lane &lane : m_lanes)
    if (const TimeRange range = lane.shown.trace->timeRange(); !range.isEmpty())
      all = unionOf(all, onAxis(lane, range));
  return all;
}

TimeRange AlignedLanes::opening() const {
  TimeRange all{Picoseconds(0), Picoseconds(0)};
  for (const Lane &lane : m_lanes)
    if (const TimeRange range = openingRange(*lane.shown.trace); !range.isEmpty())
      all = unionOf(all, onAxis(lane, range));
  return all;
}

void AlignedLanes::arrange(double height) {
  const double each =
      std::max(static_cast<double>(kLaneHeading), std::floor(height / static_cast<double>(size())));
  double top = 0;
  for (Lane &lane : m_lanes) {
    lane.place = {top, each};
    top += each;
    if (!lane.isArranged && lane.place.tracksHeight() > 0) {
      lane.content->openForHeight(lane.place.tracksHeight());
      lane.isArranged = true;
    }
  }
  for (size_t i = 0; i < size(); ++i)
    setScroll(i, scroll(i));
}

size_t AlignedLanes::laneAt(double y) const {
  for (size_t i = 0; i < size(); ++i)
    if (y >= m_lanes[i].place.top && y < m_lanes[i].place.top + m_lanes[i].place.height)
      return i;
  return size();
}

void AlignedLanes::setScroll(size_t lane, double y) {
  const double most = m_lanes[lane].content->layout().height() - m_lanes[lane].place.tracksHeight();
  m_lanes[lane].scroll = std::clamp(y, 0.0, std::max(0.0, most));
}

void AlignedLanes::reveal(size_t lane, SliceId slice) {
  const Trace &trace = *m_lanes[lane].shown.trace;
  if (!slice.isValid() || slice.value >= trace.sliceCount())
    return;
  TimelineContent &content = *m_lanes[lane].content;
  const Row &row = trace.row(trace.rowOf(slice));
  content.openPathTo(row.track, row.index);
  const size_t index = content.layout().itemOf(content.tree(), content.tree().nodeOf(row.track));
  if (index >= content.layout().items().size())
    return;
  const LayoutItem &item = content.layout().items()[index];
  const double top = item.y + static_cast<double>(content.layout().rowTop(item, row.index));
  const double bottom = top + static_cast<double>(content.layout().rowHeight(item));
  const double height = m_lanes[lane].place.tracksHeight();
  if (top < m_lanes[lane].scroll || bottom > m_lanes[lane].scroll + height)
    setScroll(lane, top - height / 3);
}

void AlignedLanes::setFolded(size_t lane, NodeId node, bool isFolded) {
  m_lanes[lane].content->setFolded(node, isFolded);
  setScroll(lane, scroll(lane));
}

TimelineScene AlignedLanes::scene(size_t lane, const Viewport &axis) {
  const Lane &shown = m_lanes[lane];
  TimelineScene scene = shown.content->scene();
  scene.colors = &shown.colors;
  scene.viewport = axis.shifted(shown.shown.zero);
  scene.zero = shown.shown.zero;
  scene.scrollY = shown.scroll;
  scene.height = static_cast<float>(shown.place.tracksHeight());
  scene.selected = shown.selected;
  return scene;
}

void drawLaneHeading(const AlignedLanes &lanes, size_t lane, float width,
                     const TextMeasure &measure, DrawList &out) {
  out.clear({0, 0, width, kLaneHeading});
  out.addRect(DrawLayer::Ground, {.rect = out.clip(), .fill = ColorToken::Raised});
  out.addLine(DrawLayer::Grid,
              {0, kLaneHeading - 0.5f, width, kLaneHeading - 0.5f, ColorToken::Border});
  const std::string text =
      elided(measure, FontRole::BodyBold, lanes.trace(lane).title, width - 2 * kHeadingInset);
  out.addText(DrawLayer::Label,
              {.box = {kHeadingInset, 0, width - 2 * kHeadingInset, kLaneHeading},
               .font = FontRole::BodyBold,
               .color = ColorToken::Text},
              text);
}

void drawZeroLine(const Viewport &axis, float height, DrawList &out) {
  const auto width = static_cast<float>(axis.widthPx());
  out.clear({0, 0, width, height});
  const double x = axis.pixelOf(Picoseconds(0));
  if (x < 0 || x >= axis.widthPx())
    return;
  const float column = std::floor(static_cast<float>(x)) + 0.5f;
  out.addLine(DrawLayer::Overlay, {.x0 = column,
                                   .y0 = 0,
                                   .x1 = column,
                                   .y1 = height,
                                   .color = ColorToken::Accent,
                                   .dashed = true});
}

} // namespace pstudio
