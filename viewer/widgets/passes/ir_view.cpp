// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/passes/ir_view.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

#include "viewer/paint/qt_text.h"
#include "viewer/widgets/passes/ir_painter.h"

namespace pstudio {
namespace {

constexpr int kContextLines = 3;
constexpr int kOverviewWidth = 6; // where in the whole text something differs

} // namespace

IrView::IrView(QWidget *parent) : QAbstractScrollArea(parent) {
  setObjectName(QStringLiteral("irView"));
  setAccessibleName(tr("IR before and after the pass"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setCursor(Qt::IBeamCursor);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(),
          qOverload<>(&QWidget::update));
}

void IrView::setDiff(std::shared_ptr<const IrDiff> diff, IrLanguage language) {
  m_diff = std::move(diff);
  m_language = language;
  m_longestLine = 0;
  m_linkedBefore.clear();
  m_linkedAfter.clear();
  if (m_diff)
    for (const auto *lines : {&m_diff->before(), &m_diff->after()})
      for (const std::string_view line : *lines)
        m_longestLine = std::max(m_longestLine, line.size());
  layOut();
}

void IrView::layOut() {
  m_rows = m_diff ? m_diff->rows(m_options) : std::vector<IrRow>();
  m_current = m_anchor = 0;
  updateScrollBars();
  horizontalScrollBar()->setValue(0);
  verticalScrollBar()->setValue(0);
  if (!m_rows.empty() && !isDifferent(m_rows.front()))
    goToDifference(true);
  viewport()->update();
}

void IrView::setSideBySide(bool isSideBySide) {
  m_options.isSideBySide = isSideBySide;
  layOut();
}

void IrView::setOnlyDifferences(bool isOn) {
  m_options.context = isOn ? kContextLines : -1;
  layOut();
}

void IrView::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  viewport()->update();
}

void IrView::setMarked(const QString &text) {
  m_marked = text;
  viewport()->update();
}

void IrView::setLinked(std::vector<bool> before, std::vector<bool> after, bool isRevealed) {
  m_linkedBefore = std::move(before);
  m_linkedAfter = std::move(after);
  viewport()->update();
  const auto linked = [this](const IrRow &row) {
    return isLinked(row, Side::Left) || isLinked(row, Side::Right);
  };
  const int top = verticalScrollBar()->value(), page = pageRows();
  const auto first = m_rows.begin() + std::min<std::ptrdiff_t>(top, std::ssize(m_rows));
  const auto last = m_rows.begin() + std::min<std::ptrdiff_t>(top + page, std::ssize(m_rows));
  if (!isRevealed || std::any_of(first, last, linked))
    return;
  if (const auto row = std::ranges::find_if(m_rows, linked); row != m_rows.end())
    verticalScrollBar()->setValue(static_cast<int>(row - m_rows.begin()) - page / 3);
}

bool IrView::isLinked(const IrRow &row, Side side) const {
  const uint32_t number = side == Side::Left ? row.left : row.right;
  const std::vector<bool> &linked = side == Side::Left ? m_linkedBefore : m_linkedAfter;
  return row.hiddenLines == 0 && number < linked.size() && linked[number];
}

bool IrView::isDifferent(const IrRow &row) const {
  const auto differs = [](IrLineState state) {
    return state == IrLineState::Removed || state == IrLineState::Added;
  };
  return row.hiddenLines == 0 && (differs(row.leftState) || differs(row.rightState));
}

bool IrView::goToDifference(bool forwards) {
  const int count = static_cast<int>(m_rows.size()), step = forwards ? 1 : -1;
  const auto differs = [this](int row) { return isDifferent(m_rows[static_cast<size_t>(row)]); };
  int row = m_current;
  while (row >= 0 && row < count && differs(row)) // out of the one that is current
    row += step;
  while (row >= 0 && row < count && !differs(row))
    row += step;
  if (row < 0 || row >= count)
    return false;
  while (!forwards && row > 0 && differs(row - 1))
    --row;
  setCurrent(row, false);
  const int page = pageRows(); // a third from the top, so that what leads to it is seen too
  verticalScrollBar()->setValue(row - page / 3);
  return true;
}

bool IrView::find(const QString &text, bool forwards) {
  m_found = text;
  viewport()->update();
  const int count = static_cast<int>(m_rows.size());
  for (int step = 1; step <= count && !text.isEmpty(); ++step) {
    const int row = ((m_current + (forwards ? step : -step)) % count + count) % count;
    if (!contains(m_rows[static_cast<size_t>(row)], text))
      continue;
    setCurrent(row, false);
    return true;
  }
  return false;
}

std::optional<std::string_view> IrView::lineOf(const IrRow &row, Side side) const {
  const uint32_t number = side == Side::Left ? row.left : row.right;
  if (row.hiddenLines > 0 || number == IrRow::kNoLine)
    return std::nullopt;
  return side == Side::Left ? m_diff->before()[number] : m_diff->after()[number];
}

bool IrView::contains(const IrRow &row, const QString &text) const {
  const std::string wanted = text.toStdString();
  for (const Side side : {Side::Left, Side::Right})
    if (const auto line = lineOf(row, side); line && line->find(wanted) != line->npos)
      return true;
  return false;
}

QString IrView::selectedText() const {
  QString text;
  const auto [first, last] = std::minmax(m_current, m_anchor);
  for (int at = first; at <= last && at < static_cast<int>(m_rows.size()); ++at) {
    const IrRow &row = m_rows[static_cast<size_t>(at)];
    // A line that both texts have is copied as it is after the pass.
    const auto right = lineOf(row, Side::Right), left = lineOf(row, Side::Left);
    if (left && (!right || row.leftState == IrLineState::Removed))
      text += toQString(*left) + QLatin1Char('\n');
    if (right)
      text += toQString(*right) + QLatin1Char('\n');
  }
  return text;
}

void IrView::copySelection() const {
  QApplication::clipboard()->setText(selectedText());
}

int IrView::pageRows() const {
  return std::max(1, viewport()->height() / IrPainter::rowHeight());
}

void IrView::updateScrollBars() {
  const int page = pageRows();
  verticalScrollBar()->setPageStep(page);
  verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(m_rows.size()) - page));
  if (!m_diff)
    return;
  const IrPainter painter(*m_diff, m_language, Theme::of(m_theme));
  const int columns = m_options.isSideBySide ? 2 : 1;
  const int room = (viewport()->width() - kOverviewWidth) / columns -
                   painter.gutterWidth(m_options.isSideBySide);
  horizontalScrollBar()->setPageStep(std::max(1, room));
  horizontalScrollBar()->setSingleStep(24);
  horizontalScrollBar()->setRange(0, std::max(0, painter.textWidth(m_longestLine + 1) - room));
}

