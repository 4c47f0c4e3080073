// SPDX-License-Identifier: Apache-2.0
#include "app/window/message_drawer.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLayout>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "app/panels/log_panel.h"
#include "app/window/icon_set.h"
#include "app/window/message_list.h"

namespace pstudio {
namespace {

constexpr double kDrawerShare = 0.28;                // of the height of the window
constexpr int kLeastDrawer = 120, kMostDrawer = 280; // [pixels]

} // namespace

MessageDrawer::MessageDrawer(const QString &title, LogPanel &log, const IconSet &icons,
                             QWidget *window)
    : QToolBar(title, window), m_messages(new MessageList(icons)), m_log(&log),
      m_body(new QWidget) {
  setObjectName(QStringLiteral("messageDrawer"));
  setAccessibleName(title);
  setMovable(false);
  setContextMenuPolicy(Qt::PreventContextMenu);
  toggleViewAction()->setVisible(false); // Qt's menu of tool bars would bypass open() and close()
  auto *label = new QLabel(title);
  label->setProperty("role", QLatin1String("heading"));
  auto *close = new QToolButton;
  close->setObjectName(QStringLiteral("closeMessages"));
  close->setIcon(icons.icon(QStringLiteral("close"), ColorToken::TextMuted));
  close->setIconSize({12, 12});
  close->setProperty("quiet", true);
  close->setToolTip(tr("Close (Esc)"));
  close->setAccessibleName(tr("Close the messages"));
  connect(close, &QToolButton::clicked, this, &MessageDrawer::close);
  auto *head = new QHBoxLayout;
  head->setContentsMargins(12, 2, 4, 2);
  head->addWidget(label, 1);
  head->addWidget(close);
  auto *parts = new QHBoxLayout;
  parts->setContentsMargins(0, 0, 0, 0);
  parts->setSpacing(0);
  parts->addWidget(m_messages, 1);
  parts->addWidget(m_log, 1);
  auto *column = new QVBoxLayout(m_body);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addLayout(parts, 1);
  m_body->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  addWidget(m_body);
  layout()->setContentsMargins(0, 0, 0, 0); // those of the style are for bars of buttons
  auto *escape = new QShortcut(Qt::Key_Escape, m_body);
  escape->setContext(Qt::WidgetWithChildrenShortcut);
  connect(escape, &QShortcut::activated, this, &MessageDrawer::close);
  window->installEventFilter(this);
  hide();
}

void MessageDrawer::toggle() {
  if (isHidden())
    open();
  else
    close();
}

void MessageDrawer::open() {
  fitHeight();
  show();
  m_log->setFocus(Qt::ShortcutFocusReason);
  Q_EMIT opened();
}

void MessageDrawer::close() {
  hide();
  Q_EMIT closed();
}

void MessageDrawer::fitHeight() {
  const int share = static_cast<int>(parentWidget()->height() * kDrawerShare);
  m_body->setFixedHeight(std::clamp(share, kLeastDrawer, kMostDrawer));
}

bool MessageDrawer::eventFilter(QObject *watched, QEvent *event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize && !isHidden())
    fitHeight();
  return QToolBar::eventFilter(watched, event);
}

} // namespace pstudio
