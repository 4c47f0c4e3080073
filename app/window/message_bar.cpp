// SPDX-License-Identifier: Apache-2.0
// Reports errors above the picture, without hiding the picture.
#include "app/window/message_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStringList>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/settings/text.h"
#include "app/window/icon_set.h"
#include "viewer/widgets/elided_label.h"

namespace pstudio {
namespace {

/// Largest height of the unfolded messages, as a share of the window's height.
constexpr double kLargestShare = 0.4;

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

QToolButton *makeButton(const char *name, const QIcon &icon, const QString &toolTip, QWidget *row) {
  auto *button = new QToolButton(row);
  button->setObjectName(QLatin1String(name));
  button->setIcon(icon);
  button->setToolTip(toolTip);
  button->setAccessibleName(toolTip);
  button->setAutoRaise(true);
  return button;
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
    : QFrame(parent), m_icons(icons), m_scroll(new QScrollArea) {
  setObjectName(QStringLiteral("messageBar"));
  setAccessibleName(tr("Messages"));
  m_scroll->setObjectName(QStringLiteral("messageScroll"));
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setMinimumWidth(0);
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_scroll);
  hide();
}

void MessageBar::show(const Message &message) {
  while (messageCount() >= kMaxMessages)
    m_messages.removeLast();
  m_messages.prepend(message);
  rebuild();
}

void MessageBar::dismiss(Message::Topic topic) {
  const auto isOver = [topic](const Message &message) { return message.topic == topic; };
  if (m_messages.removeIf(isOver) > 0)
    rebuild();
}

QString MessageBar::newestText() const {
  return m_messages.isEmpty() ? QString() : m_messages.first().toText();
}

void MessageBar::setUnfolded(bool isUnfolded) {
  m_isUnfolded = isUnfolded;
  rebuild();
}

/// Makes all rows again: there are few, and they change rarely.
void MessageBar::rebuild() {
  m_isUnfolded = m_isUnfolded && !m_messages.isEmpty();
  QWidget *old = m_scroll->takeWidget();
  m_rows = new QWidget;
  m_rows->setObjectName(QStringLiteral("messageRows"));
  auto *rows = new QVBoxLayout(m_rows);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  for (qsizetype at = 0;
       at < (m_isUnfolded ? m_messages.size() : std::min<qsizetype>(m_messages.size(), 1)); ++at)
    rows->addWidget(makeRow(at));
  m_scroll->setWidget(m_rows);
  if (old) { // perhaps by a button in it
    old->setParent(this);
    old->hide();
    old->deleteLater();
  }
  updateHeight();
  setVisible(!m_messages.isEmpty());
}

void MessageBar::updateHeight() {
  if (!m_rows)
    return;
  const QLayout *rows = m_rows->layout();
  const int wanted = rows->hasHeightForWidth() ? rows->totalHeightForWidth(width())
                                               : rows->totalSizeHint().height();
  const int most = static_cast<int>(kLargestShare * window()->height());
  m_scroll->setFixedHeight(m_isUnfolded ? std::min(wanted, most) : wanted);
}

void MessageBar::resizeEvent(QResizeEvent *event) {
  QFrame::resizeEvent(event);
  updateHeight();
}

QWidget *MessageBar::makeRow(qsizetype index) {
  const Message &message = m_messages[index];
  auto *row = new QFrame;
  row->setObjectName(QStringLiteral("message"));
  row->setProperty("severity", iconName(message.severity));
  row->setAccessibleName(message.toText());
  auto *icon = new QLabel(row);
  icon->setPixmap(m_icons.statusPixmap(iconName(message.severity), devicePixelRatioF()));

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
  layout->setContentsMargins(12, m_isUnfolded ? 8 : 4, 8, m_isUnfolded ? 8 : 4);
  layout->setSpacing(8);
  const Qt::Alignment place = m_isUnfolded ? Qt::AlignTop : Qt::AlignVCenter;
  layout->addWidget(icon, 0, place);
  layout->addWidget(m_isUnfolded ? makeTexts(message, row) : makeLine(message, row), 1);
  if (const auto source = parseSourcePlace(toUtf8(message.where));
      source && message.topic == Message::Topic::Run)
    layout->addWidget(makePlaceButton(*source, row), 0, place);
  if (index == 0)
    layout->addWidget(makeFoldButton(row), 0, place);
  layout->addWidget(copy, 0, place);
  layout->addWidget(close, 0, place);
  return row;
}

/// The button that unfolds the other messages and the rest of the newest one.
QToolButton *MessageBar::makeFoldButton(QWidget *row) {
  auto *button = makeButton("unfoldMessages", {}, tr("Show all messages in full"), row);
  const int others = messageCount() - 1;
  if (m_isUnfolded)
    button->setToolTip(tr("Show one line"));
  button->setText(m_isUnfolded ? tr("Less") : others > 0 ? tr("%1 more").arg(others) : tr("More"));
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  connect(button, &QToolButton::clicked, this, [this] { setUnfolded(!m_isUnfolded); });
  return button;
}

QToolButton *MessageBar::makePlaceButton(const SourcePlace &place, QWidget *row) {
  auto *button = makeButton("messagePlace", {}, tr("Show this line in the panel Source"), row);
  button->setText(toQString(shortPlace(place)));
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  button->setAccessibleName(tr("Show %1 in the panel Source").arg(button->text()));
  connect(button, &QToolButton::clicked, this, [this, place] { Q_EMIT placeRequested(place); });
  return button;
}

QWidget *MessageBar::makeLine(const Message &message, QWidget *row) const {
  QStringList parts{message.what};
  for (const QString &part : {message.hint, message.where})
    if (!part.isEmpty())
      parts << part;
  auto *line = new ElidedLabel(row);
  line->setFullText(parts.join(QLatin1String(". ")).simplified());
  line->setToolTip(message.toText());
  return line;
}

QWidget *MessageBar::makeTexts(const Message &message, QWidget *row) const {
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

} // namespace pstudio
