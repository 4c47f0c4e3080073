// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/source/code_table.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

#include "viewer/paint/window_font.h"
#include "viewer/widgets/source/code_delegate.h"

namespace pstudio {
namespace {

constexpr int kCodeLineHeight = 18; // [pixels]
constexpr size_t kFigureLetters = 7, kMinNumberLetters = 4, kMaxPlaceLetters = 16;
constexpr size_t kLongestShown = 4000; // bytes of a line that the width follows

} // namespace

CodeTable::CodeTable(const QString &name, const QString &accessibleName, QWidget *parent)
    : QTableView(parent), m_delegate(new CodeDelegate(this)) {
  setObjectName(name);
  setAccessibleName(accessibleName);
  setModel(&m_lines);
  setItemDelegate(m_delegate);
  setSelectionBehavior(SelectRows);
  setSelectionMode(ContiguousSelection);
  setFrameShape(NoFrame);
  setShowGrid(false);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setHorizontalScrollMode(ScrollPerPixel);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setMinimumSectionSize(kCodeLineHeight);
  setSectionLength(*verticalHeader(), kCodeLineHeight);
  horizontalHeader()->setHighlightSections(false);
  for (QAbstractButton *corner : findChildren<QAbstractButton *>()) {
    corner->setObjectName(name + QLatin1String("Corner"));
    corner->setAccessibleName(tr("Select all lines"));
  }
  connect(this, &QTableView::doubleClicked, this,
          [this](const QModelIndex &index) { Q_EMIT lineActivated(index.row()); });
}

void CodeTable::fitColumns() {
  const QFontMetricsF metrics(windowFont(FontRole::MonoSmall));
  const auto letters = [&](size_t count) {
    return static_cast<int>(
               std::ceil(metrics.horizontalAdvance(QLatin1Char('0')) * double(count))) +
           2 * CodeDelegate::kInset;
  };
  const auto width = [&](int column, size_t count) {
    return std::max(letters(count),
                    horizontalHeader()->sectionSizeHint(column) + CodeDelegate::kInset);
  };
  size_t longest = 0;
  for (const CodeLine &line : m_lines.lines())
    longest = std::max(longest, line.text.value_or("").size());
  const uint32_t last = m_lines.lines().empty() ? 0 : m_lines.lines().back().number;
  const int number = m_lines.numberColumn();
  for (int column = 0; column < number; ++column) {
    const bool isFigure = column < static_cast<int>(m_lines.columns().size());
    setColumnWidth(column,
                   width(column, isFigure ? kFigureLetters
                                          : std::min(m_lines.longestPlace(), kMaxPlaceLetters)));
  }
  setColumnWidth(number,
                 width(number, std::max<size_t>(std::to_string(last).size(), kMinNumberLetters)));
  int rest = viewport()->width();
  for (int column = 0; column <= number; ++column)
    rest -= columnWidth(column);
  setColumnWidth(m_lines.textColumn(), std::max(rest, letters(std::min(longest, kLongestShown))));
}

void CodeTable::setThemeKind(ThemeKind kind) {
  m_delegate->setTheme(Theme::of(kind));
  viewport()->update();
}

void CodeTable::revealRow(int row) {
  const int top = verticalScrollBar()->value();
  const int page = std::max(1, viewport()->height() / windowLength(kCodeLineHeight));
  if (row >= 0 && (row < top || row >= top + page))
    verticalScrollBar()->setValue(row - page / 3);
}

void CodeTable::showRow(int row) {
  if (row < 0) {
    clearSelection();
    setCurrentIndex({});
    return;
  }
  const int left = horizontalScrollBar()->value();
  selectRow(row);
  horizontalScrollBar()->setValue(left);
  revealRow(row);
}

int CodeTable::currentRow() const {
  return currentIndex().isValid() ? currentIndex().row() : -1;
}

int CodeTable::find(const QString &text, bool isForwards) {
  m_delegate->setFound(text);
  viewport()->update();
  const int count = m_lines.rowCount(), from = currentRow();
  for (int step = 1; step <= count && !text.isEmpty(); ++step) {
    const int row = ((from + (isForwards ? step : -step)) % count + count) % count;
    if (m_lines.textOf(row).contains(text, Qt::CaseInsensitive))
      return row;
  }
  return -1;
}

QString CodeTable::selectedText() const {
  QString text;
  for (const QModelIndex &index : selectionModel()->selectedRows())
    text += m_lines.textOf(index.row()) + QLatin1Char('\n');
  return text;
}

void CodeTable::keyPressEvent(QKeyEvent *event) {
  if (event->matches(QKeySequence::Copy)) {
    QApplication::clipboard()->setText(selectedText());
    return;
  }
  switch (event->key()) {
  case Qt::Key_N:
  case Qt::Key_P:
    Q_EMIT hottestRequested(event->key() == Qt::Key_N);
    return;
  case Qt::Key_Slash:
    Q_EMIT findRequested();
    return;
  case Qt::Key_Escape:
    Q_EMIT cleared();
    return;
  case Qt::Key_Return:
  case Qt::Key_Enter:
    if (currentRow() >= 0)
      Q_EMIT lineActivated(currentRow());
    return;
  case Qt::Key_Left:
  case Qt::Key_Right: { // the text, not the cell
    const int step = horizontalScrollBar()->singleStep() * 3;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() +
                                    (event->key() == Qt::Key_Right ? step : -step));
    return;
  }
  default:
    break;
  }
  const int before = currentRow();
  const int left = horizontalScrollBar()->value();
  QTableView::keyPressEvent(event);
  horizontalScrollBar()->setValue(left);
  if (currentRow() != before && currentRow() >= 0 &&
      !event->modifiers().testFlag(Qt::ShiftModifier))
    Q_EMIT lineChosen(currentRow());
}

void CodeTable::mouseReleaseEvent(QMouseEvent *event) {
  QTableView::mouseReleaseEvent(event);
  const QModelIndex index = indexAt(event->pos());
  const bool isOneLine = selectionModel()->selectedRows().size() == 1;
  if (event->button() == Qt::LeftButton && index.isValid() && isOneLine)
    Q_EMIT lineChosen(index.row());
}

} // namespace pstudio
