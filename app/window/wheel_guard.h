// SPDX-License-Identifier: Apache-2.0
// Fields that the wheel does not edit while a form is scrolled.
#pragma once

#include <QObject>

namespace pstudio {

/// An event filter of the application: a combo box or a number field without the focus leaves the
/// wheel to what it stands in, so that scrolling a form changes no value under the pointer.
class WheelGuard : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;
  bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace pstudio
