// SPDX-License-Identifier: Apache-2.0
// Statistics of the shown trace and its selected area.
#include "app/panels/panel_list.h"
#include "viewer/widgets/statistics/critical_path_view.h"
#include "viewer/widgets/statistics/statistics_panel.h"

namespace pstudio {
namespace {

class StatisticsPresenter : public TracePanelOf<StatisticsPanel> {
public:
  StatisticsPresenter(const TracePanelServices &services, QObject *parent)
      : TracePanelOf(
            {.panel = PanelId::Statistics,
             .views =
                 {{.name = "statistics",
                   .title = tr("Table"),
                   .key = "Ctrl+I",
                   .tip = tr(
                       "Show durations of all scopes, of the whole trace or the selected area")}},
             .minHeight = 340,
             .minContent = 240},
            new StatisticsPanel, services, parent) {
    connect(&m_panel, &StatisticsPanel::scopeHighlighted, this, &TracePanel::findRequested);
    connect(&m_panel.criticalPath(), &CriticalPathView::pathShown, this,
            [this](const std::vector<PathMark> &path) {
              // Corrected times move warps against each other: the path would not lie on them.
              if (m_pathTimeline)
                m_pathTimeline->setPath(m_isRecorded ? path : std::vector<PathMark>());
            });
    offerCsv(tr("Save the statistics"), QStringLiteral("statistics"));
  }

  bool isEmpty() const override { return !trace() || trace()->sliceCount() == 0; }

protected:
  void showTrace() override {
    m_panel.criticalPath().setActive(false); // removes the path from the timeline until now
    m_pathTimeline = timeline();
    m_isRecorded = trace() == shown().recorded.trace;
    m_panel.setOverlap(timeline() ? shown().shown.summary->overlap : nullptr);
    m_panel.setTrace(trace(), selection(), area());
  }

private:
  QPointer<TimelineView> m_pathTimeline; ///< that shows the critical path
  bool m_isRecorded = true;              ///< the times of the trace are as recorded
};

} // namespace

TracePanel *makeStatisticsPanel(const TracePanelServices &services, QObject *parent) {
  return new StatisticsPresenter(services, parent);
}

} // namespace pstudio
