// SPDX-License-Identifier: Apache-2.0
// Fonts and line heights of the window, in the size that the user chose. Exported pictures use
// fontFor().
#pragma once

#include <QFont>

#include "viewer/geometry/draw_list.h"

class QApplication;
class QHeaderView;
class QWidget;

namespace pstudio {

/// Sizes of FontRole::Body in the window [logical pixels]; the other roles keep their proportion.
inline constexpr int kMinTextSize = 10, kMaxTextSize = 16, kUsualTextSize = 12;

/// Sets the size of the window's texts, kMinTextSize to kMaxTextSize. Widgets follow with the
/// next applyTheme(). [thread: gui]
void setWindowTextSize(QApplication &application, int pixels);

/// The size of the window's texts, relative to those of pictures; 1 if the application has no such
/// size.
double windowTextScale();

/// fontFor() in the window's size. [thread: gui]
QFont windowFont(FontRole role);

/// A height or width that holds a text of the usual size, for texts of the window's size [logical
/// pixels]; never less than `pixels`.
int windowLength(int pixels);

/// Gives a widget a font of the window; applyTheme() sets it again. [thread: gui]
void setFontRole(QWidget &widget, FontRole role);
/// Columns whose widths were set by windowLength() grow and shrink with applyTheme(). [thread: gui]
void scaleColumns(QHeaderView &header);
/// Gives the sections of a header windowLength(pixels); applyTheme() sets it again. [thread: gui]
void setSectionLength(QHeaderView &header, int pixels);

} // namespace pstudio