void IrView::resizeEvent(QResizeEvent *) {
  updateScrollBars();
}

void IrView::setCurrent(int row, bool extends) {
  m_current = std::clamp(row, 0, std::max(0, static_cast<int>(m_rows.size()) - 1));
  if (!extends)
    m_anchor = m_current;
  const int top = verticalScrollBar()->value(), page = pageRows();
  if (m_current < top)
    verticalScrollBar()->setValue(m_current);
  else if (m_current >= top + page)
    verticalScrollBar()->setValue(m_current - page + 1);
  viewport()->update();
}

void IrView::keyPressEvent(QKeyEvent *event) {
  const bool extends = event->modifiers().testFlag(Qt::ShiftModifier);
  if (event->matches(QKeySequence::Copy)) {
    copySelection();
    return;
  }
  if (event->matches(QKeySequence::SelectAll)) {
    m_anchor = 0;
    setCurrent(static_cast<int>(m_rows.size()) - 1, true);
    return;
  }
  switch (event->key()) {
  case Qt::Key_N:
  case Qt::Key_P:
    goToDifference(event->key() == Qt::Key_N);
    return;
  case Qt::Key_Return:
  case Qt::Key_Enter:
    if (m_current < static_cast<int>(m_rows.size()))
      Q_EMIT rowChosen(m_rows[static_cast<size_t>(m_current)]);
    return;
  case Qt::Key_Slash:
    Q_EMIT findRequested();
    return;
  case Qt::Key_Up:
  case Qt::Key_Down:
    setCurrent(m_current + (event->key() == Qt::Key_Down ? 1 : -1), extends);
    return;
  case Qt::Key_PageUp:
  case Qt::Key_PageDown:
    setCurrent(m_current + (event->key() == Qt::Key_PageDown ? pageRows() : -pageRows()), extends);
    return;
  case Qt::Key_Home:
  case Qt::Key_End:
    setCurrent(event->key() == Qt::Key_End ? static_cast<int>(m_rows.size()) - 1 : 0, extends);
    return;
  default:
    QAbstractScrollArea::keyPressEvent(event);
  }
}

