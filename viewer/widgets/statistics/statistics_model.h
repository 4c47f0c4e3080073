// SPDX-License-Identifier: Apache-2.0
// Statistics as lines of a table.
#pragma once

#include <memory>

#include "core/statistics/statistics_text.h"
#include "viewer/geometry/short_names.h"
#include "viewer/widgets/sorted_table_model.h"

namespace pstudio {

/// An item is a row of the statistics. [thread: gui]
class StatisticsModel : public SortedTableModel {
  Q_OBJECT

public:
  /// Columns by name: StatisticsModel::Total.
  using enum statistics::StatisticsColumnIndex;

  using SortedTableModel::SortedTableModel;

  /// Null: no lines.
  void setTable(std::shared_ptr<const Trace> trace,
                std::shared_ptr<const statistics::StatisticsTable> table);
  void setUnit(statistics::LengthUnit unit);
  const statistics::StatisticsRow &rowAt(int line) const { return m_table->rows[itemAt(line)]; }
  /// The line of a scope, by warp, CTA or SM of the first one; -1 if there is none. O(lines).
  int lineOfScope(const statistics::ScopeKey &scope) const;
  /// The rows in the order of the lines.
  statistics::StatisticsTable sortedTable() const;

  int columnCount(const QModelIndex &parent = {}) const override;
  int columnLength(int column) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
  double keyOf(uint32_t item, int column) const override;

private:
  table::Value valueOf(const statistics::StatisticsRow &row, int column) const;
  QString textOf(const statistics::StatisticsRow &row, int column) const;
  QString toolTipOf(const statistics::StatisticsRow &row, int column) const;

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const statistics::StatisticsTable> m_table;
  ShortNames m_names;
  std::vector<uint32_t> m_labelRanks; ///< of each item's label in the alphabet
  statistics::LengthUnit m_unit = statistics::LengthUnit::Nanoseconds;
};

} // namespace pstudio
