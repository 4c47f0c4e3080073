// SPDX-License-Identifier: Apache-2.0
// Construction of the window: centre, panels, bars, and their connections.
#include <QAction>
#include <QChildEvent>
#include <QCoreApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolBar>
#include <QVBoxLayout>

#include "app/settings/text.h"
#include "app/dialogs/guide_dialog.h"
#include "app/window/key_help_dialog.h"
#include "app/window/bottom_panels.h"
#include "app/window/csv_saver.h"
#include "app/window/example_offer.h"
#include "app/window/loading_presenter.h"
#include "app/window/log_panel.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/panel_room.h"
#include "app/window/panel_title.h"
#include "app/window/part_focus.h"
#include "app/window/pass_presenter.h"
#include "app/window/program_presenter.h"
#include "viewer/widgets/screen_fit.h"
#include "app/window/search_bar.h"
#include "app/window/search_presenter.h"
#include "app/window/source_presenter.h"
#include "app/window/status_line.h"
#include "app/window/trace_page.h"
#include "app/window/trace_panel.h"
#include "app/window/tree_page.h"
#include "app/window/window_actions.h"
#include "core/base/number_text.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/calltree/call_tree_panel.h"
#include "viewer/widgets/heat/heat_panel.h"
#include "viewer/widgets/overlap/overlap_panel.h"
#include "viewer/widgets/passes/pass_panel.h"
#include "viewer/widgets/source/source_panel.h"
#include "viewer/widgets/start_page.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/timeline_navigator.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_controls.h"
#include "viewer/widgets/timeline/track_panel.h"

namespace pstudio {
namespace {
constexpr int kSidePanelWidth = 208;
constexpr int kInspectorWidth = 264, kLeastInspectorWidth = 240;
constexpr int kLogHeight = 140;
constexpr int kStatusTimeMs = 4000;
constexpr int kPassesHeight = 280;
constexpr int kOverlapHeight = 360;
constexpr int kHeatHeight = 400;
// Below these the contents scroll [pixels].
constexpr int kOverlapContent = 260, kHeatContent = 260, kPassesContent = 180;

std::set<std::string> toStdSet(const QStringList &texts) {
  std::set<std::string> set;
  for (const QString &text : texts)
    set.insert(toUtf8(text));
  return set;
}

QString nameOf(const Trace &trace, SliceId slice) {
  const std::string_view name = trace.string(trace.slice(slice).name);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}
} // namespace

void MainWindow::buildCentre() {
  auto *centre = new QWidget(this);
  m_messages = new MessageBar(m_icons);
  m_start = new StartPage({m_icons.icon(QStringLiteral("new_run")),
                           m_icons.icon(QStringLiteral("program")),
                           m_icons.icon(QStringLiteral("open"))});
  m_stack = new QStackedWidget;
  m_stack->setObjectName(QStringLiteral("pages"));
  m_stack->addWidget(m_start);
  auto *layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_messages);
  layout->addWidget(m_stack, 1);
  setCentralWidget(centre);
}

QDockWidget *MainWindow::addPanel(const char *name, const QString &title, Qt::DockWidgetArea area,
                                  QWidget *content) {
  auto *dock = new QDockWidget(title, this);
  dock->setObjectName(QLatin1String(name));
  dock->setAccessibleName(title);
  const bool isBelow = area == Qt::BottomDockWidgetArea;
  dock->setTitleBarWidget(
      new PanelTitle(title, m_icons, dock, isBelow ? m_actions->maximizePanel : nullptr));
  dock->setWidget(content);
  addDockWidget(area, dock);
  m_panelMenu->addAction(dock->toggleViewAction());
  return dock;
}

