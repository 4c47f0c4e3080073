// SPDX-License-Identifier: Apache-2.0
// What the window adds to the look that viewer/paint gives to standard widgets.
#pragma once

#include "viewer/paint/theme.h"

namespace pstudio {

/// applyTheme() and the window's own rules on top: message rows, panels, mono texts. [thread: gui]
void applyWindowTheme(QApplication &application, ThemeKind kind);

/// Whether the palette of the desktop is dark. Resets the application's palette. [thread: gui]
bool isDesktopDark(QApplication &application);

/// The theme that a widget with this palette is shown in, for what it paints itself.
const Theme &shownTheme(const QPalette &palette);

} // namespace pstudio
