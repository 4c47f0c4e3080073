// SPDX-License-Identifier: Apache-2.0
// The asynchronous operations of a launch as lines of a table.
#pragma once

#include <memory>
#include <optional>

#include "viewer/geometry/overlap_data.h"
#include "viewer/widgets/sorted_table_model.h"

namespace pstudio {

/// An item is an operation of the launch. [thread: gui]
class OperationModel : public SortedTableModel {
  Q_OBJECT

public:
  enum Column { Iteration, Stage, Cta, Warp, Issue, Exposed, Hidden, State, ColumnCount };

  using SortedTableModel::SortedTableModel;

  /// The operations of one channel of a launch. Null: no lines.
  void setChannel(std::shared_ptr<const OverlapData> data, uint32_t launch, uint32_t channel);
  OperationRef refAt(int row) const { return {m_launch, m_first + itemAt(row)}; }
  /// The line of an operation; -1 if it is not of this channel. O(lines).
  int lineOf(OperationRef ref) const;

  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
  double keyOf(uint32_t item, int column) const override;
  QString csvHeading(int column) const override;
  std::optional<double> csvNumber(uint32_t item, int column) const override;

private:
  const analysis::LaunchOverlap &launch() const { return m_data->launches()[m_launch]; }
  QString textOf(OperationRef ref, int column) const;
  /// Sums over the visits of an operation [ticks]; nothing if it is not measured.
  std::optional<double> exposedOf(const analysis::AsyncOperation &operation) const;
  std::optional<double> hiddenShareOf(const analysis::AsyncOperation &operation) const;

  std::shared_ptr<const OverlapData> m_data;
  uint32_t m_launch = 0;
  uint32_t m_first = 0; ///< operation of the launch that is item 0
};

/// The completion state of an operation, in a word or two.
QString completionText(analysis::Completion completion);

} // namespace pstudio