void MainWindow::buildPanels() {
  // The side panels go down to the status line; the log lies below the timeline only.
  for (const Qt::Corner corner : {Qt::BottomLeftCorner, Qt::TopLeftCorner})
    setCorner(corner, Qt::LeftDockWidgetArea);
  for (const Qt::Corner corner : {Qt::BottomRightCorner, Qt::TopRightCorner})
    setCorner(corner, Qt::RightDockWidgetArea);
  m_panelMenu = new QMenu(tr("Panels"), this);
  m_tracks = new TrackPanel(&m_openTraces.list(), OpenTraceList::SubtitleRole);
  m_inspector = new Inspector;
  m_inspector->setMinimumWidth(kLeastInspectorWidth); // in a small window all panels shrink
  QDockWidget *tracks = addPanel("tracksPanel", tr("Tracks"), Qt::LeftDockWidgetArea, m_tracks);
  QDockWidget *inspector =
      addPanel("inspectorPanel", tr("Inspector"), Qt::RightDockWidgetArea, m_inspector);
  buildBottomPanels();
  resizeDocks({tracks, inspector}, {windowLength(kSidePanelWidth), windowLength(kInspectorWidth)},
              Qt::Horizontal);
  for (QDockWidget *dock : {tracks, inspector})
    dock->setProperty(kTextScale, windowTextScale());
}

QDockWidget *MainWindow::addBottomPanel(const char *name, const QString &title, QWidget *content,
                                        int leastHeight, int leastContent,
                                        const std::function<bool()> &isEmpty) {
  auto *room = new PanelRoom(
      content, [isEmpty, leastContent] { return isEmpty && isEmpty() ? 0 : leastContent; });
  QDockWidget *dock = addPanel(name, title, Qt::BottomDockWidgetArea, room);
  m_bottom->add(dock, leastHeight, isEmpty);
  return dock;
}

/// Where a call tree without a trace fills the window, that tree takes the focus.
QDockWidget *MainWindow::addTracePanel(TracePanel &panel) {
  const TracePanelFacts facts = panel.facts();
  const QByteArray dockName = QByteArray(facts.name) + "Dock";
  QDockWidget *dock =
      addBottomPanel(dockName.constData(), facts.title, panel.widget(), facts.leastHeight,
                     facts.leastContent, [&panel] { return panel.isEmpty(); });
  const auto open = [this, dock, &panel] {
    m_bottom->open(dock);
    panel.widget()->setFocus();
  };
  const bool isCallTree = qobject_cast<CallTreePanel *>(panel.widget()) != nullptr;
  connect(m_actions->addPanel(facts), &QAction::triggered, this, [this, open, isCallTree] {
    auto *tree = qobject_cast<TreePage *>(m_stack->currentWidget());
    if (tree && isCallTree)
      tree->panel().setFocus();
    else
      open();
  });
  connect(&panel, &TracePanel::openWanted, this, open);
  connect(&panel, &TracePanel::findWanted, this,
          [this](const QString &name) { m_search->setText(name); });
  connect(&panel, &TracePanel::contentChanged, this, [this] { m_bottom->refresh(false); });
  return dock;
}

void MainWindow::buildBottomPanels() {
  m_bottom = new BottomPanels(*this, *m_stack);
  m_log = new LogPanel;
  m_logDock = addPanel("logPanel", tr("Log"), Qt::BottomDockWidgetArea, m_log);
  m_bottom->add(m_logDock, kLogHeight);
  m_overlap = new OverlapPanel;
  m_overlap->setThemeKind(m_theme);
  m_overlap->setFindingsOff(toStdSet(m_services.settings.findingsOff()));
  m_overlapDock =
      addBottomPanel("overlapDock", tr("Overlap"), m_overlap, kOverlapHeight, kOverlapContent,
                     [this] { return !m_overlap->model().hasOperations(); });
  m_heat = new HeatPanel;
  m_heat->setThemeKind(m_theme);
  m_heat->setFindingsOff(toStdSet(m_services.settings.findingsOff()));
  m_heatDock = addBottomPanel("heatDock", tr("Heat map"), m_heat, kHeatHeight, kHeatContent,
                              [this] { return !m_heat->model().hasAccesses(); });
  m_passPanel = new PassPanel;
  m_passPanel->setThemeKind(m_theme);
  m_passes = new PassPresenter(*m_passPanel, this);
  m_passDock = addBottomPanel("passesPanel", tr("Passes"), m_passPanel, kPassesHeight,
                              kPassesContent, [this] { return !m_passes->hasReport(); });
  tabifyDockWidget(m_logDock, m_overlapDock);
  tabifyDockWidget(m_overlapDock, m_heatDock);
  tabifyDockWidget(m_heatDock, m_passDock);
  m_tracePanels = makeTracePanels({m_services.settings, m_openTraces}, m_theme, this);
  QDockWidget *last = m_passDock;
  for (TracePanel *panel : m_tracePanels) {
    QDockWidget *dock = addTracePanel(*panel);
    tabifyDockWidget(last, dock);
    last = dock;
  }
  auto *strip = new QToolBar(tr("Panels below the timeline"), this);
  strip->setObjectName(QStringLiteral("panelStrip"));
  strip->setMovable(false);
  strip->setContextMenuPolicy(Qt::PreventContextMenu);
  m_bottom->fillStrip(*strip);
  addToolBar(Qt::BottomToolBarArea, strip);
  connectTables();
}

