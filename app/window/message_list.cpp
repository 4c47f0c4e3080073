// SPDX-License-Identifier: Apache-2.0
// Messages about results and failures.
#include "app/window/message_list.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QStringList>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/settings/text.h"
#include "app/window/icon_set.h"

namespace pstudio {
namespace {

QLabel *makeText(const QString &text, const char *role, QWidget *parent) {
  auto *label = new QLabel(text, parent);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setWordWrap(true);
  label->setProperty("role", QLatin1String(role));
  return label;
}

QToolButton *makeButton(const char *name, const QIcon &icon, const QString &toolTip, QWidget *row) {
  auto *button = new QToolButton(row);
  button->setObjectName(QLatin1String(name));
  button->setIcon(icon);
  button->setToolTip(toolTip);
  button->setAccessibleName(toolTip);
  button->setAutoRaise(true);
  return button;
}

QWidget *makeTexts(const Message &message, QWidget *row) {
  auto *column = new QWidget(row);
  auto *texts = new QVBoxLayout(column);
  texts->setContentsMargins(0, 0, 0, 0);
  texts->setSpacing(2);
  texts->addWidget(makeText(message.what, "messageWhat", column));
  if (!message.where.isEmpty())
    texts->addWidget(makeText(message.where, "messageWhere", column));
  if (!message.hint.isEmpty())
    texts->addWidget(makeText(message.hint, "messageHint", column));
  return column;
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

QString Message::toLine() const {
  QStringList parts{what};
  for (const QString &part : {hint, where})
    if (!part.isEmpty())
      parts << part;
  return parts.join(QLatin1String(". ")).simplified();
}

const char *Message::severityName() const {
  return severity == Severity::Info ? "info" : severity == Severity::Warning ? "warning" : "error";
}

std::optional<SourcePlace> Message::sourcePlace() const {
  return topic == Topic::Run ? parseSourcePlace(toUtf8(where)) : std::nullopt;
}

MessageList::MessageList(const IconSet &icons, QWidget *parent)
    : QScrollArea(parent), m_icons(icons) {
  setObjectName(QStringLiteral("messageList"));
  setAccessibleName(tr("Messages"));
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setMinimumWidth(0);
  hide();
}

void MessageList::show(const Message &message) {
  while (messageCount() >= kMaxMessages)
    m_messages.removeLast();
  m_messages.prepend(message);
  rebuild();
}

void MessageList::dismiss(Message::Topic topic) {
  const auto isOver = [topic](const Message &message) { return message.topic == topic; };
  if (m_messages.removeIf(isOver) > 0)
    rebuild();
}

void MessageList::dismissNewest() {
  if (m_messages.isEmpty())
    return;
  m_messages.removeFirst();
  rebuild();
}

QString MessageList::newestText() const {
  return m_messages.isEmpty() ? QString() : m_messages.first().toText();
}

/// Makes all rows again: there are few, and they change rarely.
void MessageList::rebuild() {
  QWidget *old = takeWidget();
  auto *rows = new QWidget;
  rows->setObjectName(QStringLiteral("messageRows"));
  auto *column = new QVBoxLayout(rows);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  for (qsizetype at = 0; at < m_messages.size(); ++at)
    column->addWidget(makeRow(at));
  column->addStretch();
  setWidget(rows);
  if (old) { // perhaps by a button in it
    old->setParent(this);
    old->hide();
    old->deleteLater();
  }
  setVisible(!m_messages.isEmpty());
  Q_EMIT changed();
}

QWidget *MessageList::makeRow(qsizetype index) {
  const Message &message = m_messages[index];
  auto *row = new QFrame;
  row->setObjectName(QStringLiteral("message"));
  row->setProperty("severity", QLatin1String(message.severityName()));
  row->setAccessibleName(message.toText());
  auto *icon = new QLabel(row);
  icon->setPixmap(m_icons.statusPixmap(QLatin1String(message.severityName()), devicePixelRatioF()));
  QToolButton *copy =
      makeButton("copyMessage", m_icons.icon(QStringLiteral("copy")), tr("Copy the details"), row);
  connect(copy, &QToolButton::clicked, row,
          [text = message.toText()] { QApplication::clipboard()->setText(text); });
  QToolButton *close =
      makeButton("dismissMessage", m_icons.icon(QStringLiteral("close")), tr("Dismiss"), row);
  connect(close, &QToolButton::clicked, this, [this, index] {
    m_messages.removeAt(index);
    rebuild();
  });
  auto *layout = new QHBoxLayout(row);
  layout->setContentsMargins(12, 8, 8, 8);
  layout->setSpacing(8);
  layout->addWidget(icon, 0, Qt::AlignTop);
  layout->addWidget(makeTexts(message, row), 1);
  if (const auto place = message.sourcePlace()) {
    QToolButton *button = makePlaceButton(*place, row);
    connect(button, &QToolButton::clicked, this, [this, place] { Q_EMIT placeRequested(*place); });
    layout->addWidget(button, 0, Qt::AlignTop);
  }
  layout->addWidget(copy, 0, Qt::AlignTop);
  layout->addWidget(close, 0, Qt::AlignTop);
  return row;
}

QToolButton *makePlaceButton(const SourcePlace &place, QWidget *parent) {
  auto *button =
      makeButton("messagePlace", {}, MessageList::tr("Show this line in the panel Source"), parent);
  button->setText(toQString(shortPlace(place)));
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  button->setAccessibleName(MessageList::tr("Show %1 in the panel Source").arg(button->text()));
  return button;
}

} // namespace pstudio
