// SPDX-License-Identifier: Apache-2.0
// Starts of kernels in the ranks of a merged trace, as lines of a table.
#pragma once

#include <memory>
#include <vector>

#include "core/statistics/rank_lateness.h"
#include "viewer/widgets/sorted_table_model.h"

namespace pstudio {

/// Rows that are valid as long as their trace. Immutable.
struct ShownRanks {
  std::shared_ptr<const Trace> trace;
  std::vector<statistics::RankStart> rows;
};

/// An item is a row; the columns are kRankColumns. Times are those of the trace. [thread: gui]
class RankModel : public SortedTableModel {
  Q_OBJECT

public:
  static constexpr int kColumns = static_cast<int>(std::size(statistics::kRankColumns));

  using SortedTableModel::SortedTableModel;

  void setRanks(std::shared_ptr<const ShownRanks> ranks); ///< null: no lines
  void showTimesAgain(); ///< after a change of the style of times; keeps the selection
  const statistics::RankStart &rowAt(int line) const { return m_ranks->rows[itemAt(line)]; }

  int columnCount(const QModelIndex &parent = {}) const override;
  int columnLength(int column) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
  double keyOf(uint32_t item, int column) const override;
  QString csvHeading(int column) const override;
  std::optional<double> csvNumber(uint32_t item, int column) const override;

private:
  table::Value valueAt(uint32_t item, int column) const;

  std::shared_ptr<const ShownRanks> m_ranks;
  std::vector<uint32_t> m_kernelPlaces; ///< of each item in the order of the alphabet, equal names
                                        ///< have one
};

} // namespace pstudio
