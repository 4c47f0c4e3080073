// SPDX-License-Identifier: Apache-2.0
#include "app/panels/source_presenter.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>

#include "app/dialogs/file_choice.h"
#include "app/documents/pass_report_id.h"
#include "app/panels/panel_list.h"
#include "app/settings/settings.h"
#include "app/settings/text.h"

namespace pstudio {

SourcePresenter::SourcePresenter(const TracePanelServices &services, QObject *parent)
    : TracePanelOf(
          {.panel = PanelId::Source,
           .views = {{.name = "source",
                      .title = tr("Source"),
                      .key = "Ctrl+U",
                      .tip = tr(
                          "Show source files with time, waits, accesses and samples of each line")},
                     {.name = "sourceIr",
                      .title = tr("IR"),
                      .key = "Ctrl+Shift+I",
                      .tip = tr("Show the IR beside the source")},
                     {.name = "sourcePtx",
                      .title = tr("PTX"),
                      .key = "Ctrl+Shift+X",
                      .tip = tr("Show PTX, or the assembly of AMD GPUs, beside the source")}},
           .minHeight = 360,
           .minContent = 180},
          new SourcePanel, services, parent) {
  m_panel.installEventFilter(this);
  connect(&m_panel, &SourcePanel::eventsMarked, this,
          [this](const std::shared_ptr<const SearchResult> &events) {
            if (timeline())
              timeline()->setMarks(events);
          });
  connect(&m_panel, &SourcePanel::eventRevealed, this, [this](EventRef event) {
    if (timeline() && event.kind == EventRef::Kind::Slice)
      timeline()->reveal(SliceId(event.index));
    else if (timeline())
      timeline()->reveal(InstantId(event.index));
  });
  connect(&m_panel, &SourcePanel::folderRequested, this, &SourcePresenter::askFolder);
  connect(&m_panel, &SourcePanel::sumsShown, this, &TracePanel::contentChanged);
  offerCsv(tr("Save the figures of the source lines"), QStringLiteral("source"));
}

bool SourcePresenter::isEmpty() const {
  return !m_panel.showsFile() && (!trace() || m_panel.hasNothing());
}

void SourcePresenter::makeTexts() {
  std::vector<std::filesystem::path> folders;
  if (trace()) // beside the trace: copied together with it
    folders.push_back(toPath(QFileInfo(shown().file).absolutePath()));
  for (const QString &folder : services().settings.sourceFolders())
    folders.push_back(toPath(folder));
  m_texts = std::make_shared<const SourceTexts>(trace(), std::move(folders));
}

void SourcePresenter::viewChanged() {
  constexpr SourcePanel::Code kKinds[] = {SourcePanel::Code::None, SourcePanel::Code::Ir,
                                          SourcePanel::Code::Assembly};
  m_panel.setCodeBeside(kKinds[view()]);
}

void SourcePresenter::leaveTimeline(TimelineView &view) {
  view.setMarks(nullptr);
}

void SourcePresenter::showTrace() {
  m_reportId = trace() ? passReportIdOf(*trace()) : std::string();
  makeTexts();
  m_reading.cancel();
  m_isCodeLoaded = false;
  m_panel.setTrace(trace(), m_texts, selection(), area());
  loadCode();
  Q_EMIT textsChanged();
  Q_EMIT contentChanged();
}

/// Reports are large: only for a panel that is seen.
void SourcePresenter::loadCode() {
  if (!trace() || m_isCodeLoaded || !m_panel.isVisible())
    return;
  m_isCodeLoaded = true;
  const std::filesystem::path file = passReportPath(toPath(shown().file));
  if (m_reportId.empty() || !QFileInfo::exists(pathToQString(file)))
    return showCode(nullptr);
  m_reading.start([file](const std::stop_token &) { return readPassReport(file); },
                  [this](const Result<PassReport> &report) {
                    showCode(report && report->id == m_reportId ? &*report : nullptr);
                  });
}

void SourcePresenter::showCode(const PassReport *report) {
  std::vector<std::string> named = TracePlaces(*trace()).files();
  CodeTexts code = storedCodeOf(*trace(), named);
  if (report)
    for (auto &text : codeTextsOf(*report))
      code.push_back(std::move(text));
  m_panel.setCode(std::move(code),
                  tr("Runs from this window record it beside the trace, proton-collect run "
                     "with --passes, proton-collect attach in the trace."));
}

bool SourcePresenter::eventFilter(QObject *watched, QEvent *event) {
  if (event->type() == QEvent::Show)
    loadCode();
  return TracePanel::eventFilter(watched, event);
}

void SourcePresenter::showPlace(const SourcePlace &place) {
  Q_EMIT openRequested(); // first: a hidden panel has not its width yet
  if (!m_panel.showsSource()) {
    showView(0);
    Q_EMIT openRequested();
  }
  m_panel.showPlace(place);
}

void SourcePresenter::askFolder() {
  const QString folder =
      FileChoice(services().settings, &m_panel).folderToRead(tr("Folder with the source files"));
  if (!folder.isEmpty())
    addFolder(folder);
}

void SourcePresenter::addFolder(const QString &folder) {
  services().settings.addSourceFolder(QDir(folder).absolutePath());
  makeTexts();
  m_panel.setTexts(m_texts);
  Q_EMIT textsChanged();
}

TracePanel *makeSourcePanel(const TracePanelServices &services, QObject *parent) {
  return new SourcePresenter(services, parent);
}

} // namespace pstudio
