// SPDX-License-Identifier: Apache-2.0
// The window: start page or timeline in the middle, panels around it.
#include "app/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDropEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QStackedWidget>

#include <algorithm>

#include "app/dialogs/file_choice.h"
#include "app/dialogs/remotes_dialog.h"
#include "app/dialogs/run_dialog.h"
#include "app/panels/log_panel.h"
#include "app/settings/text.h"
#include "app/window/bottom_panels.h"
#include "app/window/example_offer.h"
#include "app/window/message_list.h"
#include "app/window/palette_commands.h"
#include "app/window/picture_choice.h"
#include "app/window/program_presenter.h"
#include "app/window/status_line.h"
#include "app/window/trace_page.h"
#include "app/window/tree_page.h"
#include "app/window/wheel_guard.h"
#include "app/window/window_actions.h"
#include "core/attach/attach_report.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/run/run_file_kind.h"
#include "viewer/geometry/timeline/track_paths.h"
#include "viewer/widgets/compare/compare_panel.h"
#include "viewer/widgets/heat/heat_panel.h"
#include "viewer/widgets/overlap/overlap_panel.h"
#include "viewer/widgets/start_page.h"
#include "viewer/widgets/timeline/timeline_navigator.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {
namespace {

constexpr int kMinTimelineWidth = 640; ///< [pixels] that panels leave
constexpr int kMinWindowWidth = 880;   ///< room for all panels beside half of it: less than the
                                       ///< width of a screen of 1920 pixels at scale 2

QStringList localFiles(const QMimeData *data) {
  QStringList files;
  for (const QUrl &url : data->urls())
    if (url.isLocalFile())
      files << url.toLocalFile();
  return files;
}

/// True for files that the run dialog shows.
bool isRunFile(const QString &name) {
  const std::filesystem::path file = toPath(name);
  return isProgramFile(file) || isPtxFile(file) || isRunSpecFile(file);
}

} // namespace

MainWindow::MainWindow(WindowServices services)
    : m_services(std::move(services)),
      m_look(new WindowLook(m_services.settings, m_services.isDesktopDark, this)),
      m_theme(m_look->theme()), m_icons(m_theme),
      m_openTraces(m_services.settings, m_services.readers, m_services.writer,
                   m_services.resultRoot),
      m_runs(m_services.worker, m_openTraces.folder()),
      m_actions(new WindowActions(this, m_icons)) {
  setObjectName(QStringLiteral("mainWindow"));
  setAcceptDrops(true);
  // A fixed width, not the minimum of the layout: that contains the minimum of the timeline in a
  // wide window (resizeEvent()), and a wide window could not become small in one step.
  setMinimumWidth(kMinWindowWidth);
  setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
  qApp->installEventFilter(new WheelGuard(this));
  buildCentre();
  buildPanels();
  buildBars();
  connectFileActions();
  connectViewActions();
  connectOpenTraces();
  connectRuns();
  offerLastRun();
  connectPrograms();
  restoreLayout();
  showRecoverable();
  showExamples();
  updateRecentFiles();
  m_programs->showRecentOn(*m_start, m_icons);
  showOpenTrace(kNoOpenTrace);
}

MainWindow::~MainWindow() {
  delete m_bottom; // uses the panels, also while they are destroyed
}

// Open traces and files.

void MainWindow::showOpenTrace(OpenTraceId id) {
  QWidget *page = pageOf(id);
  m_stack->setCurrentWidget(page ? page : m_start);
  // A call tree alone has a page, but no trace for the panels.
  const OpenTrace *openTrace = currentPage() ? m_openTraces.list().find(id) : nullptr;
  ShownTrace shown;
  if (openTrace)
    shown = {cost()->shown(), cost()->recorded(), openTrace->title,
             openTrace->file, timeline(),         openTrace->review.get()};
  m_status->setReadout(openTrace ? timeline()->selectionReadout() : QString());
  if (page)
    page->setFocus();
  for (TracePanel *panel : m_panels)
    panel->show(shown);
  m_bottom->refresh(true);
  updateActions();
  updateTitle();
}

