// SPDX-License-Identifier: Apache-2.0
// Layouts of the window that earlier versions stored.
#pragma once

#include <QString>

class QByteArray;
class QMainWindow;

namespace pstudio {

/// Restores a layout of the version with eleven panels (layout version 7). Panels that became views
/// of other ones are left out. \return the name of the view, PanelView::name, that replaces the
/// open one of those; empty: none was open, or the state is of no such layout.
QString restoreOldLayout(QMainWindow &window, const QByteArray &state);

} // namespace pstudio
