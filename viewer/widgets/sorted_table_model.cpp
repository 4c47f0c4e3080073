// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/sorted_table_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/csv_text.h"
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"

namespace pstudio {

int SortedTableModel::lineOf(uint32_t item) const {
  const auto found = std::ranges::find(m_order, item);
  return found == m_order.end() ? -1 : static_cast<int>(found - m_order.begin());
}

int SortedTableModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

QString SortedTableModel::csvHeading(int column) const {
  return headerData(column, Qt::Horizontal).toString();
}

std::optional<double> SortedTableModel::csvNumber(uint32_t, int) const {
  return std::nullopt;
}

std::string SortedTableModel::csvHead() const {
  std::string text;
  for (int column = 0; column < columnCount(); ++column)
    text += (column > 0 ? "," : "") + csvField(csvHeading(column).toStdString());
  return text + "\r\n";
}

std::string SortedTableModel::csvLines(int begin, int end) const {
  std::string text;
  const int columns = columnCount();
  for (int line = begin; line < end; ++line) {
    for (int column = 0; column < columns; ++column) {
      if (column > 0)
        text += ',';
      if (const auto number = csvNumber(itemAt(line), column))
        text += csvNumberText(*number);
      else if (const QString cell = data(index(line, column)).toString();
               cell != toQString(kUnknownText))
        text += csvField(cell.toStdString());
    }
    text += "\r\n";
  }
  return text;
}

void SortedTableModel::setItemCount(size_t count) {
  m_order.assign(count, 0);
  std::iota(m_order.begin(), m_order.end(), 0u);
}

void SortedTableModel::sort(int column, Qt::SortOrder order) {
  Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
  const QModelIndexList before = persistentIndexList();
  std::vector<uint32_t> items;
  for (const QModelIndex &index : before)
    items.push_back(itemAt(index.row()));
  // Keys beside their items: a comparison that looks them up takes thrice as long for a million.
  std::vector<std::pair<double, uint32_t>> keyed(m_order.size());
  for (uint32_t item = 0; item < keyed.size(); ++item) {
    const double key = keyOf(item, column);
    keyed[item] = {!std::isfinite(key) ? kUnknown : order == Qt::AscendingOrder ? key : -key, item};
  }
  std::ranges::sort(keyed);
  std::ranges::transform(keyed, m_order.begin(), &std::pair<double, uint32_t>::second);
  QModelIndexList after;
  for (qsizetype i = 0; i < before.size(); ++i)
    after << index(lineOf(items[static_cast<size_t>(i)]), before[i].column());
  changePersistentIndexList(before, after);
  Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

} // namespace pstudio
