// SPDX-License-Identifier: Apache-2.0
// Every action of the window: its text, key, icon and menus.
#include "app/window/window_actions.h"

#include <QAction>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

#include "app/panels/panel_facts.h"
#include "app/window/icon_set.h"
#include "viewer/widgets/timeline/timeline_keys.h"

namespace pstudio {
namespace {

constexpr const char *kObstacle = "obstacle"; // property of an action
constexpr const char *kFullName = "fullName"; // property of an action that opens a view

} // namespace

WindowActions::WindowActions(QWidget *window, const IconSet &icons)
    : QObject(window), m_window(window), m_icons(icons) {
  open = add("open", tr("Open..."), "Ctrl+O", "open", tr("Open recorded traces and call trees"));
  openFolder = add("openFolder", tr("Open folder..."), "Ctrl+Shift+F", nullptr,
                   tr("Open the traces of an output folder of proton-collect attach; of several "
                      "processes the merged one"));
  newRun = add("newRun", tr("Set up a run..."), "Ctrl+R", "run",
               tr("Set up a run of a kernel and start it"));
  program = add("program", tr("Program..."), "Ctrl+Shift+N", "program",
                tr("Run a program as it is, list its kernels and record some of them"));
  runAgain =
      add("runAgain", tr("Run again"), "F5", "run", tr("Run the last specification once more"));
  compareLastRun = add("compareLastRun", tr("Compare with the last run"), "Ctrl+Shift+F5", nullptr,
                       tr("Compare the trace with the one before it of the same kernel"));
  stop = add("stop", tr("Stop"), "Shift+F5", "stop",
             tr("Stop the run, the loading of a file or the subtraction of the recording cost"));
  remotes = add("remotes", tr("Remote machines..."), "Ctrl+Shift+R", nullptr,
                tr("Add and test remote machines"));
  save = add("save", tr("Save as..."), "Ctrl+S", "save", tr("Save the trace as .pftrace"));
  saveNotes = add("saveNotes", tr("Save notes"), "Ctrl+Shift+S", nullptr,
                  tr("Save notes, kept views and the shown view with the file of the trace"));
  exportPicture = add("exportPicture", tr("Export..."), "Ctrl+E", "export",
                      tr("Export the timeline as a picture"));
  close = add("close", tr("Close trace"), "Ctrl+W", "close", tr("Close the displayed trace"));
  quit = add("quit", tr("Quit"), "Ctrl+Q", nullptr, tr("Close the window"));

  nextTrace =
      add("nextTrace", tr("Next trace"), "Ctrl+Tab", nullptr, tr("Show the next open trace"));
  nextGrouping = add("nextGrouping", tr("Next grouping"), "G", nullptr,
                     tr("Group the tracks by the next key"));
  zoomToFit = add("zoomToFit", tr("Whole trace"), "Ctrl+0", "fit",
                  tr("Show the trace from its start to its end"));
  foldAll =
      add("foldAll", tr("Fold all tracks"), "Ctrl+[", nullptr, tr("Fold all groups of tracks"));
  unfoldAll = add("unfoldAll", tr("Unfold all tracks"), "Ctrl+]", nullptr,
                  tr("Unfold all groups of tracks"));
  find = add("find", tr("Search"), "Ctrl+F", "search",
             tr("Search names, arguments, tracks and memory accesses of the trace"));
  findNext = add("findNext", tr("Next match"), "F3", nullptr, tr("Go to the next match"));
  findPrevious =
      add("findPrevious", tr("Previous match"), "Shift+F3", nullptr, tr("Go to the match before"));
  goToTime = add("goToTime", tr("Go to time..."), "Ctrl+Shift+G", nullptr,
                 tr("Go to a time or cycle of the timeline"));
  undoView = add("undoView", tr("Undo view change"), "Ctrl+Z", nullptr,
                 tr("Restore the view before: zoom, folds, tracks, colours"));
  redoView = add("redoView", tr("Redo view change"), "Ctrl+Shift+Z", nullptr,
                 tr("Restore the view that was undone"));
  subtractCost = add("subtractCost", tr("Subtract recording cost"), "C", nullptr,
                     tr("Subtract the measured recording cost from the times"));
  subtractCost->setCheckable(true);
  addWindowActions();
}

/// Adds the actions of the window, which do not depend on the trace.
void WindowActions::addWindowActions() {
  foldPanels = add("foldPanels", tr("Fold or unfold the panels below"), "Ctrl+J", nullptr,
                   tr("Close the panels below the timeline, or open them again"));
  maximizePanel =
      add("maximizePanel", tr("Maximise or restore the panel below"), "Ctrl+Shift+J", nullptr,
          tr("Switch the panel below the timeline between full and normal height"));
  nextPart =
      add("nextPart", tr("Next part of the window"), "F6", nullptr,
          tr("Go to the tracks, the timeline, the panel below, the messages or the Inspector"));
  previousPart = add("previousPart", tr("Previous part of the window"), "Shift+F6", nullptr,
                     tr("Go to these parts in the other direction"));
  palette = add("palette", tr("Command palette..."), "Ctrl+Shift+P", nullptr,
                tr("Find and run a command by typing"));
  preferences = add("preferences", tr("Preferences..."), "Ctrl+,", nullptr,
                    tr("Choose text size, unit of times, theme and colours"));
  addLookAndHelp();
}

void WindowActions::addLookAndHelp() {
  toggleTheme = add("toggleTheme", tr("Light or dark"), "Ctrl+Shift+T", "theme",
                    tr("Switch between the light and the dark theme"));
  okabeIto = add("okabeIto", tr("Colours for colour-blind users"), "Ctrl+Shift+B", nullptr,
                 tr("Draw scopes in the palette of Okabe and Ito"));
  okabeIto->setCheckable(true);
  resetLayout = add("resetLayout", tr("Reset layout"), "Ctrl+Shift+L", nullptr,
                    tr("Restore the default panel layout"));
  recover = add("recover", tr("Recover unsaved results"), "Ctrl+Shift+O", nullptr,
                tr("Open unsaved results of an earlier start"));
  keys = add("keys", tr("Keys"), "F1", "keyboard", tr("List all keys"));
  guide = add("guide", tr("Guide"), "Ctrl+F1", nullptr,
              tr("Guide: running kernels and reading the timeline"));
  about = add("about", tr("About Proton Studio"), "Shift+F1", nullptr, tr("Version and licence"));
}

QAction *WindowActions::add(const char *name, const QString &text, const char *key,
                            const char *icon, const QString &tip) {
  auto *action = new QAction(text, m_window);
  action->setObjectName(QLatin1String(name));
  action->setShortcut(QKeySequence{QLatin1String(key)});
  action->setWhatsThis(tip);
  action->setToolTip(toolTipOf(action, tip));
  if (icon)
    action->setIcon(m_icons.icon(QLatin1String(icon)));
  m_window->addAction(action);
  m_all << action;
  return action;
}

QAction *WindowActions::addView(PanelId panel, const PanelView &view) {
  QAction *action = add(view.name, view.title.isEmpty() ? viewName(panel, view) : view.title,
                        view.key, nullptr, view.tip);
  action->setProperty(kFullName, viewName(panel, view));
  m_views[panel] << action;
  return action;
}

QAction *WindowActions::panel(const char *name) const {
  for (const auto &[panel, actions] : m_views)
    for (QAction *action : actions)
      if (action->objectName() == QLatin1String(name))
        return action;
  return nullptr;
}

QString WindowActions::nameOf(const QAction *action) {
  const QVariant name = action->property(kFullName);
  return name.isValid() ? name.toString() : action->text().remove(QLatin1Char('&'));
}

QString WindowActions::toolTipOf(const QAction *action, const QString &text) {
  return QStringLiteral("%1 (%2)").arg(text, action->shortcut().toString(QKeySequence::NativeText));
}

void WindowActions::setObstacle(QAction *action, const QString &obstacle) {
  action->setEnabled(obstacle.isEmpty());
  action->setProperty(kObstacle, obstacle);
  action->setToolTip(toolTipOf(action, obstacle.isEmpty() ? action->whatsThis() : obstacle));
}

QString WindowActions::obstacleOf(const QAction *action) {
  return action->property(kObstacle).toString();
}

void WindowActions::fillMenus(QMenuBar *bar, QMenu *recent, QMenu *examples, QMenu *panels) {
  QMenu *file = bar->addMenu(tr("&File"));
  file->addActions({open, openFolder});
  file->addMenu(recent);
  file->addAction(recover);
  file->addSeparator();
  file->addActions({save, saveNotes, exportPicture});
  file->addSeparator();
  file->addActions({close, quit});

  QMenu *edit = bar->addMenu(tr("&Edit"));
  edit->setToolTipsVisible(true);
  edit->addActions({undoView, redoView});
  edit->addSeparator();
  edit->addActions({find, findNext, findPrevious});
  edit->addActions(m_views[PanelId::Matches]);
  edit->addSeparator();
  edit->addAction(preferences);

  QMenu *run = bar->addMenu(tr("&Run"));
  run->addActions({newRun, program, runAgain, compareLastRun});
  run->addMenu(examples);
  run->addAction(remotes);
  run->addSeparator();
  run->addAction(stop);

  fillView(*bar->addMenu(tr("&View")), panels);

  bar->addMenu(tr("&Help"))->addActions({guide, keys, about});
}

void WindowActions::fillView(QMenu &view, QMenu *sides) {
  view.setToolTipsVisible(true); // they contain the reason of a disabled entry
  view.addActions({zoomToFit, foldAll, unfoldAll, nextGrouping});
  view.addSeparator();
  view.addActions({goToTime, nextTrace, palette, subtractCost});
  view.addSeparator();
  for (const PanelId panel : kDockedPanels)
    if (const auto views = m_views.find(panel); views == m_views.end())
      continue;
    else if (views->second.size() == 1)
      view.addAction(views->second.front());
    else
      view.addMenu(panelFacts(panel).title)->addActions(views->second);
  view.addActions(m_views[PanelId::Messages]);
  view.addSeparator();
  QMenu *window = view.addMenu(tr("Window"));
  window->addActions(sides->actions());
  window->addSeparator();
  window->addActions({foldPanels, maximizePanel, nextPart, previousPart});
  window->addSeparator();
  window->addActions({toggleTheme, okabeIto, resetLayout});
}

void WindowActions::fillToolBar(QToolBar *bar, QWidget *search) {
  const auto addStretch = [bar] {
    auto *space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
  };
  addToolButton(bar, open, false);
  addToolButton(bar, newRun, true);
  addCompareButton(bar);
  addToolButton(bar, stop, false);
  addStretch();
  bar->addWidget(search);
  addStretch();
  addToolButton(bar, zoomToFit, false);
  addToolButton(bar, toggleTheme, false);
  addToolButton(bar, exportPicture, false);
}

void WindowActions::addToolButton(QToolBar *bar, QAction *action, bool isPrimary) {
  auto *button = new QToolButton(bar);
  button->setDefaultAction(action);
  button->setObjectName(action->objectName() + QLatin1String("Button"));
  button->setAccessibleName(action->text());
  QString label = action->text();
  label.remove(QLatin1String("..."));
  // The icons of these two are clear without a text.
  const bool isIconOnly = action == toggleTheme || action == zoomToFit;
  button->setToolButtonStyle(isIconOnly ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  button->setIconSize({16, 16});
  action->setIconText(label);
  if (isPrimary)
    makePrimary(button, action);
  bar->addWidget(button);
}

/// Visible only where there is an earlier run.
void WindowActions::addCompareButton(QToolBar *bar) {
  auto *button = new QToolButton(bar);
  button->setDefaultAction(compareLastRun);
  button->setObjectName(QStringLiteral("compareLastRunButton"));
  button->setAccessibleName(compareLastRun->text());
  QAction *place = bar->addWidget(button);
  place->setVisible(false);
  connect(compareLastRun, &QAction::changed, place,
          [this, place] { place->setVisible(compareLastRun->isEnabled()); });
}

/// The accent colour needs another ink than menus do, so the button shows the action without being
/// bound to it.
void WindowActions::makePrimary(QToolButton *button, QAction *action) {
  button->setProperty("primary", true);
  button->setDefaultAction(nullptr);
  button->removeAction(action);
  button->setText(action->iconText());
  button->setToolTip(action->toolTip());
  button->setIcon(m_icons.icon(QStringLiteral("run"), ColorToken::OnAccent));
  connect(button, &QToolButton::clicked, action, &QAction::trigger);
  connect(action, &QAction::changed, button,
          [button, action] { button->setEnabled(action->isEnabled()); });
}

QList<KeyHelp> WindowActions::keyHelp() const {
  QList<KeyHelp> help;
  for (const TimelineKeyHelp &line : timelineKeyHelp()) // first: these have no menu
    help << KeyHelp{line.keys, line.meaning};
  for (const QAction *action : m_all)
    help << KeyHelp{action->shortcut().toString(QKeySequence::NativeText),
                    action->property(kFullName).isValid()
                        ? tr("%1. %2").arg(nameOf(action), action->whatsThis())
                        : action->whatsThis()};
  const auto in = [this](const char *view, const QString &meaning) {
    return QStringLiteral("%1: %2").arg(nameOf(panel(view)), meaning);
  };
  help << KeyHelp{tr("Return, Shift+Return, Esc"),
                  tr("Search field: next match, previous match, clear and leave")}
       << KeyHelp{tr("P"), tr("Pin or unpin the track at the pointer or of the selection")}
       << KeyHelp{tr("Ctrl+Shift+Up, Ctrl+Shift+Down"),
                  tr("Move a track or a group up or down; or drag its name")}
       << KeyHelp{tr("H, Shift+H"), tr("Hide the track at the pointer, show all hidden tracks")}
       << KeyHelp{tr("E, Shift+E"), tr("Fold or unfold the line at the pointer or of the "
                                       "selection. With Shift: its group")}
       << KeyHelp{tr("L"), tr("Next height of the lines")}
       << KeyHelp{tr("Wheel, pinch"), tr("Scroll. With Ctrl or pinching: zoom. With Shift: pan")}
       << KeyHelp{tr("Drag"),
                  tr("Pan. In the ruler: zoom to a range. In the minimap: move the window")}
       << KeyHelp{tr("Shift+Drag"),
                  tr("Select an area of time and lines; edges attract, with Alt they do not")}
       << KeyHelp{tr("N, P, /, Return"),
                  in("passes", tr("next/previous difference, find, select the line's slices"))}
       << KeyHelp{tr("N, P, /, Return, Esc"),
                  in("source", tr("next/previous hottest line, find, zoom to the slice, clear"))}
       << KeyHelp{tr("Up, Down, W, S, A, D"),
                  in("overlap", tr("previous/next iteration, zoom, pan"))}
       << KeyHelp{tr("W, S, A, D, Shift+Drag, Home"),
                  in("heat", tr("zoom, pan, zoom to a selection, show all"))}
       << KeyHelp{tr("Wheel, Ctrl+Wheel, Shift+Wheel"),
                  in("heat", tr("zoom; columns (time) only; rows (addresses) only"))}
       << KeyHelp{tr("Arrows, Return, W, S, Backspace, Home"),
                  in("flameGraph", tr("select a node, zoom to it, zoom in and out, show all"))}
       << KeyHelp{tr("Return, Del"),
                  tr("Finding: select its evidence and zoom to it; disable or enable its kind")}
       << KeyHelp{tr("Click, double-click"), tr("Select a slice or an instant, zoom to it")};
  return help;
}

} // namespace pstudio
