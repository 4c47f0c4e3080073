// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/message_page.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace pstudio {

MessagePage::MessagePage(const QString &name, QWidget *parent)
    : QWidget(parent), m_title(new QLabel), m_hint(new QLabel), m_action(new QPushButton) {
  m_title->setObjectName(name + QLatin1String("Message"));
  m_hint->setObjectName(name + QLatin1String("Hint"));
  m_hint->setProperty("role", QLatin1String("muted"));
  auto *words = new QVBoxLayout(this);
  words->setSpacing(4);
  words->addStretch(1);
  for (QLabel *label : {m_title, m_hint}) {
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    words->addWidget(label);
  }
  m_action->setObjectName(name + QLatin1String("Action"));
  m_action->setAccessibleName(tr("Do what the message proposes"));
  m_action->hide();
  connect(m_action, &QPushButton::clicked, this, &MessagePage::actionRequested);
  words->addSpacing(4);
  words->addWidget(m_action, 0, Qt::AlignHCenter);
  words->addStretch(1);
}

void MessagePage::setTexts(const QString &title, const QString &hint) {
  m_title->setText(title);
  m_hint->setText(hint);
}

void MessagePage::setAction(const QString &text) {
  m_action->setText(text);
  if (!text.isEmpty())
    m_action->setAccessibleName(text);
  m_action->setVisible(!text.isEmpty());
}

} // namespace pstudio