/// Connects all tables below the timeline to one object that saves them.
void MainWindow::connectTables() {
  m_csv = new CsvSaver(
      m_services.settings,
      [this] {
        const OpenTrace *open = m_openTraces.list().find(m_openTraces.list().current());
        return open ? open->title : QString();
      },
      this);
  m_csv->watch(*this);
  connect(m_csv, &CsvSaver::copied, this, [this] {
    m_status->showMessage(tr("The table is in the clipboard as CSV"), kStatusTimeMs);
  });
  connect(m_csv, &CsvSaver::started, this, [this](int lines) {
    const auto count = static_cast<uint64_t>(lines);
    m_status->showMessage(tr("Writing %1 as CSV").arg(toQString(countText(count, "line", "lines"))),
                          kStatusTimeMs);
  });
  connect(m_csv, &CsvSaver::saved, this, [this](const QString &file, const QString &remark) {
    const QString done =
        tr("Saved as %1").arg(file) + (remark.isEmpty() ? QString() : tr(" (%1)").arg(remark));
    m_messages->show({Message::Severity::Info, done, {}, {}, {}});
    m_log->append(done);
  });
  connect(m_csv, &CsvSaver::failed, this, [this](const QString &, const Error &error) {
    tell(tr("The table was not written"), error, {});
  });
}

void MainWindow::buildBars() {
  m_recentMenu = new QMenu(tr("Recent files"), this);
  m_exampleMenu = new QMenu(tr("Examples"), this);
  m_actions->fillMenus(menuBar(), m_recentMenu, m_exampleMenu, m_panelMenu);

  m_search = new SearchBar(tracePanel<SearchPresenter>()->model(), m_icons,
                           m_actions->find->shortcut().toString(QKeySequence::NativeText));
  auto *bar = new QToolBar(tr("Toolbar"), this);
  bar->setObjectName(QStringLiteral("toolBar"));
  bar->setMovable(false);
  bar->setIconSize({16, 16});
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  m_actions->fillToolBar(bar, m_search);
  addToolBar(Qt::TopToolBarArea, bar);
  m_status = new StatusLine;
  setStatusBar(m_status);
}

void MainWindow::connectFileActions() {
  connect(m_actions->open, &QAction::triggered, this, &MainWindow::chooseFiles);
  connect(m_actions->openFolder, &QAction::triggered, this, [this] {
    if (const QString folder = m_programs->chooseFolder(); !folder.isEmpty())
      openFiles({folder});
  });
  connect(m_actions->newRun, &QAction::triggered, this, &MainWindow::showRunDialog);
  connect(m_actions->runAgain, &QAction::triggered, &m_runs, &RunLauncher::runAgain);
  connect(m_actions->stop, &QAction::triggered, this, &MainWindow::stopEverything);
  connect(m_status, &StatusLine::cancelRequested, this, &MainWindow::stopEverything);
  connect(m_actions->save, &QAction::triggered, this,
          [this] { chooseSaveFile(m_openTraces.list().current()); });
  connect(m_actions->saveNotes, &QAction::triggered, this,
          [this] { saveChanges(m_openTraces.list().current()); });
  connect(m_actions->exportPicture, &QAction::triggered, this, &MainWindow::exportPicture);
  connect(m_actions->close, &QAction::triggered, this,
          [this] { closeTrace(m_openTraces.list().current()); });
  connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
  connect(m_actions->recover, &QAction::triggered, this, &MainWindow::recoverAll);
  connect(m_start, &StartPage::recoverRequested, this, &MainWindow::recoverAll);
}

