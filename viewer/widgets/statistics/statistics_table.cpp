// SPDX-License-Identifier: Apache-2.0
// Statistics as a table with one current row.
#include "viewer/widgets/statistics/statistics_table.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

#include "viewer/paint/shown_text.h"
#include "viewer/paint/window_font.h"

namespace pstudio {
namespace {

constexpr int kMaxMeasured = 2000; // lines, by the order that the table has
constexpr int kCellMargins = 20;   // [px]
constexpr int kMaxNameWidth = 200; // [px]: the first numbers stay in sight beside it

} // namespace

StatisticsTableView::StatisticsTableView(QWidget *parent)
    : NumberTable(QStringLiteral("statisticsTable"), tr("Statistics of scopes"),
                  new StatisticsModel, parent),
      m_rows(static_cast<StatisticsModel *>(model())) {
  m_rows->setParent(this);
  setTextElideMode(Qt::ElideMiddle); // names of equal beginnings differ in their line numbers
  horizontalHeader()->setSortIndicator(StatisticsModel::Total, Qt::DescendingOrder);
  setSortingEnabled(true);
}

void StatisticsTableView::setTable(std::shared_ptr<const Trace> trace,
                                   std::shared_ptr<const statistics::StatisticsTable> table) {
  const Quiet quiet(*this);
  const auto has = [&table](auto wanted) {
    return table && std::ranges::any_of(table->rows, wanted);
  };
  using statistics::StatisticsRow;
  setColumnHidden(StatisticsModel::Kind, !has([&trace](const StatisticsRow &row) {
                    return row.content == statistics::RowContent::Scope &&
                           !statistics::scopeKindText(*trace, row.scope).empty();
                  }));
  setColumnHidden(StatisticsModel::Cut,
                  !has([](const StatisticsRow &row) { return row.cutCount > 0; }));
  setColumnHidden(StatisticsModel::Open,
                  !has([](const StatisticsRow &row) { return row.openCount > 0; }));
  m_rows->setTable(std::move(trace), std::move(table));
  sortAgain();
  fitColumns();
}

/// A number that is cut would read as another one.
void StatisticsTableView::fitColumns() {
  const QFontMetrics metrics(windowFont(FontRole::Body));
  const int lines = std::min(m_rows->rowCount(), kMaxMeasured);
  for (int column = StatisticsModel::Count; column < StatisticsModel::ColumnCount; ++column) {
    int width = windowLength(m_rows->columnLength(column));
    for (int line = 0; line < lines; ++line)
      width = std::max(width, kCellMargins + metrics.horizontalAdvance(
                                                 m_rows->index(line, column).data().toString()));
    setColumnWidth(column, width);
  }
  int nameWidth = windowLength(m_rows->columnLength(StatisticsModel::Label));
  for (int line = 0; line < lines; ++line)
    nameWidth = std::max(nameWidth,
                         kCellMargins +
                             metrics.horizontalAdvance(shownText(
                                 m_rows->index(line, StatisticsModel::Label).data().toString())));
  setColumnWidth(StatisticsModel::Label, std::min(nameWidth, windowLength(kMaxNameWidth)));
}

void StatisticsTableView::setUnit(statistics::LengthUnit unit) {
  m_rows->setUnit(unit);
  sortAgain();
  fitColumns();
}

void StatisticsTableView::keyPressEvent(QKeyEvent *event) {
  if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid())
    Q_EMIT rowActivated(currentIndex().row());
  else
    NumberTable::keyPressEvent(event);
}

void StatisticsTableView::mouseDoubleClickEvent(QMouseEvent *event) {
  const QModelIndex index = indexAt(event->pos());
  if (index.isValid() && event->button() == Qt::LeftButton)
    Q_EMIT rowActivated(index.row());
}

} // namespace pstudio
