// SPDX-License-Identifier: Apache-2.0
#include "app/window/source_presenter.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>

#include "app/settings/settings.h"
#include "app/settings/text.h"
#include "app/dialogs/file_choice.h"
#include "core/base/output_file.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/source/source_panel.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {
namespace {

constexpr int kSourceHeight = 360, kSourceContent = 180; // [pixels]

} // namespace

SourcePresenter::SourcePresenter(Settings &settings, ThemeKind theme, QObject *parent)
    : TracePanel(parent), m_settings(settings), m_panel(*new SourcePanel),
      m_texts(std::make_shared<const SourceTexts>(nullptr)) {
  m_panel.setThemeKind(theme);
  m_panel.installEventFilter(this);
  connect(&m_panel, &SourcePanel::eventsMarked, this,
          [this](const std::shared_ptr<const SearchResult> &events) {
            if (m_timeline)
              m_timeline->setMarks(events);
          });
  connect(&m_panel, &SourcePanel::eventRevealed, this, [this](EventRef event) {
    if (m_timeline && event.kind == EventRef::Kind::Slice)
      m_timeline->reveal(SliceId(event.index));
    else if (m_timeline)
      m_timeline->reveal(InstantId(event.index));
  });
  connect(&m_panel, &SourcePanel::sliceZoomed, this, [this](SliceId slice) {
    if (m_timeline)
      m_timeline->zoomTo(slice);
  });
  connect(&m_panel, &SourcePanel::saveWanted, this, &SourcePresenter::askAndSave);
  connect(&m_panel, &SourcePanel::folderWanted, this, &SourcePresenter::askFolder);
  connect(&m_panel, &SourcePanel::sumsShown, this, &TracePanel::contentChanged);
  connect(&m_loader, &PassReportLoader::loaded, this,
          [this](const std::shared_ptr<const PassReport> &report) {
            showCode(report->id == m_reportId ? report.get() : nullptr);
          });
  connect(&m_loader, &PassReportLoader::failed, this, [this] { showCode(nullptr); });
}

TracePanelFacts SourcePresenter::facts() const {
  return {"source",
          tr("Source"),
          tr("Source"),
          "Ctrl+U",
          tr("Show source files with time, waits, accesses and samples of each line"),
          kSourceHeight,
          kSourceContent};
}

QWidget *SourcePresenter::widget() {
  return &m_panel;
}

bool SourcePresenter::isEmpty() const {
  return !m_panel.showsFile() && (!m_trace || m_panel.hasNothing());
}

void SourcePresenter::showTimesAgain() {
  m_panel.showTimesAgain();
}

void SourcePresenter::setThemeKind(ThemeKind theme) {
  m_panel.setThemeKind(theme);
}

std::shared_ptr<const SourceTexts> SourcePresenter::makeTexts() const {
  std::vector<std::filesystem::path> folders;
  if (m_trace) // beside the trace: copied together with it
    folders.push_back(toPath(QFileInfo(m_file).absolutePath()));
  for (const QString &folder : m_settings.sourceFolders())
    folders.push_back(toPath(folder));
  return std::make_shared<const SourceTexts>(m_trace, std::move(folders));
}

void SourcePresenter::showTrace(const ShownTrace &shown) {
  if (m_timeline && m_timeline != shown.timeline)
    m_timeline->setMarks(nullptr); // of the trace that is hidden now
  m_timeline = shown.timeline;
  m_title = shown.title;
  if (shown.shown.trace == m_trace && m_trace)
    return; // another theme, for example
  m_trace = shown.shown.trace;
  m_file = shown.file;
  m_reportId = m_trace ? passReportIdOf(*m_trace) : std::string();
  m_texts = makeTexts();
  m_loader.cancel();
  m_isCodeLoaded = false;
  m_panel.setTrace(m_trace, m_texts, m_timeline ? m_timeline->selection() : nullptr,
                   m_timeline ? m_timeline->area() : nullptr);
  loadCode();
  Q_EMIT contentChanged();
}

/// Reports are large: only for a panel that is seen.
void SourcePresenter::loadCode() {
  if (!m_trace || m_isCodeLoaded || !m_panel.isVisible())
    return;
  m_isCodeLoaded = true;
  const QString report = pathToQString(passReportPath(toPath(m_file)));
  if (!m_reportId.empty() && QFileInfo::exists(report))
    m_loader.load(report);
  else
    showCode(nullptr);
}

void SourcePresenter::showCode(const PassReport *report) {
  std::vector<std::string> named = TracePlaces(*m_trace).files();
  CodeTexts code = storedCodeOf(*m_trace, named);
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
  Q_EMIT openWanted();
  m_panel.showPlace(place);
}

void SourcePresenter::askFolder() {
  const QString folder =
      FileChoice(m_settings, &m_panel).folderToRead(tr("Folder with the source files"));
  if (!folder.isEmpty())
    addFolder(folder);
}

void SourcePresenter::addFolder(const QString &folder) {
  m_settings.addSourceFolder(QDir(folder).absolutePath());
  m_texts = makeTexts();
  m_panel.setTexts(m_texts);
  Q_EMIT textsChanged();
}

void SourcePresenter::askAndSave() {
  const QString file = FileChoice(m_settings, &m_panel)
                           .csvToWrite(tr("Save the figures of the source lines"),
                                       m_title + QLatin1String("-source"));
  if (!file.isEmpty())
    save(file);
}

void SourcePresenter::save(const QString &file) {
  const Result<void> written = FileChoice(m_settings, &m_panel).write(file, m_panel.csv());
  m_panel.showStatus(written ? tr("Saved as %1").arg(file)
                             : tr("Not saved: %1").arg(toQString(written.error().toString())));
}

} // namespace pstudio
