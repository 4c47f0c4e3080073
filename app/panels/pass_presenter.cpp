// SPDX-License-Identifier: Apache-2.0
// Compiler passes of the run that made the shown trace, or of a compile that failed.
#include <QEvent>
#include <QFileInfo>

#include <optional>
#include <string>

#include "app/documents/pass_report_id.h"
#include "app/panels/panel_list.h"
#include "app/run/run_launcher.h"
#include "app/settings/text.h"
#include "core/source/trace_places.h"
#include "viewer/models/job.h"
#include "viewer/widgets/passes/pass_panel.h"

namespace pstudio {
namespace {

/// Reads the report beside the trace, when the panel is seen.
class PassPresenter : public TracePanelOf<PassPanel> {
public:
  PassPresenter(const TracePanelServices &services, QObject *parent)
      : TracePanelOf({.panel = PanelId::Source,
                      .views = {{.name = "passes",
                                 .title = tr("Passes"),
                                 .key = "Ctrl+P",
                                 .tip = tr("Show how each compiler pass changes the IR")}},
                      .minHeight = 280,
                      .minContent = 180},
                     new PassPanel, services, parent) {
    m_panel.installEventFilter(this);
    connect(&services.runs, &RunLauncher::passesReady, this, [this](const QString &file) {
      m_trace.clear();
      m_id.reset();
      m_file = file;
      update();
      Q_EMIT contentChanged();
    });
  }

  /// Whether there is no file with the passes of what the window shows.
  bool isEmpty() const override { return m_file.isEmpty() || !QFileInfo::exists(m_file); }

protected:
  void showTrace() override {
    m_trace = shown().file;
    m_id = trace() ? passReportIdOf(*trace()) : std::string();
    m_file = m_trace.isEmpty() ? QString() : pathToQString(passReportPath(toPath(m_trace)));
    update();
  }

  void followTimeline(TimelineView &view, const QObject *context) override {
    connect(view.selection(), &SelectionModel::selectedSliceChanged, context,
            [this, &view](SliceId slice) {
              const Trace &trace = *view.trace();
              const bool isValid = slice.isValid();
              m_panel.setScope(isValid ? toQString(trace.string(trace.slice(slice).name))
                                       : QString());
              m_panel.setPlace(isValid ? sourcePlaceOf(trace, trace.sliceArgSets()[slice.value])
                                       : std::nullopt);
            });
  }

  bool eventFilter(QObject *watched, QEvent *event) override {
    if (event->type() == QEvent::Show)
      update();
    return TracePanel::eventFilter(watched, event);
  }

private:
  void showReport(Result<PassReport> report) {
    if (!report)
      return m_panel.showMessage(tr("The pass report of this run cannot be read."),
                                 toQString(report.error().toString()));
    if (!m_id || *m_id == report->id)
      return m_panel.setReport(std::make_shared<const PassReport>(*std::move(report)));
    m_panel.showMessage(
        tr("The pass report next to this trace belongs to another run."),
        tr("The run that recorded the trace did not write %1.").arg(QFileInfo(m_file).fileName()));
  }

  void update() {
    if (!m_panel.isVisible() || m_shownKey == m_file + m_trace)
      return;
    m_shownKey = m_file + m_trace;
    m_reading.cancel();
    if (m_file.isEmpty())
      m_panel.showMessage(
          tr("No trace is open."),
          tr("Run a kernel. This panel shows how each compiler pass changes its IR."));
    else if (!QFileInfo::exists(m_file))
      m_panel.showMessage(
          tr("This trace has no pass report."),
          tr("Runs from this window record it. From a terminal, write both files to the same "
             "folder:\nproton-collect run SPEC -o NAME.pftrace --passes NAME.passes.json"));
    else
      m_reading.start(
          [path = toPath(m_file)](const std::stop_token &) { return readPassReport(path); },
          [this](Result<PassReport> report) { showReport(std::move(report)); });
  }

  QString m_trace;                   ///< its file; empty: none, or a compile failed
  QString m_file;                    ///< to be shown
  std::optional<std::string> m_id;   ///< that it must have; nothing: any
  std::optional<QString> m_shownKey; ///< names what the panel shows or will show
  Job m_reading{this};
};

} // namespace

TracePanel *makePassPanel(const TracePanelServices &services, QObject *parent) {
  return new PassPresenter(services, parent);
}

} // namespace pstudio
