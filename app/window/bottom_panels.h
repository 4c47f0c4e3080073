// SPDX-License-Identifier: Apache-2.0
// The panels below the timeline: the open panel and its height.
#pragma once

#include <QObject>
#include <QStringList>

#include <vector>

class QMainWindow;
class QToolBar;
class QToolButton;

namespace pstudio {

class PanelDock;
class TracePanel;

/// One panel per place is open: opening a panel closes the others of its place. A strip of buttons
/// below the panels lists all of them. A panel without data for the open trace is closed until a
/// trace has data for it, unless the user opens it. [thread: gui]
class BottomPanels : public QObject {
  Q_OBJECT

public:
  /// \param centre  the widget above the panels; hidden while a panel is maximised. Both must
  /// outlive this.
  BottomPanels(QMainWindow &window, QWidget &centre);

  void add(PanelDock *dock);
  /// One button for each panel that was added.
  void fillStrip(QToolBar &strip);

  /// Opens the panel at a view by a command of the user, also an empty one. Does nothing for a
  /// content of another part of the window.
  void open(TracePanel &content, size_t view);
  /// The names of the shown views, PanelView::name; of closed panels those that open next.
  QStringList views() const;
  /// Shows these in their panels, which stay open or closed.
  void showViews(const QStringList &names);
  /// Closes the open panels, or opens those again that were closed last; the first one added if
  /// there were none.
  void toggleFolded();
  /// Gives the open panel all of the centre's height, or takes it back. Opens one if none is.
  void toggleMaximised();
  bool isMaximised() const { return m_isMaximised; }
  /// The panels show another trace, or the data of a panel have changed.
  void refresh(bool isOtherTrace);
  /// Opens the panel again that this object has closed, so that the layout can be saved.
  void restoreForSaving();

Q_SIGNALS:
  void focusReleased(); ///< a panel with the focus closes: the centre is to get it

protected:
  bool eventFilter(QObject *watched, QEvent *event) override;

private:
  struct Panel {
    PanelDock *dock = nullptr;
    QToolButton *button = nullptr;
    bool isAsked = false;    ///< opened by the user for the open trace
    bool isSetAside = false; ///< closed here because it was empty
  };

  Panel *find(const PanelDock *dock);
  std::vector<PanelDock *> shown() const;
  void openByUser(Panel &panel);
  void show(Panel &panel);
  void giveHeight(const Panel &panel);
  void hide(PanelDock &dock);
  void releaseFocus(const PanelDock &dock);
  void setMaximised(bool isMaximised);
  void updateStrip();

  QMainWindow &m_window;
  QWidget &m_centre;
  std::vector<Panel> m_panels;
  std::vector<PanelDock *> m_folded;
  PanelDock *m_latest = nullptr; ///< opened last
  int m_heightBefore = 0;        ///< of the panel that is maximised [pixels]
  bool m_isMaximised = false;
};

} // namespace pstudio
