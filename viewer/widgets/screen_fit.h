// SPDX-License-Identifier: Apache-2.0
// Sizes of windows and dialogs that fit on the screen.
#pragma once

#include <QSize>

class QWidget;

namespace pstudio {

/// The part of `wanted` [logical pixels] that a window with a frame has on a screen with this much
/// room.
QSize sizeOnScreen(QSize wanted, QSize available);

/// Resizes a window that is not yet shown to `wanted`, or to what fits on the screen of its parent
/// (or its own). What does not fit has to scroll inside. [thread: gui]
void resizeWithinScreen(QWidget &window, QSize wanted);

} // namespace pstudio
