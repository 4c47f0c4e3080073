// SPDX-License-Identifier: Apache-2.0
// Tells what went wrong above the picture, without taking the picture away.
#include "app/window/message_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QStringList>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/application/text.h"
#include "app/window/icon_set.h"

namespace pstudio {
namespace {

constexpr char kTextProperty[] = "messageText";

QString iconName(Message::Severity severity) {
  switch (severity) {
  case Message::Severity::Info:
    return QStringLiteral("info");
  case Message::Severity::Warning:
    return QStringLiteral("warning");
  case Message::Severity::Error:
    break;
  }
  return QStringLiteral("error");
}

QLabel *makeText(const QString &text, const char *role, QWidget *parent) {
  auto *label = new QLabel(text, parent);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setWordWrap(true);
  label->setProperty("role", QLatin1String(role));
  return label;
}

} // namespace

Message Message::fromError(const QString &whatFailed, const Error &error) {
  Message message;
  message.what = whatFailed + QLatin1String(": ") + toQString(error.message);
  message.where = toQString(error.where);
  message.hint = toQString(error.hint);
  return message;
}

QString Message::toText() const {
  QStringList lines{what};
  for (const QString &line : {where, hint, details})
    if (!line.isEmpty())
      lines << line;
  return lines.join(QLatin1Char('\n'));
}

MessageBar::MessageBar(const IconSet &icons, QWidget *parent)
    : QFrame(parent), m_icons(icons), m_rows(new QVBoxLayout(this)) {
  setObjectName(QStringLiteral("messageBar"));
  setAccessibleName(tr("Messages"));
  m_rows->setContentsMargins(0, 0, 0, 0);
  m_rows->setSpacing(0);
  hide();
}

void MessageBar::show(const Message &message) {
  while (messageCount() >= kMaxMessages)
    dismiss(m_rows->itemAt(m_rows->count() - 1)->widget());
  m_rows->insertWidget(0, makeRow(message));
  setVisible(true);
}

void MessageBar::dismissAll() {
  while (messageCount() > 0)
    dismiss(m_rows->itemAt(0)->widget());
}

int MessageBar::messageCount() const {
  return m_rows->count();
}

QString MessageBar::newestText() const {
  return messageCount() == 0 ? QString()
                             : m_rows->itemAt(0)->widget()->property(kTextProperty).toString();
}

void MessageBar::dismiss(QWidget *row) {
  m_rows->removeWidget(row);
  row->hide();
  row->deleteLater();
  if (messageCount() == 0)
    hide();
}

QWidget *MessageBar::makeRow(const Message &message) {
  auto *row = new QFrame(this);
  row->setObjectName(QStringLiteral("message"));
  row->setProperty("severity", iconName(message.severity));
  row->setProperty(kTextProperty, message.toText());
  row->setAccessibleName(message.toText());

  auto *icon = new QLabel(row);
  icon->setPixmap(m_icons.statusPixmap(iconName(message.severity), devicePixelRatioF()));
  auto *texts = new QVBoxLayout;
  texts->setSpacing(2);
  texts->addWidget(makeText(message.what, "messageWhat", row));
  if (!message.where.isEmpty())
    texts->addWidget(makeText(message.where, "messageWhere", row));
  if (!message.hint.isEmpty())
    texts->addWidget(makeText(message.hint, "messageHint", row));

  auto *copy = new QToolButton(row);
  copy->setObjectName(QStringLiteral("copyMessage"));
  copy->setIcon(m_icons.icon(QStringLiteral("copy")));
  copy->setToolTip(tr("Copy the details"));
  copy->setAccessibleName(copy->toolTip());
  copy->setAutoRaise(true);
  connect(copy, &QToolButton::clicked, row,
          [text = message.toText()] { QApplication::clipboard()->setText(text); });
  auto *close = new QToolButton(row);
  close->setObjectName(QStringLiteral("dismissMessage"));
  close->setIcon(m_icons.icon(QStringLiteral("close")));
  close->setToolTip(tr("Dismiss"));
  close->setAccessibleName(close->toolTip());
  close->setAutoRaise(true);
  connect(close, &QToolButton::clicked, this, [this, row] { dismiss(row); });

  auto *layout = new QHBoxLayout(row);
  layout->setContentsMargins(12, 8, 8, 8);
  layout->setSpacing(8);
  layout->addWidget(icon, 0, Qt::AlignTop);
  layout->addLayout(texts, 1);
  layout->addWidget(copy, 0, Qt::AlignTop);
  layout->addWidget(close, 0, Qt::AlignTop);
  return row;
}

} // namespace pstudio
