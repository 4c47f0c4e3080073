// SPDX-License-Identifier: Apache-2.0
// Executes the commands that move through a timeline.
#include "viewer/widgets/timeline/timeline_navigator.h"

#include <algorithm>
#include <cmath>

#include "viewer/geometry/timeline/area_drag.h"
#include "viewer/geometry/timeline/edge_snap.h"
#include "viewer/geometry/timeline/time_position.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/timeline/time_input.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {

TimelineNavigator::TimelineNavigator(TimelineView &view) : QObject(&view), m_view(view) {
  m_clock.start();
  const auto selectionIsNewest = [this] { m_isAreaNewest = false; };
  connect(view.selection(), &SelectionModel::selectedSliceChanged, this, selectionIsNewest);
  connect(view.selection(), &SelectionModel::selectedInstantChanged, this, selectionIsNewest);
  connect(view.area(), &AreaModel::areaChanged, this,
          [this] { m_isAreaNewest = m_view.area()->area().has_value(); });
}

bool TimelineNavigator::execute(TimelineCommand command) {
  switch (command) {
  case TimelineCommand::ArrowSource:
  case TimelineCommand::ArrowTarget:
    return followArrow(command == TimelineCommand::ArrowSource);
  case TimelineCommand::MarkArea:
    return markSelected();
  case TimelineCommand::ExtendLeft:
  case TimelineCommand::ExtendRight:
  case TimelineCommand::ExtendUp:
  case TimelineCommand::ExtendDown:
    return extendArea(command);
  case TimelineCommand::ViewBack:
    return showView(m_history.back());
  case TimelineCommand::ViewForward:
    return showView(m_history.forward());
  default:
    return walk(command);
  }
}

// From event to event.

void TimelineNavigator::show(const EventRef &event) {
  const auto selectAndReveal = [this](auto id) {
    m_view.selection()->select(id);
    m_view.reveal(id);
  };
  if (event.kind == EventRef::Kind::Slice)
    selectAndReveal(SliceId(event.index));
  else
    selectAndReveal(InstantId(event.index));
}

std::optional<EventRef> TimelineNavigator::selectedEvent() const {
  if (const SliceId slice = m_view.selection()->selectedSlice(); slice.isValid())
    return EventRef{EventRef::Kind::Slice, slice.value};
  if (const InstantId instant = m_view.selection()->selectedInstant(); instant.isValid())
    return EventRef{EventRef::Kind::Instant, instant.value};
  return std::nullopt;
}

std::vector<FlowPartner> TimelineNavigator::partners() const {
  const auto event = selectedEvent();
  return event ? flowPartners(*m_view.trace(), m_view.makeScene().flows, *event)
               : std::vector<FlowPartner>();
}

bool TimelineNavigator::walk(TimelineCommand command) {
  const Trace &trace = *m_view.trace();
  const SliceId slice = m_view.selection()->selectedSlice();
  const InstantId instant = m_view.selection()->selectedInstant();
  const auto direction = command == TimelineCommand::PreviousOnRow ||
                                 command == TimelineCommand::PreviousInstance ||
                                 command == TimelineCommand::RowAbove
                             ? WalkDirection::Back
                             : WalkDirection::Forward;
  switch (command) {
  case TimelineCommand::PreviousOnRow:
  case TimelineCommand::NextOnRow:
    if (instant.isValid())
      return showInstant(besideOnTrack(trace, instant, direction));
    return showSlice(slice.isValid() ? besideOnRow(trace, slice, direction)
                                     : sliceInSight(m_view.makeScene()));
  case TimelineCommand::PreviousInstance:
  case TimelineCommand::NextInstance:
    if (instant.isValid())
      return showInstant(sameNameOnTrack(trace, instant, direction));
    return slice.isValid() && showSlice(sameNameOnTrack(trace, slice, direction));
  case TimelineCommand::RowAbove:
  case TimelineCommand::RowBelow: {
    const TimelineScene scene = m_view.makeScene();
    return showSlice(slice.isValid()
                         ? onNeighbourRow(trace, *scene.tree, *scene.layout, slice, direction)
                         : sliceInSight(scene));
  }
  case TimelineCommand::Parent:
    return slice.isValid() && showSlice(trace.parentOf(slice));
  case TimelineCommand::FirstChild:
    return slice.isValid() && showSlice(firstInside(trace, slice));
  default:
    return false;
  }
}

