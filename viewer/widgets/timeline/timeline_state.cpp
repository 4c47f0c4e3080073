// SPDX-License-Identifier: Apache-2.0
// Conversion of a timeline's view to and from the forms of the history, files and pictures, and the
// times of its selection as text.
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/area_draw_list.h"
#include "viewer/geometry/timeline/saved_view.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/timeline/hover_card.h"
#include "viewer/widgets/timeline/timeline_notes.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_controls.h"

namespace pstudio {

void TimelineView::showViewState(const ViewState &state) {
  const Viewport &now = m_range.viewport();
  // Corrected times have other bounds than recorded ones.
  if (state.tracks && m_content && state.tracks != m_content->arrangement()) {
    m_card->hide();
    m_grouping = state.tracks->grouping;
    m_content->setArrangement(*state.tracks);
    contentChanged();
    m_tracks->groupingChanged();
  }
  setViewport(state.viewport.bounds() == now.bounds() ? state.viewport.resized(now.widthPx())
                                                      : now.showing(state.viewport.visible()));
  setScroll(state.scrollY);
  m_notes->applyMoves(state.noteMoves);
}

QString TimelineView::selectionReadout() const {
  if (!m_content)
    return {};
  const auto textOf = [](TimeRange range, const ClockLine *clock) {
    return toQString(formatRange(range, cyclesIn(clock, range)));
  };
  if (const auto &area = m_area.area())
    return textOf(area->range, commonClock(*m_trace, area->tracks));
  if (const SliceId slice = m_selection.selectedSlice(); slice.isValid())
    return textOf(m_trace->sliceTime(slice), m_content->clockAt(m_content->tree().nodeOf(
                                                 m_trace->row(m_trace->rowOf(slice)).track)));
  if (const InstantId instant = m_selection.selectedInstant(); instant.isValid())
    return toQString(formatExact(m_trace->instants()[instant.value].time));
  return {};
}

ViewState TimelineView::viewState() const {
  return {m_range.viewport(), m_scrollY, m_content ? m_content->arrangement() : nullptr,
          m_notes->appliedMoves()};
}

review::View TimelineView::savedView() const {
  return m_content ? pstudio::savedView(*m_content, visibleRange(), m_scrollY) : review::View();
}

ShownTimeline TimelineView::shown() {
  const TimelineScene scene = makeScene();
  ShownTimeline shown;
  shown.tracks = m_content->arrangement();
  shown.range = visibleRange();
  shown.scrollY = m_scrollY;
  shown.tracksWidth = tracksWidth();
  shown.tracksHeight = tracksHeight();
  shown.labelWidth = m_labelWidth;
  shown.notes.assign(scene.notes.begin(), scene.notes.end());
  shown.path.assign(scene.path.begin(), scene.path.end());
  shown.selected = scene.selected;
  shown.selectedInstant = scene.selectedInstant;
  shown.flows = m_flows;
  shown.iteration = scene.iteration;
  if (const auto &area = m_area.area(); area) {
    shown.areaRange = area->range;
    shown.areaTracks = area->tracks;
  }
  shown.search = m_content->searchResult();
  return shown;
}

void TimelineView::showSavedView(const review::View &view) {
  if (!m_content)
    return;
  if (m_isFresh || m_unseenView)
    m_unseenView = view;
  m_isFresh = false;
  m_card->hide();
  applySavedView(view, tracksHeight(), *m_content);
  m_grouping = m_content->grouping();
  contentChanged();
  m_tracks->viewShown();
  setVisibleRange(view.range());
  setScroll(view.scroll);
}

} // namespace pstudio
