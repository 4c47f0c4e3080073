// SPDX-License-Identifier: Apache-2.0
// A text that wraps and acts as a link.
#pragma once

#include "viewer/widgets/wrapping_label.h"

namespace pstudio {

/// Click, Return or Space follows the link. Tab reaches it. [thread: gui]
class LinkLabel : public WrappingLabel {
  Q_OBJECT

public:
  explicit LinkLabel(const QString &text, QWidget *parent = nullptr);

Q_SIGNALS:
  void followed();

protected:
  void mouseReleaseEvent(QMouseEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  void focusInEvent(QFocusEvent *event) override;
  void focusOutEvent(QFocusEvent *event) override;

private:
  void setUnderlined(bool isUnderlined);
};

} // namespace pstudio
