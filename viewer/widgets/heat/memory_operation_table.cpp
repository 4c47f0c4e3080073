// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/heat/memory_operation_table.h"

#include <QHeaderView>

#include <algorithm>
#include <array>

#include "viewer/paint/window_font.h"

namespace pstudio {
namespace {

constexpr std::array<int, MemoryOperationModel::ColumnCount> kColumnWidths = {50, 104, 78,  108, 52,
                                                                              96, 120, 148, 60};
constexpr int kMaxForPattern = 100; // beyond that
/// Columns in the order in which they are hidden if the table is narrow; tool tips contain their
/// values.
constexpr std::array kMinImportant = {
    MemoryOperationModel::Pattern,   MemoryOperationModel::Banks, MemoryOperationModel::Ideal,
    MemoryOperationModel::Accesses,  MemoryOperationModel::Line,  MemoryOperationModel::Moved,
    MemoryOperationModel::Efficiency};

} // namespace

MemoryOperationTable::MemoryOperationTable(QWidget *parent)
    : NumberTable(QStringLiteral("memoryOperationTable"), tr("Memory operations"),
                  new MemoryOperationModel, parent),
      m_sites(static_cast<MemoryOperationModel *>(model())) {
  m_sites->setParent(this);
  for (int column = 0; column < MemoryOperationModel::ColumnCount; ++column)
    setColumnLength(column, kColumnWidths[static_cast<size_t>(column)]);
  horizontalHeader()->setSectionResizeMode(MemoryOperationModel::Operation, QHeaderView::Stretch);
  horizontalHeader()->setMinimumSectionSize(40);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  horizontalHeader()->setSortIndicator(MemoryOperationModel::Excess, Qt::DescendingOrder);
  setSortingEnabled(true);
  connect(this, &NumberTable::lineChosen, this,
          [this](int line) { Q_EMIT siteChosen(m_sites->rowAt(line).site); });
  connect(this, &QTableView::activated, this, [this](const QModelIndex &index) {
    Q_EMIT siteActivated(m_sites->rowAt(index.row()).site);
  });
}

void MemoryOperationTable::setRows(std::vector<MemoryOperationRow> rows) {
  const Quiet quiet(*this);
  m_sites->setRows(std::move(rows));
  sortAgain();
}

void MemoryOperationTable::setCurrent(std::optional<uint16_t> site) {
  setCurrentLine(m_sites->lineOfSite(site));
}

void MemoryOperationTable::resizeEvent(QResizeEvent *event) {
  NumberTable::resizeEvent(event);
  int needed = 0;
  for (const int width : kColumnWidths)
    needed += windowLength(width);
  for (const MemoryOperationModel::Column column : kMinImportant) {
    const bool isTooMuch = needed > viewport()->width();
    setColumnHidden(column, isTooMuch);
    setColumnLength(column, kColumnWidths[column]); // another one was set while it was hidden
    needed -= isTooMuch ? windowLength(kColumnWidths[column]) : 0;
  }
  // The column of patterns contains texts, so it gets a part of the remaining width.
  const int left = std::max(0, viewport()->width() - needed);
  setColumnWidth(MemoryOperationModel::Pattern,
                 windowLength(kColumnWidths[MemoryOperationModel::Pattern]) +
                     std::min(kMaxForPattern, left * 3 / 10));
}

int MemoryOperationTable::heightOf(int most) const {
  const int lines = std::clamp(m_sites->rowCount(), 1, most);
  return horizontalHeader()->sizeHint().height() + lines * verticalHeader()->defaultSectionSize() +
         2 * frameWidth();
}

} // namespace pstudio
