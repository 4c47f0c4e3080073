// SPDX-License-Identifier: Apache-2.0
// The log messages of runs and loads, line by line.
#include "app/panels/log_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextOption>
#include <QTime>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace pstudio {

LogPanel::LogPanel(QWidget *parent)
    : QWidget(parent), m_filter(new QLineEdit), m_count(new QLabel), m_view(new QPlainTextEdit) {
  m_filter->setObjectName(QStringLiteral("logFilter"));
  m_filter->setAccessibleName(tr("Filter the log"));
  m_filter->setPlaceholderText(tr("Filter"));
  m_filter->setToolTip(tr("Show only lines that contain this text"));
  m_filter->setClearButtonEnabled(true);
  m_filter->setMaximumWidth(320);
  m_count->setObjectName(QStringLiteral("logCount"));
  m_count->setProperty("role", "muted");
  m_view->setObjectName(QStringLiteral("logText"));
  m_view->setAccessibleName(tr("Log"));
  m_view->setReadOnly(true);
  m_view->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_view->setMaximumBlockCount(kMaxLines);
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  m_view->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  m_view->setTabChangesFocus(true);
  m_view->setPlaceholderText(tr("Messages of runs and loaded files."));
  auto *bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 4);
  bar->setSpacing(8);
  bar->addWidget(m_filter, 1);
  bar->addWidget(m_count);
  bar->addStretch();
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(bar);
  layout->addWidget(m_view, 1);
  setFocusProxy(m_filter);
  connect(m_filter, &QLineEdit::textChanged, this, &LogPanel::rebuild);
}

/// A view without a height does not follow its last line.
void LogPanel::showEvent(QShowEvent *event) {
  QWidget::showEvent(event);
  QTimer::singleShot(0, m_view, [view = m_view] {
    view->verticalScrollBar()->setValue(view->verticalScrollBar()->maximum());
  });
}

QString LogPanel::Line::shown() const {
  return count == 1 ? text : LogPanel::tr("%1 (%2 times)").arg(text).arg(count);
}

QString LogPanel::toPlainText() const {
  return m_view->toPlainText();
}

bool LogPanel::isShown(const Line &line) const {
  return line.text.contains(m_filter->text(), Qt::CaseInsensitive);
}

void LogPanel::append(const QString &line) {
  if (!m_lines.isEmpty() && m_lines.last().message == line)
    return countRepetition();
  if (m_lines.size() == kMaxLines)
    m_lines.removeFirst();
  m_lines.append({QTime::currentTime().toString(QStringLiteral("HH:mm:ss  ")) + line, line});
  addToView(m_lines.last());
  showCount();
}

void LogPanel::addToView(const Line &line) {
  if (isShown(line)) // a line of the log stays one block, so that repetitions replace it
    m_view->appendPlainText(line.shown().replace(QLatin1Char('\n'), QChar::LineSeparator));
}

void LogPanel::countRepetition() {
  Line &last = m_lines.last();
  ++last.count;
  if (!isShown(last))
    return;
  QTextCursor cursor(m_view->document()->lastBlock());
  cursor.select(QTextCursor::BlockUnderCursor);
  cursor.removeSelectedText();
  addToView(last);
}

void LogPanel::rebuild() {
  m_view->clear();
  for (const Line &line : std::as_const(m_lines))
    addToView(line);
  showCount();
}

void LogPanel::showCount() {
  const auto shown = std::count_if(m_lines.begin(), m_lines.end(),
                                   [this](const Line &line) { return isShown(line); });
  m_count->setText(
      m_filter->text().isEmpty() ? QString() : tr("%1 of %2 lines").arg(shown).arg(m_lines.size()));
}

} // namespace pstudio
