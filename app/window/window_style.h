// SPDX-License-Identifier: Apache-2.0
// Style of the window, in addition to the style of viewer/paint for standard widgets.
#pragma once

#include "viewer/paint/theme.h"

namespace pstudio {

/// applyTheme() and the window's own rules on top: message rows, panels, mono texts. [thread: gui]
void applyWindowTheme(QApplication &application, ThemeKind kind);

/// Whether the palette of the desktop is dark. Resets the application's palette. [thread: gui]
bool isDesktopDark(QApplication &application);

/// The theme of a widget with this palette, for content that the widget paints itself.
const Theme &shownTheme(const QPalette &palette);

} // namespace pstudio