/// A key that finds nothing further is still a key of the timeline.
bool TimelineNavigator::showSlice(SliceId slice) {
  if (slice.isValid())
    show({EventRef::Kind::Slice, slice.value});
  return true;
}

bool TimelineNavigator::showInstant(InstantId instant) {
  if (instant.isValid())
    show({EventRef::Kind::Instant, instant.value});
  return true;
}

/// Of several partners the one nearest in time: the last before, or the first after.
bool TimelineNavigator::followArrow(bool isBack) {
  std::optional<EventRef> nearest;
  for (const FlowPartner &partner : partners())
    if (partner.isBefore == isBack && (isBack || !nearest))
      nearest = partner.event;
  if (nearest)
    show(*nearest);
  return true;
}

// The area.

bool TimelineNavigator::markSelected() {
  const SliceId slice = m_view.selection()->selectedSlice();
  if (!slice.isValid())
    return false;
  const Trace &trace = *m_view.trace();
  const TimeRange time = trace.sliceTime(slice);
  if (!time.isEmpty())
    m_view.area()->setArea(TraceArea{time, {trace.row(trace.rowOf(slice)).track}});
  return true;
}

bool TimelineNavigator::fitArea() {
  const auto &area = m_view.area()->area();
  if (!area || !m_isAreaNewest)
    return false;
  const auto space = Picoseconds(std::max<int64_t>(area->range.length().value / 10, 1));
  m_view.setVisibleRange({area->range.begin - space, area->range.end + space});
  return true;
}

/// To the corresponding slice of the next or previous iteration of the warp. True without effect at
/// the first and last one: the key does not begin to extend an area there.
bool TimelineNavigator::stepIteration(int direction) {
  if (m_view.area()->area() || !m_view.iteration())
    return false;
  const WarpIteration iteration = *m_view.iteration();
  const SliceId slice = sliceOfNeighbour(*m_view.overlap(), *m_view.trace(), iteration,
                                         m_view.selection()->selectedSlice(), direction);
  if (slice.isValid())
    showSlice(slice);
  return true;
}

bool TimelineNavigator::extendArea(TimelineCommand command) {
  if (command == TimelineCommand::ExtendLeft && stepIteration(-1))
    return true;
  if (command == TimelineCommand::ExtendRight && stepIteration(1))
    return true;
  if (!m_view.area()->area() && !markSelected())
    return false;
  if (!m_view.area()->area())
    return true; // a slice without a length
  adoptArea();
  switch (command) {
  case TimelineCommand::ExtendLeft:
    return extendTime(WalkDirection::Back);
  case TimelineCommand::ExtendRight:
    return extendTime(WalkDirection::Forward);
  case TimelineCommand::ExtendUp:
    return extendLines(WalkDirection::Back);
  default:
    return extendLines(WalkDirection::Forward);
  }
}

/// An area that something else has set grows at its end and at its last line.
void TimelineNavigator::adoptArea() {
  const TraceArea &area = *m_view.area()->area();
  if (m_extension.range != area.range || m_extension.tracks != area.tracks)
    m_extension = {area.range, area.tracks, area.range.begin, area.range.end, false};
}

bool TimelineNavigator::extendTime(WalkDirection direction) {
  const Viewport &viewport = m_view.visibleRangeModel()->viewport();
  // Each press moves at least one pixel, so that a key never seems dead.
  const auto pixel = Picoseconds(std::max<int64_t>(1, std::llround(viewport.psPerPixel())));
  const Trace &trace = *m_view.trace();
  Extension &extension = m_extension;
  const auto edge = direction == WalkDirection::Forward
                        ? edgeAfter(trace, extension.tracks, extension.head, pixel)
                        : edgeBefore(trace, extension.tracks, extension.head, pixel);
  if (!edge || *edge == extension.anchor)
    return true;
  extension.head = *edge;
  setExtended();
  m_view.visibleRangeModel()->setViewport(
      viewport.revealing({extension.head, extension.head + Picoseconds(1)}));
  return true;
}

