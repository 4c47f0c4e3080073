// SPDX-License-Identifier: Apache-2.0
// The field for a time or cycle to go to.
#include "viewer/widgets/timeline/time_input.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace pstudio {
namespace {
constexpr int kInputWidth = 380;
constexpr int kInputTop = 84; // below minimap and ruler
} // namespace

TimeInput::TimeInput(QWidget *parent)
    : QFrame(parent), m_text(new QLineEdit), m_problem(new QLabel) {
  setObjectName(QStringLiteral("timeInput"));
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  m_text->setObjectName(QStringLiteral("timeInputText"));
  m_text->setAccessibleName(tr("Go to a time or cycle"));
  m_text->setPlaceholderText(tr("Go to: 1.25 us, 2,500 cyc, +100 ns"));
  m_text->installEventFilter(this);
  m_problem->setObjectName(QStringLiteral("timeInputProblem"));
  m_problem->setWordWrap(true);
  m_problem->hide();
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(4);
  layout->addWidget(m_text);
  layout->addWidget(m_problem);
  connect(m_text, &QLineEdit::returnPressed, this, [this] { Q_EMIT entered(m_text->text()); });
  connect(m_text, &QLineEdit::textEdited, this, [this] {
    m_problem->hide();
    place();
  });
  hide();
}

void TimeInput::ask() {
  m_problem->hide();
  m_text->selectAll();
  place();
  show();
  raise();
  m_text->setFocus(Qt::ShortcutFocusReason);
}

void TimeInput::explain(const QString &problem, const QString &hint) {
  const QString text = hint.isEmpty() ? problem : tr("%1: %2").arg(problem, hint);
  m_problem->setText(text.left(1).toUpper() + text.mid(1));
  m_problem->show();
  m_text->selectAll();
  place();
}

void TimeInput::place() {
  const int width = std::min(kInputWidth, parentWidget()->width() - 16);
  layout()->activate();
  const int height =
      std::max(layout()->totalHeightForWidth(width), layout()->minimumSize().height());
  setGeometry((parentWidget()->width() - width) / 2, kInputTop, width, height);
}

bool TimeInput::eventFilter(QObject *watched, QEvent *event) {
  if (event->type() == QEvent::KeyPress &&
      static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
    hide();
    parentWidget()->setFocus();
    return true;
  }
  if (event->type() == QEvent::FocusOut &&
      static_cast<QFocusEvent *>(event)->reason() != Qt::PopupFocusReason &&
      static_cast<QFocusEvent *>(event)->reason() != Qt::ActiveWindowFocusReason)
    hide();
  return QFrame::eventFilter(watched, event);
}

} // namespace pstudio
