// SPDX-License-Identifier: Apache-2.0
// A text that wraps and acts as a link.
#include "viewer/widgets/link_label.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace pstudio {

LinkLabel::LinkLabel(const QString &text, QWidget *parent) : WrappingLabel(text, parent) {
  setTextInteractionFlags(Qt::NoTextInteraction);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setProperty("role", "link");
}

void LinkLabel::mouseReleaseEvent(QMouseEvent *event) {
  if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
    Q_EMIT followed();
  else
    WrappingLabel::mouseReleaseEvent(event);
}

void LinkLabel::keyPressEvent(QKeyEvent *event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
      event->key() == Qt::Key_Space)
    Q_EMIT followed();
  else
    WrappingLabel::keyPressEvent(event);
}

/// The focus is visible without a change of size.
void LinkLabel::focusInEvent(QFocusEvent *event) {
  setUnderlined(true);
  WrappingLabel::focusInEvent(event);
}

void LinkLabel::focusOutEvent(QFocusEvent *event) {
  setUnderlined(false);
  WrappingLabel::focusOutEvent(event);
}

void LinkLabel::setUnderlined(bool isUnderlined) {
  QFont changed = font();
  changed.setUnderline(isUnderlined);
  setFont(changed);
}

} // namespace pstudio