void MainWindow::connectViewActions() {
  const auto onTimeline = [this](QAction *action, void (TimelineView::*slot)()) {
    connect(action, &QAction::triggered, this, [this, slot] {
      if (TimelineView *view = timeline())
        (view->*slot)();
    });
  };
  onTimeline(m_actions->zoomToFit, &TimelineView::zoomToFit);
  onTimeline(m_actions->foldAll, &TimelineView::foldAll);
  onTimeline(m_actions->unfoldAll, &TimelineView::unfoldAll);
  const auto move = [this](QAction *action, TimelineCommand command) {
    connect(action, &QAction::triggered, this, [this, command] {
      if (TimelineView *view = timeline())
        view->execute(command);
    });
  };
  move(m_actions->undoView, TimelineCommand::ViewBack);
  move(m_actions->redoView, TimelineCommand::ViewForward);
  connect(m_actions->goToTime, &QAction::triggered, this, [this] {
    if (TimelineView *view = timeline())
      view->navigator()->askTime();
  });
  connect(m_inspector, &Inspector::eventWanted, this, [this](const EventRef &event) {
    if (TimelineView *view = timeline())
      view->navigator()->show(event);
  });
  auto *source = tracePanel<SourcePresenter>();
  connect(m_inspector, &Inspector::placeWanted, source, &SourcePresenter::showPlace);
  connect(m_inspector, &Inspector::folderWanted, source, &SourcePresenter::askFolder);
  connect(source, &SourcePresenter::textsChanged, this, &MainWindow::showSourceTexts);
  m_inspector->setPartnersOf([this](const EventRef &) {
    return timeline() ? timeline()->navigator()->partners() : std::vector<FlowPartner>();
  });
  connect(m_actions->nextGrouping, &QAction::triggered, this, &MainWindow::nextGrouping);
  connect(m_actions->nextTrace, &QAction::triggered, this, &MainWindow::nextTrace);
  connect(m_actions->subtractCost, &QAction::triggered, this, [this](bool isOn) {
    if (CostSubtraction *subtraction = cost())
      subtraction->setOn(isOn);
  });
  SearchModel &search = tracePanel<SearchPresenter>()->model();
  connect(m_actions->find, &QAction::triggered, m_search, &SearchBar::enter);
  connect(m_actions->findNext, &QAction::triggered, &search, [&search] { search.step(1); });
  connect(m_actions->findPrevious, &QAction::triggered, &search, [&search] { search.step(-1); });
  connect(m_search, &SearchBar::left, this, [this] {
    if (TimelineView *view = timeline())
      view->setFocus();
  });
  connect(m_actions->palette, &QAction::triggered, this, &MainWindow::showPalette);
  connectLookActions();
  connect(m_actions->resetLayout, &QAction::triggered, this, &MainWindow::resetLayout);
  connect(m_actions->log, &QAction::triggered, this, [this] { m_bottom->open(m_logDock); });
  connect(m_actions->foldPanels, &QAction::triggered, m_bottom, &BottomPanels::toggleFolded);
  connect(m_actions->maximizePanel, &QAction::triggered, m_bottom, &BottomPanels::toggleMaximised);
  connectHelpActions();
}

void MainWindow::connectLookActions() {
  m_actions->okabeIto->setChecked(paletteOf(m_theme) == ScopePalette::OkabeIto);
  connect(m_look, &WindowLook::changed, this, &MainWindow::showLook);
  connect(m_actions->preferences, &QAction::triggered, m_look, &WindowLook::showDialog);
  connect(m_actions->toggleTheme, &QAction::triggered, this,
          [this] { setTheme(themeKind(!isDark(m_theme), paletteOf(m_theme))); });
  connect(m_actions->okabeIto, &QAction::triggered, this, [this](bool isOn) {
    Preferences preferences = m_look->preferences();
    preferences.palette = isOn ? ScopePalette::OkabeIto : ScopePalette::Standard;
    m_look->setPreferences(preferences);
  });
}

/// Inspector and heat map show the same lines as the panel of source files.
void MainWindow::showSourceTexts() {
  const auto &texts = tracePanel<SourcePresenter>()->texts();
  m_inspector->setSources(texts);
  m_heat->setSources(texts);
}

