// SPDX-License-Identifier: Apache-2.0
// Memory accesses of the shown trace.
#include "app/panels/panel_list.h"
#include "app/run/run_launcher.h"
#include "viewer/widgets/heat/heat_panel.h"

namespace pstudio {
namespace {

class HeatPresenter : public TracePanelOf<HeatPanel> {
public:
  HeatPresenter(const TracePanelServices &services, QObject *parent)
      : TracePanelOf({.panel = PanelId::Memory,
                      .views = {{.name = "heat",
                                 .key = "Ctrl+M",
                                 .tip = tr("Show memory accesses by address and time, and the used "
                                           "share of the bytes moved")}},
                      .minHeight = 400,
                      .minContent = 260},
                     new HeatPanel, services, parent) {
    RunLauncher &runs = services.runs;
    connect(&m_panel, &HeatPanel::runAgainRequested, this,
            [&runs] { runs.runAgainWith("memory"); });
    connect(&runs, &RunLauncher::activityChanged, this,
            [this, &runs] { m_panel.setRunAgain(runs.hasLast() && !runs.isRunning()); });
    connect(&m_panel, &HeatPanel::accessRevealed, this, [this](TimeRange time, TrackId track) {
      if (timeline())
        timeline()->point(time, track);
    });
    connect(&m_panel, &HeatPanel::timeRevealed, this, [this](TimeRange range) {
      if (timeline())
        timeline()->setVisibleRange(range);
    });
    connect(&m_panel, &HeatPanel::timelineRequested, this, [this] {
      if (timeline())
        m_panel.followTimeline(timeline()->visibleRange());
    });
  }

  bool isEmpty() const override { return !m_panel.model().hasAccesses(); }

protected:
  void showTrace() override { m_panel.setTrace(trace(), selection()); }

  void followTimeline(TimelineView &view, const QObject *context) override {
    connect(&view, &TimelineView::visibleRangeChanged, context,
            [this](TimeRange range) { m_panel.followLinkedTimeline(range); });
  }
};

} // namespace

TracePanel *makeHeatPanel(const TracePanelServices &services, QObject *parent) {
  return new HeatPresenter(services, parent);
}

} // namespace pstudio
