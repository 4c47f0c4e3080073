// SPDX-License-Identifier: Apache-2.0
// The nodes of a call tree as lines of a tree table.
#pragma once

#include <QAbstractItemModel>

#include <memory>
#include <vector>

#include "viewer/geometry/calltree/tree_data.h"
#include "viewer/geometry/calltree/tree_filter.h"

namespace pstudio {

/// Column 0 is the name; the others are those of the data. Siblings are sorted at their first
/// access, so that a tree of a million nodes is shown at once. [thread: gui]
class CallTreeModel : public QAbstractItemModel {
  Q_OBJECT

public:
  /// Role of a name beside those of Qt: bool, whether the filter matches it.
  enum Role { IsMatch = Qt::UserRole + 1 };

  using QAbstractItemModel::QAbstractItemModel;

  /// Null: no lines. O(nodes).
  void setTree(std::shared_ptr<const TreeData> data);
  /// Shows only these nodes; null: all. O(nodes).
  void setMatches(std::shared_ptr<const TreeMatches> matches);
  calltree::NodeId nodeOf(const QModelIndex &index) const;
  /// Invalid if the node is not shown.
  QModelIndex indexOf(calltree::NodeId node) const;

  QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
  QModelIndex parent(const QModelIndex &index) const override;
  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  /// The nodes that are shown, depth first: level, name, values without unit.
  std::string csv() const;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

private:
  void listNodes();
  size_t listOf(calltree::NodeId node) const {
    return node == calltree::kNoNode ? 0 : size_t{node} + 1;
  }
  /// The children that are shown, in order.
  std::span<const calltree::NodeId> children(calltree::NodeId node) const;
  bool isBefore(calltree::NodeId left, calltree::NodeId right) const;
  QString nameOf(calltree::NodeId node) const;

  std::shared_ptr<const TreeData> m_data;
  std::shared_ptr<const TreeMatches> m_matches;
  int m_column = 1;
  Qt::SortOrder m_order = Qt::DescendingOrder;
  // Computed at the first access.
  mutable std::vector<calltree::NodeId> m_children;
  mutable std::vector<uint32_t> m_rows; ///< by node, among its siblings
  mutable std::vector<bool> m_isSorted; ///< by list
  std::vector<uint32_t> m_begins;       ///< by list: roots, then children of node 0, ...
};

} // namespace pstudio
