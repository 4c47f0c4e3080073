// SPDX-License-Identifier: Apache-2.0
#include "app/window/message_line.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "app/window/icon_set.h"
#include "app/window/message_list.h"
#include "viewer/widgets/elided_label.h"

namespace pstudio {
namespace {

constexpr int kMessageLineHeight = 18; // [pixels]

} // namespace

MessageLine::MessageLine(MessageList &messages, const IconSet &icons, QAction &open,
                         QWidget *parent)
    : QWidget(parent), m_messages(messages), m_icons(icons), m_open(open), m_icon(new QLabel),
      m_text(new ElidedLabel), m_place(new QHBoxLayout), m_dismiss(new QToolButton),
      m_button(new QToolButton) {
  setObjectName(QStringLiteral("messageLine"));
  m_text->setObjectName(QStringLiteral("newestMessage"));
  m_text->setTextFormat(Qt::PlainText);
  m_dismiss->setObjectName(QStringLiteral("dismissNewest"));
  m_dismiss->setIcon(icons.icon(QStringLiteral("close"), ColorToken::TextMuted));
  m_dismiss->setIconSize({10, 10});
  m_dismiss->setToolTip(tr("Dismiss"));
  m_dismiss->setAccessibleName(tr("Dismiss the newest message"));
  m_button->setObjectName(QStringLiteral("openMessages"));
  m_button->setCheckable(true);
  m_button->setToolTip(open.toolTip());
  m_button->setProperty("strip", true);
  m_dismiss->setProperty("quiet", true);
  for (QWidget *part : {static_cast<QWidget *>(m_icon), static_cast<QWidget *>(m_dismiss)}) {
    part->setFixedHeight(kMessageLineHeight);
    QSizePolicy policy = part->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // the bar keeps its height
    part->setSizePolicy(policy);
  }
  auto *layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 0, 0, 0);
  layout->setSpacing(6);
  layout->addWidget(m_icon);
  layout->addWidget(m_text, 1);
  layout->addLayout(m_place);
  layout->addWidget(m_dismiss);
  layout->addWidget(m_button);
  connect(&messages, &MessageList::changed, this, &MessageLine::showNewest);
  connect(m_dismiss, &QToolButton::clicked, &messages, &MessageList::dismissNewest);
  connect(m_button, &QToolButton::clicked, &open, &QAction::trigger);
  showNewest();
}

void MessageLine::setOpen(bool isOpen) {
  m_button->setChecked(isOpen);
}

QString MessageLine::text() const {
  return m_messages.newest() ? m_messages.newest()->toLine() : QString();
}

void MessageLine::showNewest() {
  const Message *newest = m_messages.newest();
  m_text->setFullText(text());
  m_text->setAccessibleName(newest ? tr("Newest message: %1").arg(text()) : tr("Newest message"));
  m_icon->setVisible(newest);
  m_dismiss->setVisible(newest);
  if (m_placeButton)
    m_placeButton->deleteLater();
  m_placeButton = nullptr;
  if (newest) {
    m_text->setToolTip(newest->toText());
    m_icon->setPixmap(
        m_icons.statusPixmap(QLatin1String(newest->severityName()), devicePixelRatioF()));
    if (const auto place = newest->sourcePlace()) {
      m_placeButton = makePlaceButton(*place, this);
      m_placeButton->setObjectName(QStringLiteral("newestPlace"));
      m_placeButton->setProperty("quiet", true);
      connect(m_placeButton, &QToolButton::clicked, &m_messages,
              [this, place] { Q_EMIT m_messages.placeRequested(*place); });
      m_place->addWidget(m_placeButton);
    }
  }
  const int count = m_messages.messageCount();
  m_button->setText(count == 0 ? m_open.text() : tr("%1 (%2)").arg(m_open.text()).arg(count));
  m_button->setAccessibleName(m_button->text());
}

} // namespace pstudio
