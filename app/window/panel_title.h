// SPDX-License-Identifier: Apache-2.0
// The title of a panel: its name and buttons that maximise and close it.
#pragma once

#include <QWidget>

class QAction;
class QDockWidget;

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
};

} // namespace pstudio