bool MainWindow::closeTrace(OpenTraceId id) {
  const OpenTrace *openTrace = m_openTraces.list().find(id);
  if (!openTrace)
    return true;
  if (openTrace->hasChanges()) {
    const UnsavedChoice choice = askUnsaved({id});
    if (choice == UnsavedChoice::Cancel)
      return false;
    if (choice == UnsavedChoice::Save && !saveChanges(id))
      return false;
    m_openTraces.finishSaving();
    if (choice == UnsavedChoice::Save && m_openTraces.unsaved().contains(id))
      return false;
  }
  rememberView(id);
  QWidget *page = pageOf(id);
  m_openTraces.close(id);
  m_stack->removeWidget(page);
  page->deleteLater();
  return true;
}

void MainWindow::chooseFiles() {
  QStringList patterns;
  for (const TraceFormat &format : traceFormats())
    if (!format.patterns.empty())
      patterns << toQString(format.patterns);
  patterns << QStringLiteral("*.hatchet *.hatchet_msgpack *.gz *.zst *.zip *.mlir *.ptx");
  openFiles(FileChoice(m_services.settings, this)
                .filesToRead(tr("Open traces, specifications, programs and PTX"),
                             tr("Traces, run specifications, programs and PTX (%1);;All files (*)")
                                 .arg(patterns.join(QLatin1Char(' ')))));
}

void MainWindow::openFiles(const QStringList &files) {
  QStringList traces, runs;
  for (const QString &file : files) {
    if (QFileInfo(file).isDir() || attach::isAttachFolder(toPath(file)))
      m_programs->openFolder(file);
    else
      (isRunFile(file) ? runs : traces) << file;
  }
  if (!traces.isEmpty())
    m_openTraces.open(traces);
  for (const QString &run : std::as_const(runs))
    showRunDialogFor(run);
}

bool MainWindow::chooseSaveFile(OpenTraceId id) {
  const OpenTrace *openTrace = m_openTraces.list().find(id);
  if (!openTrace)
    return false;
  const QString name = QString(openTrace->title).replace(QLatin1String(" #"), QLatin1String("-")) +
                       QLatin1String(".pftrace");
  QString file = FileChoice(m_services.settings, this)
                     .fileToWrite(tr("Save the trace"), name, tr("Perfetto trace (*.pftrace)"));
  if (file.isEmpty())
    return false;
  if (QFileInfo(file).suffix().isEmpty() && mayHaveSiblings(toPath(file)))
    file += QLatin1String(".pftrace");
  keepView(id);
  m_openTraces.save(id, file);
  return true;
}

bool MainWindow::saveChanges(OpenTraceId id) {
  const OpenTrace *openTrace = m_openTraces.list().find(id);
  if (openTrace && openTrace->isUnsaved)
    return chooseSaveFile(id);
  keepView(id);
  m_openTraces.saveNotes(id);
  return true;
}

void MainWindow::keepView(OpenTraceId id) {
  const OpenTrace *openTrace = m_openTraces.list().find(id);
  if (auto *page = qobject_cast<TracePage *>(pageOf(id)); page && openTrace)
    openTrace->review->setLast(page->timeline()->savedView());
}