void MainWindow::connectHelpActions() {
  const auto moveFocus = [this](int step) {
    QList<QWidget *> parts{m_tracks, m_stack->currentWidget()};
    for (QDockWidget *dock : findChildren<QDockWidget *>())
      if (dockWidgetArea(dock) == Qt::BottomDockWidgetArea)
        parts << dock->widget();
    moveFocusToPart(parts << m_inspector, step);
  };
  connect(m_actions->nextPart, &QAction::triggered, this, [moveFocus] { moveFocus(1); });
  connect(m_actions->previousPart, &QAction::triggered, this, [moveFocus] { moveFocus(-1); });
  m_actions->guide->setEnabled(m_services.resources.guide().has_value());
  connect(m_actions->guide, &QAction::triggered, this, [this] {
    const auto file = m_services.resources.guide();
    if (!file)
      return;
    auto *guide = new GuideDialog(*file, this);
    guide->setAttribute(Qt::WA_DeleteOnClose);
    guide->show();
  });
  connect(m_actions->keys, &QAction::triggered, this,
          [this] { KeyHelpDialog(m_actions->keyHelp(), this).exec(); });
  connect(m_actions->about, &QAction::triggered, this, [this] {
    QMessageBox::about(this, tr("About Proton Studio"),
                       tr("<b>Proton Studio %1</b><p>Per-warp timelines of GPU kernels.</p>"
                          "<p>Source under the Apache License 2.0.</p>")
                           .arg(QCoreApplication::applicationVersion()));
  });
}

void MainWindow::connectOpenTraces() {
  OpenTraceList &list = m_openTraces.list();
  connect(&list, &OpenTraceList::rowsInserted, this,
          [this, &list](const QModelIndex &, int row) { addPage(list.traces()[row].id); });
  connect(&list, &OpenTraceList::replaced, this, &MainWindow::replacePage);
  connect(&list, &OpenTraceList::currentChanged, this, &MainWindow::showOpenTrace);
  connect(&list, &OpenTraceList::dataChanged, this, &MainWindow::updateTitle);
  connect(m_tracks, &TrackPanel::traceChosen, this, [&list](const QModelIndex &index) {
    list.setCurrent(index.data(OpenTraceList::IdRole).toInt());
  });
  connect(m_tracks, &TrackPanel::traceCloseRequested, this, [this](const QModelIndex &index) {
    closeTrace(index.data(OpenTraceList::IdRole).toInt());
  });
  connect(m_tracks, &TrackPanel::groupingChosen, this, [this](GroupingKind kind) {
    if (TimelineView *view = timeline())
      view->setGrouping(kind);
  });
  connect(m_tracks, &TrackPanel::scopeClicked, m_search, &SearchBar::toggleText);
  connect(&m_openTraces, &OpenTraces::problem, this,
          [this](const QString &what, const Error &error) { tell(what, error, {}); });
  connect(&m_openTraces, &OpenTraces::noted, m_log, &LogPanel::append);
  connect(&m_openTraces, &OpenTraces::incomplete, this,
          [this](const QString &file, const QString &what) {
            m_messages->show({Message::Severity::Warning,
                              tr("%1 is incomplete: %2").arg(QFileInfo(file).fileName(), what),
                              QString(), tr("Copy the file again, or record again"), QString()});
          });
  connect(&m_openTraces, &OpenTraces::recentFilesChanged, this, &MainWindow::updateRecentFiles);
  connect(&m_openTraces.loader(), &TraceLoader::started, this, [this](const QString &file) {
    m_loadingFile = file;
    updateActivity();
  });
  connect(&m_openTraces.loader(), &TraceLoader::becameIdle, this, &MainWindow::updateActivity);
  connect(&m_openTraces.loader(), &TraceLoader::progressed, this, &MainWindow::updateActivity);
  new LoadingPresenter(*m_stack, m_openTraces.loader(), [this] { return m_theme; }, this);
  connect(m_start, &StartPage::openRequested, this, &MainWindow::chooseFiles);
  connect(m_start, &StartPage::recentRequested, this,
          [this](const QString &file) { m_openTraces.open({file}); });
  connect(m_start, &StartPage::recentRemovalRequested, this, [this](const QString &file) {
    m_services.settings.removeRecentFile(file);
    updateRecentFiles();
  });
}

