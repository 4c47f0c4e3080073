// SPDX-License-Identifier: Apache-2.0
// The panels below the timeline: which of them is open, how high it is, and who decides.
#pragma once

#include <QObject>

#include <functional>
#include <vector>

class QDockWidget;
class QMainWindow;
class QToolBar;
class QToolButton;

namespace pstudio {

/// Panels in one place take turns: opening one closes the others of its place, and a strip of
/// buttons below them shows all. A panel that has nothing to show for the open trace takes no
/// height: it is closed until a trace has something for it, unless the user asks for it.
/// [thread: gui]
class BottomPanels : public QObject {
  Q_OBJECT

public:
  /// \param centre  what is above the panels; hidden while one is maximised. Both must outlive
  /// this.
  BottomPanels(QMainWindow &window, QWidget &centre);

  /// \param isEmpty  whether the panel has nothing to show; none: it never is empty.
  /// \param leastHeight  that it opens with [pixels], in a window that has room for it.
  void add(QDockWidget *dock, int leastHeight, std::function<bool()> isEmpty = {});
  /// One button for each panel that was added.
  void fillStrip(QToolBar &strip);

  /// Opens the panel as the user asks for it, also an empty one.
  void open(QDockWidget *dock);
  /// Closes the open panels, or opens those again that were closed last; the first one added if
  /// there were none.
  void toggleFolded();
  /// Gives the open panel all of the centre's height, or takes it back. Opens one if none is.
  void toggleMaximised();
  bool isMaximised() const { return m_isMaximised; }
  /// The panels show another trace, or what one of them has to show has changed.
  void refresh(bool isOtherTrace);
  /// Puts back what only this object has closed, so that the layout can be saved.
  void restoreForSaving();

protected:
  bool eventFilter(QObject *watched, QEvent *event) override;

private:
  struct Panel {
    QDockWidget *dock = nullptr;
    int leastHeight = 0;
    std::function<bool()> isEmpty;
    QToolButton *button = nullptr;
    bool isAsked = false;    ///< for the trace that is open
    bool isSetAside = false; ///< closed here because it was empty
  };

  Panel *find(const QDockWidget *dock);
  static bool isEmpty(const Panel &panel) { return panel.isEmpty && panel.isEmpty(); }
  std::vector<QDockWidget *> shown() const;
  void show(Panel &panel);
  void giveHeight(const Panel &panel);
  void setMaximised(bool isMaximised);
  void updateStrip();

  QMainWindow &m_window;
  QWidget &m_centre;
  std::vector<Panel> m_panels;
  std::vector<QDockWidget *> m_folded;
  QDockWidget *m_latest = nullptr; ///< opened last
  int m_heightBefore = 0;          ///< of the panel that is maximised [pixels]
  bool m_isMaximised = false;
};

} // namespace pstudio
