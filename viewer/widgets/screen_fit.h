// SPDX-License-Identifier: Apache-2.0
// Sizes of windows and dialogs that fit on the screen.
#pragma once

#include <QSize>

class QWidget;

namespace pstudio {

/// `wanted` [logical pixels], limited to the size of a window with a frame on a screen with the
/// size `available`.
QSize sizeOnScreen(QSize wanted, QSize available);

/// Resizes a window that is not yet shown to `wanted`, limited to the screen of its parent (or its
/// own). Larger content must scroll inside the window. [thread: gui]
void resizeWithinScreen(QWidget &window, QSize wanted);

} // namespace pstudio
