// SPDX-License-Identifier: Apache-2.0
// The open traces, the grouping of the tracks and the scopes of the shown trace.
#include "app/documents/open_traces.h"
#include "app/panels/panel_list.h"
#include "viewer/widgets/timeline/track_controls.h"
#include "viewer/widgets/timeline/track_panel.h"

namespace pstudio {
namespace {

class TracksPresenter : public TracePanelOf<TrackPanel> {
public:
  TracksPresenter(const TracePanelServices &services, QObject *parent)
      : TracePanelOf({.panel = PanelId::Tracks},
                     new TrackPanel(&services.openTraces.list(), OpenTraceList::SubtitleRole),
                     services, parent) {
    OpenTraceList &list = services.openTraces.list();
    connect(&list, &OpenTraceList::currentChanged, this,
            [this, &list](OpenTraceId id) { m_panel.setCurrentTrace(list.indexOf(id)); });
    connect(&m_panel, &TrackPanel::traceChosen, this, [&list](const QModelIndex &index) {
      list.setCurrent(index.data(OpenTraceList::IdRole).toInt());
    });
    connect(&m_panel, &TrackPanel::traceCloseRequested, this, [this](const QModelIndex &index) {
      Q_EMIT closeRequested(index.data(OpenTraceList::IdRole).toInt());
    });
    connect(&m_panel, &TrackPanel::groupingChosen, this, [this](GroupingKind kind) {
      if (timeline())
        timeline()->setGrouping(kind);
    });
    connect(&m_panel, &TrackPanel::scopeClicked, this, &TracePanel::findToggled);
  }

protected:
  void showTrace() override {
    if (!timeline()) {
      m_panel.clearScopes();
      return m_panel.setControls(nullptr, {});
    }
    const auto colorOf = [theme = theme()](ColorToken token) {
      return Theme::of(theme).color(token);
    };
    const auto summary = shown().shown.summary;
    m_panel.setScopes(
        summary->scopes,
        [summary, colorOf](StringId name) { return colorOf(summary->colors.fill(name)); },
        colorOf(ColorToken::CounterLine), colorOf(ColorToken::Instant));
    m_panel.setGrouping(timeline()->grouping());
    m_panel.setControls(timeline()->tracks(), colorOf);
  }

  void followTimeline(TimelineView &view, const QObject *context) override {
    connect(view.tracks(), &TrackControls::changed, context,
            [this, &view] { m_panel.setGrouping(view.grouping()); });
  }
};

} // namespace

TracePanel *makeTracksPanel(const TracePanelServices &services, QObject *parent) {
  return new TracksPresenter(services, parent);
}

} // namespace pstudio
