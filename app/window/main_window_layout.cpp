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

#include <functional>

#include "app/dialogs/guide_dialog.h"
#include "app/panels/log_panel.h"
#include "app/panels/source_presenter.h"
#include "app/settings/text.h"
#include "app/window/bottom_panels.h"
#include "app/window/csv_saver.h"
#include "app/window/example_offer.h"
#include "app/window/key_help_dialog.h"
#include "app/window/loading_presenter.h"
#include "app/window/main_window.h"
#include "app/window/message_drawer.h"
#include "app/window/message_line.h"
#include "app/window/message_list.h"
#include "app/window/old_layout.h"
#include "app/window/panel_dock.h"
#include "app/window/part_focus.h"
#include "app/window/program_presenter.h"
#include "app/window/search_bar.h"
#include "app/window/search_list.h"
#include "app/window/status_line.h"
#include "app/window/trace_page.h"
#include "app/window/tree_page.h"
#include "app/window/window_actions.h"
#include "core/base/number_text.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/calltree/call_tree_panel.h"
#include "viewer/widgets/screen_fit.h"
#include "viewer/widgets/search/search_panel.h"
#include "viewer/widgets/start_page.h"
#include "viewer/widgets/timeline/timeline_navigator.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {

void MainWindow::buildCentre() {
  auto *centre = new QWidget(this);
  m_start = new StartPage({m_icons.icon(QStringLiteral("new_run")),
                           m_icons.icon(QStringLiteral("program")),
                           m_icons.icon(QStringLiteral("open"))});
  m_stack = new QStackedWidget;
  m_stack->setObjectName(QStringLiteral("pages"));
  m_stack->addWidget(m_start);
  auto *layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_stack, 1);
  setCentralWidget(centre);
}

void MainWindow::buildPanels() {
  // The side panels go down to the strip; the panels below take the width of the timeline only.
  for (const Qt::Corner corner : {Qt::BottomLeftCorner, Qt::TopLeftCorner})
    setCorner(corner, Qt::LeftDockWidgetArea);
  for (const Qt::Corner corner : {Qt::BottomRightCorner, Qt::TopRightCorner})
    setCorner(corner, Qt::RightDockWidgetArea);
  m_panelMenu = new QMenu(tr("Panels"), this);
  m_bottom = new BottomPanels(*this, *m_stack);
  m_panels = makeTracePanels({m_services.settings, m_openTraces, m_runs, m_theme}, this);
  m_log = &panel<LogPanel>();
  QList<QDockWidget *> sides;
  QList<int> widths;
  PanelDock *last = nullptr; // below the timeline
  for (const PanelId id : kDockedPanels) {
    PanelDock *dock = addPanel(id);
    if (const PanelFacts facts = panelFacts(id); facts.area != Qt::BottomDockWidgetArea) {
      sides << dock;
      widths << windowLength(facts.width);
      dock->setProperty(kTextScale, windowTextScale());
      m_panelMenu->addAction(dock->toggleViewAction());
      continue;
    }
    m_bottom->add(dock);
    if (last)
      tabifyDockWidget(last, dock);
    last = dock;
  }
  for (TracePanel *panel : m_panels)
    if (!panelFacts(panel->facts().panel).dock)
      connectPanel(*panel);
  m_drawer = new MessageDrawer(panelFacts(PanelId::Messages).title, *m_log, m_icons, this);
  m_messages = &m_drawer->messages();
  addToolBar(Qt::BottomToolBarArea, m_drawer);
  addToolBarBreak(Qt::BottomToolBarArea); // the strip is above the drawer
  auto *strip = new QToolBar(tr("Panels below the timeline"), this);
  strip->setObjectName(QStringLiteral("panelStrip"));
  strip->setMovable(false);
  strip->setContextMenuPolicy(Qt::PreventContextMenu);
  m_bottom->fillStrip(*strip);
  addToolBar(Qt::BottomToolBarArea, strip);
  resizeDocks(sides, widths, Qt::Horizontal);
  connectTables();
}

PanelDock *MainWindow::addPanel(PanelId id) {
  const Qt::DockWidgetArea area = panelFacts(id).area;
  auto *dock = new PanelDock(
      id, m_icons, area == Qt::BottomDockWidgetArea ? m_actions->maximizePanel : nullptr, this);
  for (TracePanel *panel : m_panels)
    if (panel->facts().panel == id)
      dock->add(*panel, connectPanel(*panel));
  addDockWidget(area, dock);
  return dock;
}

