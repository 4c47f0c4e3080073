// SPDX-License-Identifier: Apache-2.0
// Every action of the window: its words, key, icon and where it appears.
#pragma once

#include <QList>
#include <QObject>

#include <cstdint>
#include <map>

class QAction;
class QMenu;
class QMenuBar;
class QToolBar;
class QToolButton;
class QWidget;

namespace pstudio {

class IconSet;
enum class PanelId : uint8_t;
struct PanelView;

/// A key and what it does, for the help.
struct KeyHelp {
  QString keys;
  QString meaning;
};

/// The actions, made once. They belong to the window and say in their tool tips which key they
/// have. [thread: gui]
class WindowActions : public QObject {
  Q_OBJECT

public:
  /// \param window  owns the actions and gets their keys. \param icons  must outlive it.
  WindowActions(QWidget *window, const IconSet &icons);

  QAction *open, *openFolder, *newRun, *program, *runAgain, *compareLastRun, *stop, *remotes, *save,
      *saveNotes, *exportPicture, *close, *quit;
  QAction *nextTrace, *nextGrouping, *zoomToFit, *foldAll, *unfoldAll, *find, *findNext,
      *findPrevious, *goToTime, *undoView, *redoView;
  QAction *subtractCost;               ///< checkable
  QAction *foldPanels, *maximizePanel; ///< of those below the timeline
  QAction *nextPart, *previousPart;    ///< get the focus
  QAction *toggleTheme, *okabeIto, *resetLayout, *recover, *guide, *keys, *about, *palette,
      *preferences;

  /// The action that opens a view of a panel; before fillMenus().
  QAction *addView(PanelId panel, const PanelView &view);
  /// The action that opens the view of this name; null if there is none.
  QAction *panel(const char *name) const;
  /// All actions, in the order of the list of keys.
  const QList<QAction *> &all() const { return m_all; }

  /// Fills the menu bar. The given menus of recent files, examples and panels at the sides are put
  /// where they belong.
  void fillMenus(QMenuBar *bar, QMenu *recent, QMenu *examples, QMenu *panels);
  /// The toolbar; `search` goes to its middle.
  void fillToolBar(QToolBar *bar, QWidget *search);

  /// The one name of an action in all lists: viewName() of one of addView(), else its text.
  static QString nameOf(const QAction *action);
  /// Disables an action and says why where its tool tip was; enables it if `obstacle` is empty.
  static void setObstacle(QAction *action, const QString &obstacle);
  /// Why an action is disabled; empty if it is enabled or nothing is known.
  static QString obstacleOf(const QAction *action);

  /// Keys of all actions, then those of the timeline itself.
  QList<KeyHelp> keyHelp() const;

private:
  QAction *add(const char *name, const QString &text, const char *key, const char *icon,
               const QString &tip);
  void addWindowActions();
  void fillView(QMenu &view, QMenu *sides);
  void addLookAndHelp();
  void addToolButton(QToolBar *bar, QAction *action, bool isPrimary);

  void addCompareButton(QToolBar *bar);
  void makePrimary(QToolButton *button, QAction *action);
  static QString toolTipOf(const QAction *action, const QString &text);

  QWidget *m_window;
  const IconSet &m_icons;
  QList<QAction *> m_all;
  std::map<PanelId, QList<QAction *>> m_views; ///< of addView()
};

} // namespace pstudio
