// SPDX-License-Identifier: Apache-2.0
// The memory operations of the source as lines of a table.
#pragma once

#include <optional>
#include <vector>

#include "viewer/geometry/heat/heat_summary.h"
#include "viewer/widgets/sorted_table_model.h"

namespace pstudio {

/// An item is a row of memoryOperationRows(). [thread: gui]
class MemoryOperationModel : public SortedTableModel {
  Q_OBJECT

public:
  enum Column {
    Line,
    Operation,
    Accesses,
    Moved, ///< sectors or wavefronts per access
    Ideal,
    Efficiency,
    Excess,
    Pattern,
    Banks, ///< worst degree of a conflict
    ColumnCount
  };

  using SortedTableModel::SortedTableModel;

  void setRows(std::vector<MemoryOperationRow> rows);
  const MemoryOperationRow &rowAt(int line) const { return m_rows[itemAt(line)]; }
  /// -1 if the site has no line. O(lines).
  int lineOfSite(std::optional<uint16_t> site) const;

  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
  double keyOf(uint32_t item, int column) const override;
  QString csvHeading(int column) const override;
  std::optional<double> csvNumber(uint32_t item, int column) const override;

private:
  std::vector<MemoryOperationRow> m_rows;
  std::vector<double> m_operationRanks, m_patternRanks; ///< in the order of the words
  uint64_t m_mostExcess = 0;
};

} // namespace pstudio