/// \return the actions that open its views.
QList<QAction *> MainWindow::connectPanel(TracePanel &panel) {
  const auto open = [this, &panel](size_t view) {
    if (panel.facts().panel == PanelId::Matches)
      return m_searchList->enter();
    if (panel.facts().panel == PanelId::Messages)
      return m_drawer->toggle();
    m_bottom->open(panel, view);
    panel.takeFocus();
  };
  QList<QAction *> actions;
  for (size_t view = 0; view < panel.facts().views.size(); ++view) {
    actions << m_actions->addView(panel.facts().panel, panel.facts().views[view]);
    connect(actions.last(), &QAction::triggered, this, [this, open, &panel, view] {
      // Where a call tree without a trace fills the window, that tree takes the focus.
      auto *tree = qobject_cast<TreePage *>(m_stack->currentWidget());
      if (tree && qobject_cast<CallTreePanel *>(panel.widget()))
        tree->panel().setFocus();
      else
        open(view);
    });
  }
  connect(&panel, &TracePanel::openRequested, this, [open, &panel] { open(panel.view()); });
  connect(&panel, &TracePanel::findRequested, this,
          [this](const QString &name) { m_search->setText(name); });
  connect(&panel, &TracePanel::findToggled, this,
          [this](const QString &name) { m_search->toggleText(name); });
  connect(&panel, &TracePanel::closeRequested, this, &MainWindow::closeTrace);
  connect(&panel, &TracePanel::contentChanged, this, [this] { m_bottom->refresh(false); });
  return actions;
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
  connect(m_csv, &CsvSaver::copied, this,
          [this] { showDone(tr("The table is in the clipboard as CSV")); });
  connect(m_csv, &CsvSaver::started, this, [this](int lines) {
    const auto count = static_cast<uint64_t>(lines);
    m_status->showActivity(
        tr("writing %1 as CSV").arg(toQString(countText(count, "line", "lines"))), std::nullopt);
  });
  connect(m_csv, &CsvSaver::ended, this, &MainWindow::updateActivity);
  connect(m_csv, &CsvSaver::saved, this, [this](const QString &file, const QString &remark) {
    showDone(tr("Saved as %1").arg(file) +
             (remark.isEmpty() ? QString() : tr(" (%1)").arg(remark)));
  });
  connect(m_csv, &CsvSaver::failed, this, [this](const QString &, const Error &error) {
    showError(tr("The table was not written"), error);
  });
}

