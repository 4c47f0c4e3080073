// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/panel.h"

#include <QStackedWidget>
#include <QVBoxLayout>

#include "viewer/widgets/message_page.h"

namespace pstudio {
namespace {

constexpr int kAreaDelay = 60; // [ms] after the last change of the area

} // namespace

Panel::Panel(const QString &name, const QString &accessibleName, QWidget *parent)
    : QWidget(parent), m_name(name) {
  setObjectName(name + QLatin1String("Panel"));
  setAccessibleName(accessibleName);
  setAttribute(Qt::WA_StyledBackground);
  m_delay.setSingleShot(true);
  m_delay.setInterval(kAreaDelay);
  connect(&m_delay, &QTimer::timeout, this, [this] { followArea(); });
}

QWidget *Panel::makePages(QWidget *content) {
  m_message = new MessagePage(m_name);
  m_pages = new QStackedWidget;
  m_pages->addWidget(m_message);
  m_pages->addWidget(content);
  return m_pages;
}

void Panel::fill(std::initializer_list<QWidget *> widgets) {
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  for (QWidget *widget : widgets)
    column->addWidget(widget);
  column->setStretch(column->count() - 1, 1);
}

void Panel::showMessage(const QString &title, const QString &hint) {
  m_message->setTexts(title, hint);
  m_pages->setCurrentWidget(m_message);
}

void Panel::showContent() {
  m_pages->setCurrentIndex(1);
}

bool Panel::showsContent() const {
  return m_pages->currentIndex() == 1;
}

void Panel::setModels(SelectionModel *selection, AreaModel *area) {
  if (m_selection != selection) {
    if (m_selection)
      m_selection->disconnect(this);
    m_selection = selection;
    if (selection)
      connect(selection, &SelectionModel::selectedSliceChanged, this,
              [this](SliceId slice) { followSelection(slice); });
  }
  if (m_area == area)
    return;
  if (m_area)
    m_area->disconnect(&m_delay);
  m_area = area;
  if (area)
    connect(area, &AreaModel::areaChanged, &m_delay, qOverload<>(&QTimer::start));
}

void Panel::choose(SliceId slice, bool isZoomed) {
  if (!slice.isValid() || !m_selection)
    return;
  m_selection->select(slice);
  if (isZoomed)
    Q_EMIT sliceZoomed(slice);
  else
    Q_EMIT sliceRevealed(slice);
}

void Panel::refresh(bool isAtOnce) {
  m_isStale = !isAtOnce && !isVisible();
  if (!m_isStale)
    compute();
}

void Panel::showEvent(QShowEvent *event) {
  QWidget::showEvent(event);
  if (m_isStale)
    refresh(true);
}

} // namespace pstudio