int IrView::rowAt(const QPoint &at) const {
  return verticalScrollBar()->value() + at.y() / IrPainter::rowHeight();
}

void IrView::mousePressEvent(QMouseEvent *event) {
  const int row = rowAt(event->pos());
  if (event->button() != Qt::LeftButton || row < 0 || row >= static_cast<int>(m_rows.size()))
    return;
  if (m_rows[static_cast<size_t>(row)].hiddenLines > 0) {
    Q_EMIT showAllRequested();
    return;
  }
  setCurrent(row, event->modifiers().testFlag(Qt::ShiftModifier));
}

/// A click, not the end of a selection.
void IrView::mouseReleaseEvent(QMouseEvent *event) {
  const int row = rowAt(event->pos());
  if (event->button() == Qt::LeftButton && row == m_current && m_current == m_anchor &&
      row < static_cast<int>(m_rows.size()) && m_rows[static_cast<size_t>(row)].hiddenLines == 0)
    Q_EMIT rowChosen(m_rows[static_cast<size_t>(row)]);
}

void IrView::mouseMoveEvent(QMouseEvent *event) {
  if (event->buttons().testFlag(Qt::LeftButton))
    setCurrent(rowAt(event->pos()), true);
}

void IrView::paintEvent(QPaintEvent *) {
  QPainter painter(viewport());
  const Theme &theme = Theme::of(m_theme);
  painter.fillRect(viewport()->rect(), theme.color(ColorToken::Canvas));
  if (!m_diff)
    return;
  const IrPainter lines(*m_diff, m_language, theme);
  const int top = verticalScrollBar()->value(), height = IrPainter::rowHeight();
  const int count = static_cast<int>(m_rows.size());
  const int last = std::min(count, top + pageRows() + 1);
  const auto [firstSelected, lastSelected] = std::minmax(m_current, m_anchor);
  IrRowLook look;
  look.found = m_found;
  look.marked = m_marked;
  look.hasFocus = hasFocus();
  for (int at = top; at < last; ++at) {
    look.isCurrent = at == m_current;
    look.isLeftLinked = isLinked(m_rows[static_cast<size_t>(at)], Side::Left);
    look.isRightLinked = isLinked(m_rows[static_cast<size_t>(at)], Side::Right);
    look.isSelected = m_current != m_anchor && at >= firstSelected && at <= lastSelected;
    const QRect box(0, (at - top) * height, viewport()->width() - kOverviewWidth, height);
    lines.draw(painter, box, horizontalScrollBar()->value(), m_options.isSideBySide,
               m_rows[static_cast<size_t>(at)], look);
  }
  const QRect strip(viewport()->width() - kOverviewWidth, 0, kOverviewWidth, viewport()->height());
  painter.fillRect(strip, theme.color(ColorToken::Panel));
  for (int at = 0; at < count; ++at) {
    const IrRow &row = m_rows[static_cast<size_t>(at)];
    if (!isDifferent(row))
      continue;
    const bool isRemoved = row.right == IrRow::kNoLine;
    painter.fillRect(
        strip.left() + 1, static_cast<int>(int64_t{at} * strip.height() / std::max(count, 1)),
        kOverviewWidth - 2, 2, theme.color(isRemoved ? ColorToken::Warning : ColorToken::Good));
  }
}

} // namespace pstudio
