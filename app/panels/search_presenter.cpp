// SPDX-License-Identifier: Apache-2.0
// Hits of a search in the shown trace. One query for all open traces.
#include <QScopedValueRollback>

#include <algorithm>

#include "app/panels/panel_list.h"
#include "viewer/models/search_model.h"
#include "viewer/widgets/search/search_panel.h"
#include "viewer/widgets/timeline/track_controls.h"

namespace pstudio {
namespace {

constexpr int64_t kPointZoom = 8; // what has no length gets an eighth of the visible range

class SearchPresenter : public TracePanelOf<SearchPanel> {
public:
  SearchPresenter(const TracePanelServices &services, QObject *parent)
      : TracePanelOf({.panel = PanelId::Matches,
                      .views = {{.name = "searchHits",
                                 .key = "Ctrl+H",
                                 .tip = tr("List all matches of the search")}}},
                     new SearchPanel, services, parent),
        m_model(m_panel.model()) {
    connect(&m_model, &SearchModel::changed, this, [this] {
      // Until the new hits are there the old ones stay: the view must not flicker at each letter.
      if (timeline() && m_model.state() != SearchModel::State::Searching)
        timeline()->setSearch(m_model.result());
    });
    connect(&m_model, &SearchModel::hitChosen, this, &SearchPresenter::showHit);
    connect(&m_panel, &SearchPanel::hitActivated, this, &SearchPresenter::zoomToHit);
  }

  bool isEmpty() const override { return !m_model.trace(); }

protected:
  void showTrace() override {
    m_model.setTrace(trace());
    followTracks();
    followSelection();
    Q_EMIT contentChanged();
  }

  void followTimeline(TimelineView &view, const QObject *context) override {
    const auto follow = [this] { followSelection(); };
    connect(view.selection(), &SelectionModel::selectedSliceChanged, context, follow);
    connect(view.selection(), &SelectionModel::selectedInstantChanged, context, follow);
    connect(view.tracks(), &TrackControls::changed, context, [this] { followTracks(); });
  }

  void leaveTimeline(TimelineView &view) override { view.setSearch(nullptr); }

private:
  /// The search stays within the filter of the tracks.
  void followTracks() {
    if (timeline() && timeline()->trace() == m_model.trace())
      m_model.setTracks(timeline()->tracks()->narrowedTracks());
  }

  void followSelection() {
    if (!selection() || m_isSelecting)
      return;
    if (selection()->selectedSlice().isValid())
      m_model.follow({EventRef::Kind::Slice, selection()->selectedSlice().value});
    else if (selection()->selectedInstant().isValid())
      m_model.follow({EventRef::Kind::Instant, selection()->selectedInstant().value});
  }

  void showHit(size_t at) {
    if (!timeline())
      return;
    const QScopedValueRollback selecting(m_isSelecting, true);
    const SearchHit &hit = m_model.result()->hits[at];
    const auto select = [this](auto event) {
      selection()->select(event);
      timeline()->reveal(event);
    };
    switch (hit.kind) {
    case HitKind::Slice:
      return select(SliceId(hit.index));
    case HitKind::Instant:
      return select(InstantId(hit.index));
    case HitKind::Track:
    case HitKind::Counter:
      return timeline()->reveal(TrackId(hit.index));
    case HitKind::Access: {
      const Trace &trace = *m_model.trace();
      timeline()->point(timeOfHit(trace, hit),
                        trackOfHit(trace, *m_model.result(), hit, WarpTracks(trace)));
    }
    }
  }

  void zoomToHit(size_t at) {
    if (!timeline() || !m_model.result())
      return;
    m_model.goTo(at);
    const SearchHit &hit = m_model.result()->hits[at];
    if (hit.kind == HitKind::Slice)
      return timeline()->zoomTo(SliceId(hit.index));
    if (hit.kind != HitKind::Instant && hit.kind != HitKind::Access)
      return;
    const int64_t around =
        std::max<int64_t>(timeline()->visibleRange().length().value / kPointZoom / 2, 1);
    timeline()->setVisibleRange(
        {Picoseconds(hit.beginPs - around), Picoseconds(hit.beginPs + around)});
  }

  SearchModel &m_model;
  bool m_isSelecting = false; ///< a hit, so the selection is not followed
};

} // namespace

TracePanel *makeSearchPanel(const TracePanelServices &services, QObject *parent) {
  return new SearchPresenter(services, parent);
}

} // namespace pstudio
