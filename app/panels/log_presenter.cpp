// SPDX-License-Identifier: Apache-2.0
// Messages of runs and of files that are read.
#include "app/documents/open_traces.h"
#include "app/panels/log_panel.h"
#include "app/panels/panel_list.h"
#include "app/run/run_launcher.h"

namespace pstudio {
namespace {

class LogPresenter : public TracePanelOf<LogPanel> {
public:
  LogPresenter(const TracePanelServices &services, QObject *parent)
      : TracePanelOf(
            {.panel = PanelId::Messages,
             .views = {{.name = "log",
                        .key = "Ctrl+G",
                        .tip = tr("Show messages, and the log of runs and loaded files")}}},
            new LogPanel, services, parent) {
    connect(&services.openTraces, &OpenTraces::noted, &m_panel, &LogPanel::append);
    connect(&services.runs, &RunLauncher::noted, &m_panel, &LogPanel::append);
  }

protected:
  void showTrace() override {}
};

} // namespace

TracePanel *makeLogPanel(const TracePanelServices &services, QObject *parent) {
  return new LogPresenter(services, parent);
}

} // namespace pstudio
