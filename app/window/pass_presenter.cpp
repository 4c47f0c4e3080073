// SPDX-License-Identifier: Apache-2.0
#include "app/window/pass_presenter.h"

#include <QEvent>
#include <QFileInfo>

#include "app/settings/text.h"
#include "viewer/widgets/passes/pass_panel.h"

namespace pstudio {

PassPresenter::PassPresenter(PassPanel &panel, QObject *parent) : QObject(parent), m_panel(panel) {
  m_panel.installEventFilter(this);
  connect(&m_loader, &PassReportLoader::loaded, this, &PassPresenter::show);
  connect(&m_loader, &PassReportLoader::failed, this, [this](const Error &error) {
    m_panel.showMessage(tr("The pass report of this run cannot be read."),
                        toQString(error.toString()));
  });
}

void PassPresenter::showTrace(const QString &trace, const std::string &reportId) {
  if (trace == m_trace && !trace.isEmpty())
    return; // shown again, in another theme or with other times
  m_trace = trace;
  m_id = reportId;
  m_file = trace.isEmpty() ? QString() : pathToQString(passReportPath(toPath(trace)));
  update();
}

void PassPresenter::showReport(const QString &file) {
  m_trace.clear();
  m_id.reset();
  m_file = file;
  update();
}

bool PassPresenter::hasReport() const {
  return !m_file.isEmpty() && QFileInfo::exists(m_file);
}

void PassPresenter::show(const std::shared_ptr<const PassReport> &report) {
  if (!m_id || *m_id == report->id)
    return m_panel.setReport(report);
  m_panel.showMessage(
      tr("The pass report next to this trace belongs to another run."),
      tr("The run that recorded the trace did not write %1.").arg(QFileInfo(m_file).fileName()));
}

bool PassPresenter::eventFilter(QObject *watched, QEvent *event) {
  if (event->type() == QEvent::Show)
    update();
  return QObject::eventFilter(watched, event);
}

void PassPresenter::update() {
  if (!m_panel.isVisible() || m_shown == m_file + m_trace)
    return;
  m_shown = m_file + m_trace;
  m_loader.cancel();
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
    m_loader.load(m_file);
}

} // namespace pstudio