void MainWindow::connectRuns() {
  connect(m_start, &StartPage::newRunRequested, this, &MainWindow::showRunDialog);
  connect(m_actions->remotes, &QAction::triggered, this, &MainWindow::showRemotes);
  connect(m_start, &StartPage::exampleRequested, this, [this](const QString &spec) {
    for (const ExampleOffer &offer : offersOf(m_services.resources.examples(), m_runs.targets()))
      if (offer.example.spec == spec)
        return startExample(offer);
  });
  connect(&m_runs, &RunLauncher::targetsChanged, this, &MainWindow::showExamples);
  connect(&m_runs, &RunLauncher::starting, this,
          [this] { m_messages->dismiss(Message::Topic::Run); });
  connect(&m_runs, &RunLauncher::activityChanged, this, &MainWindow::updateActivity);
  connect(&m_runs, &RunLauncher::noted, m_log, &LogPanel::append);
  connect(&m_runs, &RunLauncher::traceReady, &m_openTraces, &OpenTraces::openResult);
  connect(&m_runs, &RunLauncher::liveReady, &m_openTraces, &OpenTraces::showLive);
  connect(&m_runs, &RunLauncher::endedWithoutTrace, &m_openTraces, &OpenTraces::keepLive);
  connect(&m_runs, &RunLauncher::problem, this, &MainWindow::tellOfRun);
  connect(m_messages, &MessageBar::placeWanted, tracePanel<SourcePresenter>(),
          &SourcePresenter::showPlace);
  connect(m_overlap, &OverlapPanel::runAgainWanted, this, [this] { m_runs.runAgainWith("async"); });
  connect(m_heat, &HeatPanel::runAgainWanted, this, [this] { m_runs.runAgainWith("memory"); });
}

void MainWindow::connectPrograms() {
  m_programs = new ProgramPresenter(*this, m_services.settings, m_openTraces, m_runs);
  connect(m_actions->program, &QAction::triggered, m_programs, &ProgramPresenter::showDialog);
  connect(m_start, &StartPage::programRequested, m_programs, &ProgramPresenter::showDialog);
  connect(m_start, &StartPage::recentProgramRequested, m_programs, &ProgramPresenter::showRecent);
  connect(m_programs, &ProgramPresenter::recentProgramsChanged, this,
          [this] { m_programs->showRecentOn(*m_start, m_icons); });
  connect(m_programs, &ProgramPresenter::problem, this,
          [this](const QString &what, const Error &error) { tell(what, error, {}); });
  connect(m_programs, &ProgramPresenter::reported, this, [this](const Message &message) {
    m_messages->show(message);
    m_log->append(message.what);
  });
}

void MainWindow::connectPasses() {
  SourcePanel &source = tracePanel<SourcePresenter>()->panel();
  connect(m_passPanel, &PassPanel::placeChosen, &source, &SourcePanel::showPlace);
  connect(m_actions->passes, &QAction::triggered, this, &MainWindow::showPasses);
  connect(&m_runs, &RunLauncher::passesReady, this, [this](const QString &file) {
    m_passes->showReport(file);
    m_bottom->refresh(false);
  });
}

void MainWindow::showPasses() {
  m_bottom->open(m_passDock);
  m_passPanel->list().setFocus();
}

void MainWindow::connectOverlap() {
  connect(m_actions->overlap, &QAction::triggered, this, &MainWindow::showOverlap);
  connect(m_overlap, &OverlapPanel::sliceRevealed, this, [this](SliceId slice) {
    if (TimelineView *view = timeline())
      view->zoomTo(slice);
  });
  connect(m_overlap, &OverlapPanel::findingsOffChanged, this, &MainWindow::setFindingsOff);
}

/// One list for all panels: each switches off kinds of its own.
void MainWindow::setFindingsOff(const std::set<std::string> &codes) {
  QStringList off;
  for (const std::string &code : codes)
    off << toQString(code);
  m_services.settings.setFindingsOff(off);
  m_overlap->setFindingsOff(codes);
  m_heat->setFindingsOff(codes);
}

