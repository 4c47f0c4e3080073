// SPDX-License-Identifier: Apache-2.0
#include "app/window/panel_room.h"

#include <QEvent>
#include <QScrollBar>

#include <algorithm>

namespace pstudio {
namespace {

constexpr int kMinHeight = 88; // a heading, a line of controls and a scroll bar that can be used

} // namespace

PanelRoom::PanelRoom(QWidget *content, std::function<int()> leastHeight, QWidget *parent)
    : QScrollArea(parent), m_leastHeight(std::move(leastHeight)) {
  setObjectName(content->objectName() + QLatin1String("Room"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::NoFocus);
  setFocusProxy(content);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setWidget(content); // not setWidgetResizable(): it uses the height of the size hint
  content->installEventFilter(this);
}

QSize PanelRoom::minimumSizeHint() const {
  return {widget()->minimumSizeHint().width(), kMinHeight};
}

void PanelRoom::resizeEvent(QResizeEvent *event) {
  QScrollArea::resizeEvent(event);
  fit();
}

bool PanelRoom::eventFilter(QObject *watched, QEvent *event) {
  if (watched == widget() && event->type() == QEvent::LayoutRequest)
    fit();
  return QScrollArea::eventFilter(watched, event);
}

void PanelRoom::fit() {
  const int wanted = m_leastHeight();
  const int least = wanted > 0 ? std::max(wanted, widget()->minimumSizeHint().height()) : 0;
  const bool isScrolled = least > height();
  const int bar = isScrolled ? verticalScrollBar()->sizeHint().width() : 0;
  widget()->resize(std::max(width() - bar, 1), std::max(height(), least));
}

} // namespace pstudio
