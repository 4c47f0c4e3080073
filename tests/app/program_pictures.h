// SPDX-License-Identifier: Apache-2.0
// Pictures of programs as they are, for window_pictures.
#pragma once

#include <QRect>
#include <QString>

class QWidget;

namespace pstudio::test {

/// Writes `part` of the widget, or all of it, as PNG, and prints the name. \return whether it was
/// written. [thread: gui]
bool savePicture(QWidget &widget, const QString &file, const QRect &part = {{0, 0}, QSize(-1, -1)});

/// The start page with recent programs, the program dialog, a choice of kernels and a report, into
/// this folder. [thread: gui]
bool takeProgramPictures(const QString &folder);
/// The kernel table of the guide's program, with the figures that one NVIDIA H200 gave.
/// [thread: gui]
bool takeGuideKernels(const QString &file);

} // namespace pstudio::test
