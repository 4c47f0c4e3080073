// SPDX-License-Identifier: Apache-2.0
// The title of a panel: its name, the switch of its views, and buttons that maximise and close it.
#pragma once

#include <QWidget>

class QAction;
class QDockWidget;
class QHBoxLayout;
class QToolButton;

namespace pstudio {

class IconSet;

/// Dragging it moves the panel, double-clicking makes it float: both come from QDockWidget.
/// [thread: gui]
class PanelTitle : public QWidget {
  Q_OBJECT

public:
  /// \param maximize  gets a button, unless it is null; must outlive this.
  PanelTitle(const QString &title, const IconSet &icons, QDockWidget *panel,
             QAction *maximize = nullptr);

  /// Adds a button to the switch of the views. \param action  that opens the view; gives the button
  /// its tool tip.
  QToolButton *addView(const QAction &action, const QString &text);

private:
  QHBoxLayout *m_views;
};

} // namespace pstudio
