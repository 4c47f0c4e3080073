// SPDX-License-Identifier: Apache-2.0
// Layouts of the window that earlier versions stored.
#pragma once

#include <QStringList>

class QByteArray;
class QMainWindow;

namespace pstudio {

/// Restores a layout of the version with eleven panels (layout version 7). Panels that became views
/// of other ones are left out. \return the names of the views, PanelView::name, that replace the
/// open ones of those; empty: none was open, or the state is of no such layout.
QStringList restoreOldLayout(QMainWindow &window, const QByteArray &state);

} // namespace pstudio
