// SPDX-License-Identifier: Apache-2.0
#include "app/window/part_focus.h"

#include <QApplication>
#include <QWidget>

namespace pstudio {
namespace {

bool takesFocus(const QWidget *widget) {
  return widget && widget->isVisible() && widget->isEnabled() &&
         (widget->focusPolicy() & Qt::TabFocus) != 0;
}

QWidget *stopIn(QWidget &part) {
  if (takesFocus(part.focusWidget()))
    return part.focusWidget();
  if (takesFocus(part.focusProxy()))
    return part.focusProxy();
  QWidget *widget = &part;
  do {
    if (takesFocus(widget) && !widget->focusProxy())
      return widget;
    widget = widget->nextInFocusChain();
  } while (widget && widget != &part && part.isAncestorOf(widget));
  for (QWidget *child : part.findChildren<QWidget *>()) // the chain left the part
    if (takesFocus(child) && !child->focusProxy())
      return child;
  return nullptr;
}

} // namespace

void moveFocusToPart(const QList<QWidget *> &parts, int step) {
  const QWidget *focus = QApplication::focusWidget();
  const qsizetype count = parts.size();
  qsizetype at = step > 0 ? -1 : count;
  for (qsizetype i = 0; i < count; ++i)
    if (parts[i] && focus && (parts[i] == focus || parts[i]->isAncestorOf(focus)))
      at = i;
  for (qsizetype tried = 0; tried < count; ++tried) {
    at = (at + step + count) % count;
    QWidget *stop = parts[at] && parts[at]->isVisible() ? stopIn(*parts[at]) : nullptr;
    if (stop)
      return stop->setFocus(step > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
  }
}

} // namespace pstudio
