// SPDX-License-Identifier: Apache-2.0
// The asynchronous operations of a launch as lines of a table.
#pragma once

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <vector>

#include "viewer/geometry/overlap_data.h"

namespace pstudio {

/// Sorts by itself: a million lines are too many for a proxy. [thread: gui]
class OperationModel : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column { Group, Iteration, Stage, Cta, Warp, Issue, Exposed, Hidden, State, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  /// Null: no lines.
  void setLaunch(std::shared_ptr<const OverlapData> data, uint32_t launch);
  OperationRef refAt(int row) const { return {m_launch, m_order[static_cast<size_t>(row)]}; }
  /// The line of an operation; -1 if it is not of this launch. O(lines).
  int lineOf(OperationRef ref) const;

  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

private:
  const analysis::LaunchOverlap &launch() const { return m_data->launches()[m_launch]; }
  QString textOf(OperationRef ref, int column) const;
  /// What lines are compared by; unknown values come last.
  double keyOf(OperationRef ref, int column) const;
  /// Sums over the visits of an operation [ticks]; nothing if it is not measured.
  std::optional<double> exposedOf(const analysis::AsyncOperation &operation) const;
  std::optional<double> hiddenShareOf(const analysis::AsyncOperation &operation) const;

  std::shared_ptr<const OverlapData> m_data;
  uint32_t m_launch = 0;
  std::vector<uint32_t> m_order; ///< operations, as they are listed
};

/// What is known of how an operation ended, in a word or two.
QString completionText(analysis::Completion completion);

} // namespace pstudio
