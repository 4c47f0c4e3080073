// SPDX-License-Identifier: Apache-2.0
// The title of a panel: its name and a button that closes it.
#pragma once

#include <QWidget>

class QDockWidget;

namespace pstudio {

class IconSet;

/// Dragging it moves the panel, double-clicking makes it float: both come from QDockWidget.
/// [thread: gui]
class PanelTitle : public QWidget {
  Q_OBJECT

public:
  PanelTitle(const QString &title, const IconSet &icons, QDockWidget *panel);
};

} // namespace pstudio