UnsavedChoice MainWindow::askUnsaved(const QList<OpenTraceId> &unsaved) {
  QStringList titles;
  for (const OpenTraceId id : unsaved) {
    const OpenTrace &openTrace = *m_openTraces.list().find(id);
    titles << (openTrace.isUnsaved ? openTrace.title : tr("notes of %1").arg(openTrace.title));
  }
  if (m_services.askUnsaved)
    return m_services.askUnsaved(titles);
  QMessageBox box(
      QMessageBox::Question, tr("Not saved"),
      tr("These results and notes are not saved:\n%1").arg(titles.join(QLatin1Char('\n'))),
      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
  switch (box.exec()) {
  case QMessageBox::Save:
    return UnsavedChoice::Save;
  case QMessageBox::Discard:
    return UnsavedChoice::Discard;
  default:
    return UnsavedChoice::Cancel;
  }
}

bool MainWindow::mayEndRun() {
  const QString run = m_runs.activity().section(QLatin1Char(':'), 0, 0);
  if (m_services.askEndRun)
    return m_services.askEndRun(run);
  QMessageBox box(QMessageBox::Question, tr("A run is in progress"),
                  tr("%1 is still running. Quitting ends the run.").arg(run), QMessageBox::Cancel,
                  this);
  const QAbstractButton *end = box.addButton(tr("End the run and quit"), QMessageBox::AcceptRole);
  box.exec();
  return box.clickedButton() == end;
}

void MainWindow::exportPicture() {
  const OpenTrace *openTrace = m_openTraces.list().find(m_openTraces.list().current());
  if (!openTrace || !timeline())
    return;
  const auto exported =
      askAndExportPicture({*timeline(), panel<OverlapPanel>(), panel<HeatPanel>(),
                           cost()->shown().summary->overlap, openTrace->title, m_theme},
                          m_services.settings, this);
  if (!exported)
    return;
  if (!exported->result)
    return showError(tr("The picture was not exported"), exported->result.error());
  showDone(tr("Exported %1").arg(exported->file));
}

void MainWindow::showRunDialog() {
  RunDialog dialog(m_services.settings, this);
  const OpenTrace *shown = m_openTraces.list().find(m_openTraces.list().current());
  if (const auto spec = shown ? m_runs.specOf(shown->result) : std::nullopt)
    dialog.setSpec(*spec);
  else if (m_lastProgram)
    dialog.setProgram(*m_lastProgram);
  else if (m_lastSpec)
    dialog.setSpec(*m_lastSpec);
  else if (const auto offers = offersOf(m_services.resources.examples(), m_runs.targets());
           !offers.isEmpty()) // an example that this machine can run
    static_cast<void>(dialog.loadFile(offers.first().example.spec));
  execute(dialog);
}

OpenTraceId MainWindow::lastRunBefore() {
  const QList<OpenTrace> &traces = m_openTraces.list().traces();
  const auto shown = std::ranges::find(traces, m_openTraces.list().current(), &OpenTrace::id);
  if (shown == traces.end() || !shown->data.trace || shown->isLive)
    return kNoOpenTrace;
  const std::string kernel = settingsKernel(*shown->data.trace);
  for (auto before = shown; before != traces.begin();) {
    --before;
    if (!kernel.empty() && before->data.trace && !before->isLive &&
        settingsKernel(*before->data.trace) == kernel)
      return before->id;
  }
  return kNoOpenTrace;
}

void MainWindow::compareWithLastRun() {
  const OpenTraceId before = lastRunBefore();
  if (QAction *open = m_actions->panel("compare"))
    open->trigger();
  panel<ComparePanel>().chooseBaseline(before);
}

void MainWindow::showRunDialogFor(const QString &file) {
  RunDialog dialog(m_services.settings, this);
  if (const auto loaded = dialog.loadFile(file); !loaded)
    return showError(tr("%1 cannot be run").arg(QFileInfo(file).fileName()), loaded.error());
  execute(dialog);
}

void MainWindow::showRemotes() {
  const auto file = remoteSettingsFile();
  if (!file)
    return showError(tr("Remote machines cannot be stored"), file.error());
  RemotesDialog dialog(*file, m_runs.workerProgram(), this);
  if (dialog.exec() == QDialog::Accepted)
    m_runs.refreshTargets();
}

void MainWindow::execute(RunDialog &dialog) {
  dialog.setTargets(m_runs.targets());
  // Other machines may answer while the dialog is open.
  connect(&m_runs, &RunLauncher::targetsChanged, &dialog,
          [this, &dialog] { dialog.setTargets(m_runs.targets()); });
  dialog.setRunProblem(m_runs.obstacle());
  if (dialog.exec() != QDialog::Accepted)
    return;
  m_lastProgram = dialog.program();
  if (m_lastProgram)
    return m_runs.runProgram(*m_lastProgram);
  m_lastSpec = dialog.spec();
  m_services.settings.setLastRun(toQString(runSpecToJson(*m_lastSpec, "/")));
  m_runs.runSpec(dialog.spec());
}

/// A specification that can no longer be read is no longer offered.
void MainWindow::offerLastRun() {
  const QString text = m_services.settings.lastRun();
  if (text.isEmpty())
    return;
  if (const auto spec = parseRunSpec(toUtf8(text), "/")) {
    m_lastSpec = *spec;
    m_runs.offer(*spec);
  }
}

// Messages, action states and titles, updated after events.

void MainWindow::showMessage(const Message &message) {
  m_messages->show(message);
  m_log->append(message.what);
}

void MainWindow::showDone(const QString &done) {
  showMessage({Message::Severity::Info, done, {}, {}, {}});
}

void MainWindow::showError(const QString &whatFailed, const Error &error) {
  showMessage(Message::fromError(whatFailed, error));
}

void MainWindow::showRunError(const QString &whatFailed, const Error &error,
                              const QStringList &log) {
  Message message = Message::fromError(whatFailed, error);
  message.details = log.join(QLatin1Char('\n'));
  message.topic = Message::Topic::Run;
  m_messages->show(message);
  m_log->append(whatFailed + QLatin1String(": ") + toQString(error.toString()));
}

void MainWindow::showExamples() {
  const QIcon kernel = m_icons.icon(QStringLiteral("kernel"), ColorToken::Accent);
  QList<StartPageEntry> examples;
  m_exampleMenu->clear();
  for (const ExampleOffer &offer : offersOf(m_services.resources.examples(), m_runs.targets())) {
    const ExampleKernel &example = offer.example;
    StartPageEntry entry{example.title, example.explanation, example.spec, kernel};
    entry.remark = offer.remark();
    if (offer.isMissing)
      entry.toolTip = tr("This machine has no usable GPU of this kind. Click to open the run "
                         "dialog and select another machine.");
    examples << entry;
    const QString label =
        offer.hardware.isEmpty() ? example.title : tr("%1 (%2)").arg(example.title, offer.remark());
    m_exampleMenu->addAction(label, this, [this, offer] { startExample(offer); });
  }
  m_exampleMenu->setEnabled(!examples.isEmpty());
  m_start->setExamples(examples);
  m_start->setRunProblem(m_runs.obstacle());
}

void MainWindow::startExample(const ExampleOffer &offer) {
  if (offer.isMissing)
    showRunDialogFor(offer.example.spec);
  else
    m_runs.runFile(offer.example.spec);
}

void MainWindow::updateRecentFiles() {
  QList<StartPageEntry> recent;
  m_recentMenu->clear();
  for (const QString &file : m_services.settings.recentFiles()) {
    const QFileInfo info(file);
    const bool isMissing = !info.exists();
    const QIcon icon =
        m_icons.icon(isMissing ? QStringLiteral("file_missing") : QStringLiteral("file"));
    recent << StartPageEntry{info.fileName(), QDir::toNativeSeparators(info.absolutePath()), file,
                             icon, isMissing};
    QAction *action = m_recentMenu->addAction(icon, info.fileName(), this,
                                              [this, file] { m_openTraces.open({file}); });
    action->setToolTip(file);
    action->setEnabled(!isMissing);
  }
  m_start->setRecentFiles(recent);
  m_recentMenu->setEnabled(!recent.isEmpty());
}

void MainWindow::updateActions() {
  const QString noTrace = timeline() ? QString() : tr("No trace is open");
  for (QAction *action :
       {m_actions->save, m_actions->exportPicture, m_actions->zoomToFit, m_actions->foldAll,
        m_actions->unfoldAll, m_actions->nextGrouping, m_actions->find, m_actions->findNext,
        m_actions->findPrevious, m_actions->panel("searchHits"), m_actions->goToTime})
    WindowActions::setObstacle(action, noTrace);
  const bool isAnyOpen = m_openTraces.list().current() != kNoOpenTrace;
  WindowActions::setObstacle(m_actions->close, isAnyOpen ? QString() : tr("No trace is open"));
  WindowActions::setObstacle(m_actions->nextTrace, m_openTraces.list().traces().size() > 1
                                                       ? QString()
                                                       : tr("No other trace is open"));
  const bool isBusy =
      m_runs.isRunning() || m_openTraces.loader().isBusy() || (cost() && cost()->isBusy());
  WindowActions::setObstacle(m_actions->stop,
                             isBusy ? QString() : tr("Nothing is running or loading"));
  const QString running = m_runs.isRunning() ? tr("A run is in progress") : QString();
  WindowActions::setObstacle(m_actions->newRun, running);
  WindowActions::setObstacle(m_actions->runAgain,
                             m_runs.hasLast() ? running : tr("There was no run yet"));
  WindowActions::setObstacle(
      m_actions->compareLastRun,
      lastRunBefore() != kNoOpenTrace ? QString() : tr("No earlier trace of this kernel is open"));
  updateCostAction();
  updateHistoryActions();
}

void MainWindow::updateHistoryActions() {
  const TimelineNavigator *navigator = timeline() ? timeline()->navigator() : nullptr;
  WindowActions::setObstacle(m_actions->undoView, navigator && navigator->canGoBack()
                                                      ? QString()
                                                      : tr("The view was not changed"));
  WindowActions::setObstacle(m_actions->redoView, navigator && navigator->canGoForward()
                                                      ? QString()
                                                      : tr("No change of the view was undone"));
}

void MainWindow::updateCostAction() {
  const CostSubtraction *subtraction = cost();
  WindowActions::setObstacle(m_actions->subtractCost,
                             subtraction ? subtraction->obstacle() : tr("No trace is open"));
  m_actions->subtractCost->setChecked(subtraction && subtraction->isOn());
}

void MainWindow::updateActivity() {
  if (m_runs.isRunning())
    m_status->showActivity(m_runs.activity(), m_runs.fraction());
  else if (m_openTraces.loader().isBusy())
    m_status->showActivity(tr("opening %1").arg(QFileInfo(m_loadingFile).fileName()),
                           m_openTraces.loader().fraction());
  else if (cost() && cost()->isBusy())
    m_status->showActivity(tr("subtracting the recording cost"), std::nullopt);
  else
    m_status->hideActivity();
  updateActions();
}

void MainWindow::updateTitle() {
  const OpenTrace *openTrace = m_openTraces.list().find(m_openTraces.list().current());
  // Qt puts "*" where [*] stands while the window is modified, as the platform's windows do.
  setWindowTitle(openTrace ? tr("%1[*] - Proton Studio").arg(openTrace->title)
                           : tr("Proton Studio"));
  setWindowModified(openTrace && openTrace->hasChanges());
  const QString obstacle = !openTrace || !openTrace->data.trace ? tr("No trace is open")
                           : openTrace->isUnsaved
                               ? tr("The result is not saved yet: its notes are saved with it")
                               : QString();
  WindowActions::setObstacle(m_actions->saveNotes, obstacle);
}

void MainWindow::showPalette() {
  auto *palette = new CommandPalette(
      paletteCommands(*m_actions, m_openTraces.list(), *m_panelMenu, *m_exampleMenu),
      m_services.settings.recentCommands(), this);
  connect(palette, &CommandPalette::used, this,
          [this](const QString &id) { m_services.settings.addRecentCommand(id); });
  palette->open();
}

void MainWindow::nextGrouping() {
  const auto order = allGroupings();
  TimelineView *view = timeline();
  if (!view)
    return;
  const auto at = std::find(order.begin(), order.end(), view->grouping());
  const auto next = at == order.end() || at + 1 == order.end() ? order.begin() : at + 1;
  view->setGrouping(*next);
}

void MainWindow::nextTrace() {
  const auto &openTraces = m_openTraces.list().traces();
  for (qsizetype at = 0; at < openTraces.size(); ++at)
    if (openTraces[at].id == m_openTraces.list().current()) {
      m_openTraces.list().setCurrent(openTraces[(at + 1) % openTraces.size()].id);
      return;
    }
}

void MainWindow::stopEverything() {
  m_runs.cancel();
  m_openTraces.loader().cancel();
  if (cost() && cost()->isBusy())
    cost()->setOn(false);
}

// Events.

void MainWindow::closeEvent(QCloseEvent *event) {
  if (m_runs.isRunning() && !mayEndRun()) {
    event->ignore();
    return;
  }
  const QList<OpenTraceId> unsaved = m_openTraces.unsaved();
  const UnsavedChoice choice = unsaved.isEmpty() ? UnsavedChoice::Discard : askUnsaved(unsaved);
  bool mayClose = choice == UnsavedChoice::Discard;
  if (choice == UnsavedChoice::Save)
    mayClose = std::all_of(unsaved.begin(), unsaved.end(),
                           [this](OpenTraceId id) { return saveChanges(id); }) &&
               m_openTraces.finishSaving();
  if (!mayClose) {
    event->ignore();
    return;
  }
  for (const OpenTrace &open : m_openTraces.list().traces()) // also of discarded notes
    rememberView(open.id);
  for (const OpenTraceId id : m_openTraces.unsaved())
    m_openTraces.close(id);
  m_bottom->restoreForSaving();
  m_services.settings.setWindow(saveGeometry(), saveState(kLayoutVersion));
  m_services.settings.setShownViews(m_bottom->views());
  event->accept();
}

void MainWindow::resizeEvent(QResizeEvent *event) {
  // Panels must not make the timeline too narrow. The minimum is set before the layout of the new
  // size: the minimum of a larger window would push the inspector out of a small one.
  centralWidget()->setMinimumWidth(std::min(width() / 2, kMinTimelineWidth));
  QMainWindow::resizeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event) {
  if (!localFiles(event->mimeData()).isEmpty())
    event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event) {
  event->acceptProposedAction();
  openFiles(localFiles(event->mimeData()));
}

} // namespace pstudio
