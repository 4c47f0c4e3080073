// SPDX-License-Identifier: Apache-2.0
#include "app/window/search_list.h"

#include <QApplication>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>

#include "app/window/search_bar.h"
#include "viewer/models/search_model.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/number_table.h"
#include "viewer/widgets/search/search_panel.h"

namespace pstudio {
namespace {

constexpr int kListWidth = 720, kListLines = 12, kListMargin = 16; // [pixels], lines
constexpr int kStatusMargin = 40; // [pixels] that stay free below the list

} // namespace

SearchList::SearchList(SearchPanel &list, SearchBar &bar, QWidget &window)
    : QFrame(&window), m_list(list), m_bar(bar) {
  setObjectName(QStringLiteral("searchList"));
  setAccessibleName(tr("Matches of the search"));
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 1, 1, 1); // the border
  layout->addWidget(&list);
  hide();
  window.installEventFilter(this);
  list.table().installEventFilter(this);
  connect(&bar, &SearchBar::typed, this, &SearchList::openForText);
  connect(&bar, &SearchBar::stepped, this, &QWidget::hide);
  connect(&bar, &SearchBar::left, this, &QWidget::hide);
  connect(&bar, &SearchBar::listRequested, this, &SearchList::enter);
  connect(&list.model(), &SearchModel::changed, this, [this] {
    if (isVisible())
      place();
  });
  connect(&list, &SearchPanel::hitActivated, this, [this] {
    hide();
    Q_EMIT chosen();
  });
  connect(qApp, &QApplication::focusChanged, this,
          [this](const QWidget *, const QWidget *now) { followFocus(now); });
}

void SearchList::openForText() {
  setVisible(m_bar.hasText());
  place();
}

/// As high as its lines, up to a dozen and the height of the window.
void SearchList::place() {
  const QWidget &window = *parentWidget();
  const int width =
      std::min(std::max(windowLength(kListWidth), m_bar.width()), window.width() - 2 * kListMargin);
  const QPoint below = m_bar.mapTo(parentWidget(), QPoint(0, m_bar.height() + 2));
  const int left = std::clamp(below.x() + (m_bar.width() - width) / 2, kListMargin,
                              window.width() - kListMargin - width);
  const int height = m_list.heightFor(kListLines) + 2;
  setGeometry(left, below.y(), width,
              std::min(height, std::max(window.height() - below.y() - kStatusMargin, 1)));
  raise();
}

void SearchList::enter() {
  show();
  place();
  NumberTable &table = m_list.table();
  if (!m_list.hasLines())
    return m_bar.enter();
  table.setFocus(Qt::ShortcutFocusReason);
  if (!table.currentIndex().isValid() || !m_list.model().current())
    m_list.chooseLine(0);
}

void SearchList::followFocus(const QWidget *now) {
  if (isVisible() && now && now != this && !isAncestorOf(now) && !m_bar.isAncestorOf(now) &&
      now->window() == window())
    hide();
}

bool SearchList::eventFilter(QObject *watched, QEvent *event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
    QMetaObject::invokeMethod(this, &SearchList::place, Qt::QueuedConnection);
  if (watched == &m_list.table() && event->type() == QEvent::KeyPress &&
      handleKey(static_cast<QKeyEvent *>(event)->key()))
    return true;
  return QFrame::eventFilter(watched, event);
}

bool SearchList::handleKey(int key) {
  const bool isFirst = m_list.table().currentIndex().row() <= 0;
  if (key != Qt::Key_Escape && !(key == Qt::Key_Up && isFirst))
    return false;
  m_bar.enter();
  return true;
}

} // namespace pstudio