void MainWindow::connectHeat() {
  connect(m_actions->heat, &QAction::triggered, this, &MainWindow::showHeat);
  connect(m_heat, &HeatPanel::sliceRevealed, this, [this](SliceId slice) {
    if (TimelineView *view = timeline())
      view->reveal(slice);
  });
  connect(m_heat, &HeatPanel::accessRevealed, this, [this](TimeRange time, TrackId track) {
    if (TimelineView *view = timeline())
      view->point(time, track);
  });
  connect(m_heat, &HeatPanel::timeRevealed, this, [this](TimeRange range) {
    if (TimelineView *view = timeline())
      view->setVisibleRange(range);
  });
  connect(m_heat, &HeatPanel::timelineWanted, this, [this] {
    if (TimelineView *view = timeline())
      m_heat->followTimeline(view->visibleRange());
  });
  connect(m_heat, &HeatPanel::siteRevealed, m_inspector, &Inspector::setOperation);
  connect(m_heat, &HeatPanel::findingsOffChanged, this, &MainWindow::setFindingsOff);
}

void MainWindow::showHeat() {
  m_bottom->open(m_heatDock);
  m_heat->setFocus();
}

void MainWindow::showOverlap() {
  m_bottom->open(m_overlapDock);
  m_overlap->setFocus();
}

void MainWindow::connectPage(TracePage *page) {
  TimelineView *view = page->timeline();
  const auto isShown = [this, page] { return m_stack->currentWidget() == page; };
  connect(view, &TimelineView::readoutChanged, this, [this, isShown](const QString &text) {
    if (isShown())
      m_status->setReadout(text);
  });
  connect(view->navigator(), &TimelineNavigator::historyChanged, this, [this, isShown] {
    if (isShown())
      updateHistoryActions();
  });
  connect(view, &TimelineView::frameDrawn, this, [this, isShown](double milliseconds) {
    if (isShown())
      m_status->setFrameTime(milliseconds);
  });
  connect(view, &TimelineView::visibleRangeChanged, this, [this, isShown](TimeRange range) {
    if (isShown())
      m_heat->followLinkedTimeline(range);
  });
  connect(&page->cost(), &CostSubtraction::changed, this, [this, page, isShown] {
    if (!isShown())
      return;
    updateActivity();
    showOpenTrace(page->openTrace());
  });
  connect(view->tracks(), &TrackControls::changed, this, [this, view, isShown] {
    if (isShown())
      m_tracks->setGrouping(view->grouping());
  });
  connect(view->selection(), &SelectionModel::selectedInstantChanged, this,
          [this, isShown](InstantId instant) {
            if (isShown())
              m_inspector->setInstant(instant);
          });
  connect(view->selection(), &SelectionModel::selectedSliceChanged, this,
          [this, isShown](SliceId slice) {
            if (!isShown())
              return;
            m_inspector->setSlice(slice);
            const Trace &trace = *timeline()->trace();
            m_passPanel->setScope(slice.isValid() ? nameOf(trace, slice) : QString());
            m_passPanel->setPlace(slice.isValid()
                                      ? sourcePlaceOf(trace, trace.sliceArgSets()[slice.value])
                                      : std::nullopt);
          });
}

/// Qt's tabs of docks in one place are no tab stops: the strip below has a button for each panel.
void MainWindow::childEvent(QChildEvent *event) {
  QMainWindow::childEvent(event);
  if (auto *tabs = event->polished() ? qobject_cast<QTabBar *>(event->child()) : nullptr)
    tabs->setFocusPolicy(Qt::NoFocus);
}

void MainWindow::restoreLayout() {
  m_firstLayout = saveState(kLayoutVersion);
  resizeWithinScreen(*this, {1600, 960});
  if (restoreGeometry(m_services.settings.windowGeometry()) && !isMaximized())
    resizeWithinScreen(*this, size()); // the screen may be another one now
  restoreState(m_services.settings.windowState(), kLayoutVersion);
}

void MainWindow::resetLayout() {
  m_bottom->restoreForSaving();
  restoreState(m_firstLayout, kLayoutVersion);
  m_bottom->refresh(true);
}

} // namespace pstudio
