// SPDX-License-Identifier: Apache-2.0
#include "app/window/search_presenter.h"

#include <QScopedValueRollback>

#include <algorithm>

#include "viewer/widgets/search/search_panel.h"

namespace pstudio {
namespace {

constexpr int kSearchPanelHeight = 240, kSearchPanelContent = 120; // [pixels]
constexpr int64_t kPointZoom = 8; // what has no length gets an eighth of the visible range

} // namespace

SearchPresenter::SearchPresenter(ThemeKind theme, QObject *parent)
    : TracePanel(parent), m_panel(*new SearchPanel(m_model)) {
  m_panel.setThemeKind(theme);
  connect(&m_model, &SearchModel::changed, this, [this] {
    // Until the new hits are there the old ones stay: the view must not flicker at each letter.
    if (m_timeline && m_model.state() != SearchModel::State::Searching)
      m_timeline->setSearch(m_model.result());
  });
  connect(&m_model, &SearchModel::hitChosen, this, &SearchPresenter::showHit);
  connect(&m_panel, &SearchPanel::hitActivated, this, &SearchPresenter::zoomToHit);
}

TracePanelFacts SearchPresenter::facts() const {
  return {"searchHits",
          tr("Search"),
          tr("Matches of the search"),
          "Ctrl+H",
          tr("List all matches of the search"),
          kSearchPanelHeight,
          kSearchPanelContent};
}

QWidget *SearchPresenter::widget() {
  return &m_panel;
}

bool SearchPresenter::isEmpty() const {
  return !m_model.trace();
}

void SearchPresenter::setThemeKind(ThemeKind theme) {
  m_panel.setThemeKind(theme);
}

void SearchPresenter::showTrace(const ShownTrace &shown) {
  if (m_timeline != shown.timeline) {
    if (m_timeline) {
      disconnect(m_timeline->selection(), nullptr, this, nullptr);
      m_timeline->setSearch(nullptr); // the memory of its hits
    }
    m_timeline = shown.timeline;
    if (m_timeline) {
      connect(m_timeline->selection(), &SelectionModel::selectedSliceChanged, this,
              &SearchPresenter::followSelection);
      connect(m_timeline->selection(), &SelectionModel::selectedInstantChanged, this,
              &SearchPresenter::followSelection);
    }
  }
  if (shown.shown.trace == m_model.trace())
    return; // another theme, for example
  m_model.setTrace(shown.shown.trace);
  followSelection();
  Q_EMIT contentChanged();
}

void SearchPresenter::followSelection() {
  if (!m_timeline || m_isSelecting)
    return;
  const SelectionModel &selection = *m_timeline->selection();
  if (selection.selectedSlice().isValid())
    m_model.follow({EventRef::Kind::Slice, selection.selectedSlice().value});
  else if (selection.selectedInstant().isValid())
    m_model.follow({EventRef::Kind::Instant, selection.selectedInstant().value});
}

void SearchPresenter::showHit(size_t at) {
  if (!m_timeline)
    return;
  const QScopedValueRollback selecting(m_isSelecting, true);
  const SearchHit &hit = m_model.result()->hits[at];
  const auto select = [this](auto event) {
    m_timeline->selection()->select(event);
    m_timeline->reveal(event);
  };
  switch (hit.kind) {
  case HitKind::Slice:
    return select(SliceId(hit.index));
  case HitKind::Instant:
    return select(InstantId(hit.index));
  case HitKind::Track:
  case HitKind::Counter:
    return m_timeline->reveal(TrackId(hit.index));
  case HitKind::Access: {
    const Trace &trace = *m_model.trace();
    m_timeline->point(timeOfHit(trace, hit),
                      trackOfHit(trace, *m_model.result(), hit, WarpTracks(trace)));
  }
  }
}

void SearchPresenter::zoomToHit(size_t at) {
  if (!m_timeline || !m_model.result())
    return;
  m_model.goTo(at);
  const SearchHit &hit = m_model.result()->hits[at];
  if (hit.kind == HitKind::Slice)
    return m_timeline->zoomTo(SliceId(hit.index));
  if (hit.kind != HitKind::Instant && hit.kind != HitKind::Access)
    return;
  const int64_t around =
      std::max<int64_t>(m_timeline->visibleRange().length().value / kPointZoom / 2, 1);
  m_timeline->setVisibleRange(
      {Picoseconds(hit.beginPs - around), Picoseconds(hit.beginPs + around)});
}

} // namespace pstudio
