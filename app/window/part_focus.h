// SPDX-License-Identifier: Apache-2.0
// The focus moves between the parts of a window by key.
#pragma once

#include <QList>

class QWidget;

namespace pstudio {

/// Gives the focus to the visible part after (`step` 1) or before (-1) the one that has it, going
/// round; to the first one if none has it. Within a part, the widget that had the focus last gets
/// it again, else the first that takes it. Parts without such a widget are skipped.
void moveFocusToPart(const QList<QWidget *> &parts, int step);

} // namespace pstudio
