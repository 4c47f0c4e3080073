// SPDX-License-Identifier: Apache-2.0
#include "app/window/part_focus.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QPointer>
#include <QWidget>

#include "app/window/window_style.h"

namespace pstudio {
namespace {

bool takesFocus(const QWidget *widget) {
  return widget && widget->isVisible() && widget->isEnabled() &&
         (widget->focusPolicy() & Qt::TabFocus) != 0;
}

/// A frame around the control that got the focus, until the focus goes on: not every control shows
/// it by itself.
class FocusRing : public QWidget {
public:
  explicit FocusRing(QWidget &stop) : QWidget(stop.window()), m_stop(&stop) {
    setObjectName(QStringLiteral("focusRing"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    for (QWidget *part = &stop; part && part != window(); part = part->parentWidget())
      part->installEventFilter(this);
    place();
    connect(qApp, &QApplication::focusChanged, this, &FocusRing::remove);
    show();
    raise();
  }

protected:
  bool eventFilter(QObject *watched, QEvent *event) override {
    if (event->type() == QEvent::Hide)
      remove();
    if (event->type() == QEvent::Move || event->type() == QEvent::Resize)
      place();
    return QWidget::eventFilter(watched, event);
  }
  void paintEvent(QPaintEvent *) override {
    QPainter painter(this);
    painter.setPen(QPen(shownTheme(palette()).color(ColorToken::Accent), 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
  }

private:
  void place() {
    if (!m_stop)
      return;
    QRect seen = m_stop->rect(); // a scrolled control is seen in part
    for (const QWidget *part = m_stop; part && part != window(); part = part->parentWidget())
      seen = (seen & part->rect()).translated(part->pos());
    setGeometry(seen);
  }
  void remove() {
    hide();
    deleteLater();
  }

  QPointer<QWidget> m_stop; ///< null once it is destroyed
};

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
    if (!stop)
      continue;
    stop->setFocus(step > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    new FocusRing(*stop);
    return;
  }
}

} // namespace pstudio
