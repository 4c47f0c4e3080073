// SPDX-License-Identifier: Apache-2.0
// Ignored events go on to the parent widget.
#include "app/window/wheel_guard.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>

namespace pstudio {

bool WheelGuard::eventFilter(QObject *watched, QEvent *event) {
  if (event->type() != QEvent::Wheel)
    return false;
  auto *field = qobject_cast<QWidget *>(watched);
  const bool isValue =
      qobject_cast<QAbstractSpinBox *>(watched) || qobject_cast<QComboBox *>(watched);
  if (!isValue || field->hasFocus())
    return false;
  event->ignore();
  return true;
}

} // namespace pstudio
