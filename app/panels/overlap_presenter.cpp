// SPDX-License-Identifier: Apache-2.0
// Hidden and exposed time of the asynchronous operations of the shown trace.
#include "app/panels/panel_list.h"
#include "app/run/run_launcher.h"
#include "viewer/widgets/overlap/overlap_panel.h"

namespace pstudio {
namespace {

class OverlapPresenter : public TracePanelOf<OverlapPanel> {
public:
  OverlapPresenter(const TracePanelServices &services, QObject *parent)
      : TracePanelOf({.panel = PanelId::Overlap,
                      .views = {{.name = "overlap",
                                 .key = "Ctrl+L",
                                 .tip = tr("Show how much of each copy and matrix operation was "
                                           "hidden and waited for")}},
                      .minHeight = 360,
                      .minContent = 260},
                     new OverlapPanel, services, parent) {
    RunLauncher &runs = services.runs;
    connect(&m_panel, &OverlapPanel::runAgainRequested, this,
            [&runs] { runs.runAgainWith("async"); });
    connect(&runs, &RunLauncher::activityChanged, this,
            [this, &runs] { m_panel.setRunAgain(runs.hasLast() && !runs.isRunning()); });
  }

  bool isEmpty() const override { return !m_panel.model().hasOperations(); }

protected:
  void showTrace() override {
    m_panel.setData(timeline() ? shown().shown.summary->overlap : nullptr, selection());
    m_panel.setTimelineCorrected(trace() != shown().recorded.trace);
  }
};

} // namespace

TracePanel *makeOverlapPanel(const TracePanelServices &services, QObject *parent) {
  return new OverlapPresenter(services, parent);
}

} // namespace pstudio
