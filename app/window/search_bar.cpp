// SPDX-License-Identifier: Apache-2.0
#include "app/window/search_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

#include "app/settings/text.h"
#include "app/window/icon_set.h"
#include "app/window/window_style.h"
#include "core/base/number_text.h"
#include "viewer/models/search_model.h"
#include "viewer/widgets/panel_controls.h"

namespace pstudio {
namespace {

constexpr int kMinFieldWidth = 160, kBarWidth = 480; // [pixels]
constexpr int kStatusGap = 8;
constexpr int kClearButton = 22; // the room of the button that clears the field

QString positionText(const SearchModel &model) {
  const size_t count = model.result()->hits.size();
  if (count == 0)
    return SearchBar::tr("no match");
  if (!model.current())
    return toQString(countText(count, "match", "matches"));
  return SearchBar::tr("%1 of %2")
      .arg(toQString(countText(*model.current() + 1)), toQString(countText(count)));
}

} // namespace

void SearchField::setStatus(const QString &status, bool isProblem) {
  m_status = status;
  m_isProblem = isProblem;
  setAccessibleDescription(status);
  updateMargins();
  update();
}

/// At most half of the field: what is typed must stay readable.
QString SearchField::shownStatus() const {
  return fontMetrics().elidedText(m_status, Qt::ElideRight, width() / 2);
}

void SearchField::updateMargins() {
  const int room =
      m_status.isEmpty() ? 0 : fontMetrics().horizontalAdvance(shownStatus()) + kStatusGap;
  setTextMargins(0, 0, room, 0);
}

void SearchField::resizeEvent(QResizeEvent *event) {
  QLineEdit::resizeEvent(event);
  updateMargins();
}

void SearchField::paintEvent(QPaintEvent *event) {
  QLineEdit::paintEvent(event);
  if (m_status.isEmpty())
    return;
  QPainter painter(this);
  painter.setPen(
      shownTheme(palette()).color(m_isProblem ? ColorToken::Warning : ColorToken::TextMuted));
  painter.drawText(rect().adjusted(0, 0, -kClearButton - kStatusGap, 0),
                   Qt::AlignRight | Qt::AlignVCenter, shownStatus());
}

void SearchField::keyPressEvent(QKeyEvent *event) {
  const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (isEnter && (event->modifiers() & Qt::ShiftModifier) != 0)
    Q_EMIT previousRequested();
  else if (isEnter)
    Q_EMIT nextRequested();
  else if (event->key() == Qt::Key_Escape)
    Q_EMIT left();
  else if (event->key() == Qt::Key_Down)
    Q_EMIT listRequested();
  else
    QLineEdit::keyPressEvent(event);
}

SearchBar::SearchBar(SearchModel &model, const IconSet &icons, const QString &key, QWidget *parent)
    : QWidget(parent), m_model(model), m_icons(icons), m_field(new SearchField) {
  m_field->setObjectName(QStringLiteral("search"));
  m_field->setAccessibleName(tr("Search the trace"));
  m_field->setPlaceholderText(tr("Search the trace (%1)").arg(key));
  m_field->addAction(icons.icon(QStringLiteral("search"), ColorToken::TextMuted),
                     QLineEdit::LeadingPosition);
  m_field->setClearButtonEnabled(true);
  m_field->setMinimumWidth(kMinFieldWidth);
  m_regex = makeSwitch("searchRegex", QStringLiteral(".*"), tr("Regular expression"));
  auto *layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  layout->addWidget(m_field, 1);
  layout->addWidget(m_regex);
  m_previous = addStep("searchPrevious", QStringLiteral("chevron_up"), tr("Previous match"), -1);
  m_next = addStep("searchNext", QStringLiteral("chevron_down"), tr("Next match"), 1);

  connect(m_field, &QLineEdit::textChanged, this, &SearchBar::setQuery);
  connect(m_regex, &QToolButton::toggled, this, &SearchBar::setQuery);
  connect(m_field, &SearchField::nextRequested, this, [this] { step(1); });
  connect(m_field, &SearchField::previousRequested, this, [this] { step(-1); });
  connect(m_field, &QLineEdit::textEdited, this, &SearchBar::typed);
  connect(m_field, &SearchField::listRequested, this, &SearchBar::listRequested);
  connect(m_field, &SearchField::left, this, [this] {
    m_field->clear();
    Q_EMIT left();
  });
  connect(&m_model, &SearchModel::changed, this, &SearchBar::showState);
  connect(&m_model, &SearchModel::currentChanged, this, &SearchBar::showState);
  showState();
}

QToolButton *SearchBar::addStep(const char *name, const QString &icon, const QString &tip,
                                int direction) {
  auto *button = new QToolButton;
  button->setObjectName(QLatin1String(name));
  button->setAccessibleName(tip);
  button->setToolTip(tip);
  button->setIcon(m_icons.icon(icon));
  button->setProperty("quiet", true);
  connect(button, &QToolButton::clicked, this, [this, direction] { step(direction); });
  layout()->addWidget(button);
  return button;
}

void SearchBar::step(int direction) {
  m_model.step(direction);
  Q_EMIT stepped();
}

/// A wide window has this room, in a small one the field shrinks.
QSize SearchBar::sizeHint() const {
  return {kBarWidth, QWidget::sizeHint().height()};
}

void SearchBar::enter() {
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
}

void SearchBar::setText(const QString &text) {
  m_regex->setChecked(false);
  m_field->setText(text);
}

void SearchBar::toggleText(const QString &text) {
  const bool isThere = m_field->text() == text && !m_regex->isChecked();
  setText(isThere ? QString() : text);
}

void SearchBar::setQuery() {
  m_model.setQuery({toUtf8(m_field->text()), m_regex->isChecked()});
}

void SearchBar::showState() {
  const SearchModel::State state = m_model.state();
  const bool hasHits = m_model.result() && !m_model.result()->hits.empty();
  QString tip = tr("Names, arguments, tracks, source lines and buffers. The rest is dimmed. Enter: "
                   "next match. Shift+Enter: previous match. Down: list of matches. Esc: clear");
  setEnabled(state != SearchModel::State::NoTrace);
  if (state == SearchModel::State::Invalid) {
    tip = toQString(m_model.error().toString());
    m_field->setStatus(toQString(m_model.error().message), true);
  } else if (state == SearchModel::State::Searching) {
    m_field->setStatus(tr("searching"), false);
  } else if (state == SearchModel::State::Done) {
    m_field->setStatus(positionText(m_model), !hasHits);
  } else {
    m_field->setStatus({}, false);
  }
  m_field->setToolTip(tip);
  for (QToolButton *button : {m_previous, m_next})
    button->setEnabled(hasHits);
}

} // namespace pstudio
