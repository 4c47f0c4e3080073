// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/message_page.h"

#include <QLabel>
#include <QVBoxLayout>

namespace pstudio {

MessagePage::MessagePage(const QString &name, QWidget *parent)
    : QWidget(parent), m_title(new QLabel), m_hint(new QLabel) {
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
  words->addStretch(1);
}

void MessagePage::setTexts(const QString &title, const QString &hint) {
  m_title->setText(title);
  m_hint->setText(hint);
}

} // namespace pstudio