void MainWindow::buildBars() {
  m_recentMenu = new QMenu(tr("Recent files"), this);
  m_exampleMenu = new QMenu(tr("Examples"), this);
  m_actions->fillMenus(menuBar(), m_recentMenu, m_exampleMenu, m_panelMenu);

  auto &search = panel<SearchPanel>();
  m_search = new SearchBar(search.model(), m_icons,
                           m_actions->find->shortcut().toString(QKeySequence::NativeText));
  auto *bar = new QToolBar(tr("Toolbar"), this);
  bar->setObjectName(QStringLiteral("toolBar"));
  bar->setMovable(false);
  bar->setIconSize({16, 16});
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  m_actions->fillToolBar(bar, m_search);
  addToolBar(Qt::TopToolBarArea, bar);
  m_searchList = new SearchList(search, *m_search, *this);
  auto *newest = new MessageLine(*m_messages, m_icons, *m_actions->panel("log"));
  connect(m_drawer, &MessageDrawer::opened, newest, [newest] { newest->setOpen(true); });
  connect(m_drawer, &MessageDrawer::closed, newest, [newest] { newest->setOpen(false); });
  m_status = new StatusLine(*newest);
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
  connect(m_actions->compareLastRun, &QAction::triggered, this, &MainWindow::compareWithLastRun);
  connect(m_actions->stop, &QAction::triggered, this, &MainWindow::stopEverything);
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
  const auto onTimeline = [this](QAction *action, auto command) {
    connect(action, &QAction::triggered, this, [this, command] {
      if (TimelineView *view = timeline())
        command(*view);
    });
  };
  onTimeline(m_actions->zoomToFit, std::mem_fn(&TimelineView::zoomToFit));
  onTimeline(m_actions->foldAll, std::mem_fn(&TimelineView::foldAll));
  onTimeline(m_actions->unfoldAll, std::mem_fn(&TimelineView::unfoldAll));
  onTimeline(m_actions->undoView, [](auto &view) { view.execute(TimelineCommand::ViewBack); });
  onTimeline(m_actions->redoView, [](auto &view) { view.execute(TimelineCommand::ViewForward); });
  onTimeline(m_actions->goToTime, [](auto &view) { view.navigator()->askTime(); });
  connect(m_actions->nextGrouping, &QAction::triggered, this, &MainWindow::nextGrouping);
  connect(m_actions->nextTrace, &QAction::triggered, this, &MainWindow::nextTrace);
  connect(m_actions->subtractCost, &QAction::triggered, this, [this](bool isOn) {
    if (CostSubtraction *subtraction = cost())
      subtraction->setOn(isOn);
  });
  SearchModel &search = panel<SearchPanel>().model();
  connect(m_actions->find, &QAction::triggered, m_search, &SearchBar::enter);
  connect(m_actions->findNext, &QAction::triggered, &search, [&search] { search.step(1); });
  connect(m_actions->findPrevious, &QAction::triggered, &search, [&search] { search.step(-1); });
  const auto focusTimeline = [this] { m_stack->currentWidget()->setFocus(); };
  connect(m_search, &SearchBar::left, this, focusTimeline);
  connect(m_searchList, &SearchList::chosen, this, focusTimeline);
  connect(m_drawer, &MessageDrawer::closed, this, focusTimeline);
  connect(m_bottom, &BottomPanels::focusReleased, this, focusTimeline);
  connect(m_actions->palette, &QAction::triggered, this, &MainWindow::showPalette);
  connectLookActions();
  connect(m_actions->resetLayout, &QAction::triggered, this, &MainWindow::resetLayout);
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

void MainWindow::connectHelpActions() {
  const auto moveFocus = [this](int step) {
    QList<QWidget *> parts;
    const auto addPanels = [this, &parts](Qt::DockWidgetArea area) {
      for (QDockWidget *dock : findChildren<QDockWidget *>())
        if (dockWidgetArea(dock) == area)
          parts << dock->widget();
    };
    addPanels(Qt::LeftDockWidgetArea);
    parts << m_stack->currentWidget();
    addPanels(Qt::BottomDockWidgetArea);
    parts << m_drawer;
    addPanels(Qt::RightDockWidgetArea);
    moveFocusToPart(parts, step);
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
  connect(&list, &OpenTraceList::rowsRemoved, this, &MainWindow::updateActions);
  connect(&list, &OpenTraceList::replaced, this, &MainWindow::replacePage);
  connect(&list, &OpenTraceList::currentChanged, this, &MainWindow::showOpenTrace);
  connect(&list, &OpenTraceList::dataChanged, this, &MainWindow::updateTitle);
  connect(&m_openTraces, &OpenTraces::problem, this, &MainWindow::showError);
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
  new LoadingPresenter(
      *m_stack, m_openTraces.loader(), [this] { return m_theme; }, this);
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
  connect(&m_runs, &RunLauncher::traceReady, &m_openTraces, &OpenTraces::openResult);
  connect(&m_runs, &RunLauncher::liveReady, &m_openTraces, &OpenTraces::showLive);
  connect(&m_runs, &RunLauncher::endedWithoutTrace, &m_openTraces, &OpenTraces::keepLive);
  connect(&m_runs, &RunLauncher::problem, this, &MainWindow::showRunError);
  connect(m_messages, &MessageList::placeRequested,
          static_cast<SourcePresenter *>(&tracePanel<SourcePanel>()), &SourcePresenter::showPlace);
}

void MainWindow::connectPrograms() {
  m_programs = new ProgramPresenter(*this, m_services.settings, m_openTraces, m_runs);
  connect(m_actions->program, &QAction::triggered, m_programs, &ProgramPresenter::showDialog);
  connect(m_start, &StartPage::programRequested, m_programs, &ProgramPresenter::showDialog);
  connect(m_start, &StartPage::recentProgramRequested, m_programs, &ProgramPresenter::showRecent);
  connect(m_programs, &ProgramPresenter::recentProgramsChanged, this,
          [this] { m_programs->showRecentOn(*m_start, m_icons); });
  connect(m_programs, &ProgramPresenter::problem, this, &MainWindow::showError);
  connect(m_programs, &ProgramPresenter::reported, this, &MainWindow::showMessage);
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
  connect(&page->cost(), &CostSubtraction::changed, this, [this, page, isShown] {
    if (!isShown())
      return;
    updateActivity();
    showOpenTrace(page->openTrace());
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
  const QByteArray state = m_services.settings.windowState();
  m_bottom->showViews(m_services.settings.shownViews());
  if (!restoreState(state, kLayoutVersion)) {
    for (const QString &view : restoreOldLayout(*this, state))
      m_actions->panel(view.toLatin1())->trigger();
    // An old state has no drawer: Qt puts it in the line of the strip.
    auto *strip = findChild<QToolBar *>(QStringLiteral("panelStrip"));
    insertToolBar(strip, m_drawer);
    insertToolBarBreak(strip);
  }
  m_drawer->hide();
}

void MainWindow::resetLayout() {
  m_bottom->restoreForSaving();
  restoreState(m_firstLayout, kLayoutVersion);
  m_drawer->close();
  m_bottom->refresh(true);
}

} // namespace pstudio
