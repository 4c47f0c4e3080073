// SPDX-License-Identifier: Apache-2.0
// The choosers and switches in the bar of a panel.
#pragma once

#include <QString>

class QComboBox;
class QToolButton;

namespace pstudio {

/// A chooser whose width does not follow its longest text. [thread: gui]
QComboBox *makeCombo(const char *name, const QString &accessibleName);

/// A button that is on or off. `tip` is its accessible name too. [thread: gui]
QToolButton *makeSwitch(const char *name, const QString &text, const QString &tip);

} // namespace pstudio