bool TimelineNavigator::extendLines(WalkDirection direction) {
  const TimelineScene scene = m_view.makeScene();
  const auto items = scene.layout->items();
  const auto isCovered = [&](const LayoutItem &item) {
    return showsAnyOf(*scene.tree, item, m_extension.tracks);
  };
  const auto firstCovered = std::find_if(items.begin(), items.end(), isCovered);
  if (firstCovered == items.end())
    return true; // its lines are hidden
  const auto first = static_cast<size_t>(firstCovered - items.begin());
  const auto fromEnd = std::find_if(items.rbegin(), items.rend(), isCovered) - items.rbegin();
  const size_t last = items.size() - 1 - static_cast<size_t>(fromEnd);
  if (first == last)
    m_extension.isHeadAbove = direction == WalkDirection::Back;
  const size_t anchor = m_extension.isHeadAbove ? last : first;
  size_t head = m_extension.isHeadAbove ? first : last;
  const size_t step = direction == WalkDirection::Forward ? size_t{1} : SIZE_MAX;
  do // open headings have no slices
    head += step;
  while (head < items.size() && items[head].content == ItemContent::Strip && !items[head].isFolded);
  if (head >= items.size())
    return true;
  const LayoutItem &top = items[std::min(anchor, head)];
  const LayoutItem &bottom = items[std::max(anchor, head)];
  m_extension.tracks = tracksBetween(*scene.tree, *scene.layout, top.y,
                                     bottom.y + static_cast<double>(bottom.height) / 2);
  setExtended();
  m_view.scrollTo(items[head]);
  return true;
}

void TimelineNavigator::setExtended() {
  m_extension.range = {std::min(m_extension.anchor, m_extension.head),
                       std::max(m_extension.anchor, m_extension.head)};
  m_view.area()->setArea(TraceArea{m_extension.range, m_extension.tracks});
}

// The history of views.

void TimelineNavigator::noteView() {
  if (m_isRestoring || !m_view.trace())
    return;
  const ViewState state = m_view.viewState();
  if (state.viewport.widthPx() != m_history.current().viewport.widthPx())
    m_history.replaceCurrent(state); // the window has another width
  else
    m_history.record(state, ViewHistory::Milliseconds(m_clock.elapsed()));
  Q_EMIT historyChanged();
}

void TimelineNavigator::adoptView() {
  if (!m_isRestoring && m_view.trace())
    m_history.replaceCurrent(m_view.viewState());
}

void TimelineNavigator::restart() {
  m_history.restart(m_view.viewState());
  m_extension = {};
  Q_EMIT historyChanged();
}

bool TimelineNavigator::showView(const std::optional<ViewState> &state) {
  if (!state)
    return true;
  m_isRestoring = true;
  m_view.showViewState(*state);
  m_isRestoring = false;
  m_history.replaceCurrent(m_view.viewState());
  Q_EMIT historyChanged();
  return true;
}

// Times.

void TimelineNavigator::askTime() {
  if (!m_view.trace())
    return;
  if (!m_input) {
    m_input = new TimeInput(&m_view);
    connect(m_input, &TimeInput::entered, this, &TimelineNavigator::goTo);
  }
  m_input->ask();
}

void TimelineNavigator::goTo(const QString &text) {
  const TimeRange visible = m_view.visibleRange();
  const auto pointed = m_view.pointed();
  const Picoseconds middle = visible.begin + Picoseconds(visible.length().value / 2);
  const TimePositionContext context{pointed ? pointed->begin : middle, m_view.makeScene().clock,
                                    m_view.trace()->timeRange()};
  const Result<Picoseconds> time = parseTimePosition(text.toUtf8().toStdString(), context);
  if (!time) {
    m_input->explain(toQString(time.error().message), toQString(time.error().hint));
    return;
  }
  m_input->hide();
  m_view.setFocus();
  const auto half = Picoseconds(visible.length().value / 2);
  m_view.setVisibleRange({*time - half, *time + half});
  m_view.point({*time, *time}, TrackId());
}

} // namespace pstudio
