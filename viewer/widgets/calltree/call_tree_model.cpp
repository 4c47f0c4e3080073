// SPDX-License-Identifier: Apache-2.0
// The nodes of a call tree as lines of a tree table.
#include "viewer/widgets/calltree/call_tree_model.h"

#include <algorithm>
#include <cmath>

#include "core/base/csv_text.h"
#include "viewer/paint/qt_text.h"

namespace pstudio {

using calltree::kNoNode;

namespace {

constexpr size_t kLongestName = 1024; // bytes of a name in a cell

/// The label with the unit of the values.
std::string csvHeadingOf(const TreeColumn &column) {
  switch (column.kind) {
  case TreeValue::Time:
    return column.label + " (ns)";
  case TreeValue::Bytes:
    return column.label + " (bytes)";
  case TreeValue::Percent:
    return column.label + " (%)";
  case TreeValue::Rate:
    return column.label + " (" + column.unit + ")";
  case TreeValue::Count:
  case TreeValue::Number:
    break;
  }
  return column.label;
}

} // namespace

void CallTreeModel::setTree(std::shared_ptr<const TreeData> data) {
  beginResetModel();
  m_data = std::move(data);
  m_matches.reset();
  listNodes();
  endResetModel();
}

void CallTreeModel::setMatches(std::shared_ptr<const TreeMatches> matches) {
  beginResetModel();
  m_matches = std::move(matches);
  listNodes();
  endResetModel();
}

void CallTreeModel::listNodes() {
  const size_t nodes = m_data ? m_data->tree.nodes().size() : 0;
  const auto isShown = [this](size_t node) { return !m_matches || m_matches->shown[node]; };
  const auto parentList = [this](size_t node) { return listOf(m_data->tree.nodes()[node].parent); };
  m_begins.assign(nodes + 2, 0);
  for (size_t i = 0; i < nodes; ++i)
    m_begins[parentList(i) + 1] += isShown(i);
  for (size_t i = 1; i < m_begins.size(); ++i)
    m_begins[i] += m_begins[i - 1];
  m_children.resize(m_begins.back());
  std::vector<uint32_t> next = m_begins;
  for (size_t i = 0; i < nodes; ++i)
    if (isShown(i))
      m_children[next[parentList(i)]++] = static_cast<calltree::NodeId>(i);
  m_rows.assign(nodes, 0);
  m_isSorted.assign(nodes + 1, false);
}

bool CallTreeModel::isBefore(calltree::NodeId left, calltree::NodeId right) const {
  const bool isAscending = m_order == Qt::AscendingOrder;
  if (m_column == 0) {
    const auto order = m_data->tree.name(left) <=> m_data->tree.name(right);
    return isAscending ? order < 0 : order > 0;
  }
  const std::vector<double> &values = m_data->columns[static_cast<size_t>(m_column) - 1].values;
  const bool isKnownLeft = !std::isnan(values[left]), isKnownRight = !std::isnan(values[right]);
  if (isKnownLeft != isKnownRight) // unknown ones last in either order
    return isKnownLeft;
  return isAscending ? values[left] < values[right] : values[right] < values[left];
}

std::span<const calltree::NodeId> CallTreeModel::children(calltree::NodeId node) const {
  const size_t list = listOf(node);
  const auto begin = m_children.begin() + m_begins[list],
             end = m_children.begin() + m_begins[list + 1];
  if (!m_isSorted[list]) {
    std::sort(begin, end);
    if (m_column <= static_cast<int>(m_data->columns.size()))
      std::stable_sort(begin, end,
                       [this](calltree::NodeId a, calltree::NodeId b) { return isBefore(a, b); });
    for (auto child = begin; child != end; ++child)
      m_rows[*child] = static_cast<uint32_t>(child - begin);
    m_isSorted[list] = true;
  }
  return {begin, end};
}

calltree::NodeId CallTreeModel::nodeOf(const QModelIndex &index) const {
  return index.isValid() ? static_cast<calltree::NodeId>(index.internalId()) : kNoNode;
}

QModelIndex CallTreeModel::indexOf(calltree::NodeId node) const {
  if (!m_data || node >= m_data->tree.nodes().size() || (m_matches && !m_matches->shown[node]))
    return {};
  children(m_data->tree.node(node).parent); // numbers the rows
  return createIndex(static_cast<int>(m_rows[node]), 0, quintptr{node});
}

QModelIndex CallTreeModel::index(int row, int column, const QModelIndex &parent) const {
  if (row < 0 || column < 0 || column >= columnCount(parent) || row >= rowCount(parent))
    return {};
  return createIndex(row, column, quintptr{children(nodeOf(parent))[static_cast<size_t>(row)]});
}

QModelIndex CallTreeModel::parent(const QModelIndex &index) const {
  return index.isValid() ? indexOf(m_data->tree.node(nodeOf(index)).parent) : QModelIndex();
}

int CallTreeModel::rowCount(const QModelIndex &parent) const {
  if (!m_data || parent.column() > 0)
    return 0;
  const size_t list = listOf(nodeOf(parent));
  return static_cast<int>(m_begins[list + 1] - m_begins[list]);
}

int CallTreeModel::columnCount(const QModelIndex &) const {
  return m_data ? static_cast<int>(m_data->columns.size()) + 1 : 1;
}

QString CallTreeModel::nameOf(calltree::NodeId node) const {
  const std::string_view name = m_data->tree.name(node);
  QString text = toQString(name.substr(0, kLongestName)).simplified();
  return name.size() > kLongestName ? text + QChar(0x2026) : text;
}

QVariant CallTreeModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || !m_data)
    return {};
  const calltree::NodeId node = nodeOf(index);
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight) |
                               Qt::AlignVCenter);
  if (role == IsMatch)
    return index.column() == 0 && m_matches && m_matches->matches[node];
  if (role == Qt::ToolTipRole && index.column() == 0)
    return nameOf(node);
  if (role != Qt::DisplayRole)
    return {};
  if (index.column() == 0)
    return nameOf(node);
  const TreeColumn &column = m_data->columns[static_cast<size_t>(index.column()) - 1];
  return toQString(treeValueText(column, column.values[node], m_data->isDifference));
}

QVariant CallTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
    return QAbstractItemModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
    return QAbstractItemModel::headerData(section, orientation, role);
  return section == 0 ? tr("Name")
                      : toQString(m_data->columns[static_cast<size_t>(section) - 1].label);
}

void CallTreeModel::sort(int column, Qt::SortOrder order) {
  if (column < 0 || (column == m_column && order == m_order))
    return;
  Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
  const QModelIndexList before = persistentIndexList();
  m_column = column;
  m_order = order;
  m_isSorted.assign(m_isSorted.size(), false);
  QModelIndexList after;
  for (const QModelIndex &index : before)
    after << indexOf(nodeOf(index)).siblingAtColumn(index.column());
  changePersistentIndexList(before, after);
  Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

std::string CallTreeModel::csv() const {
  if (!m_data)
    return {};
  std::string text = "level,name";
  for (const TreeColumn &column : m_data->columns)
    text += ',' + csvField(csvHeadingOf(column));
  text += "\r\n";
  // Deep trees: no recursion.
  std::vector<std::pair<calltree::NodeId, int>> open;
  const auto push = [&](calltree::NodeId parent, int level) {
    const auto below = children(parent);
    for (auto child = below.rbegin(); child != below.rend(); ++child)
      open.emplace_back(*child, level);
  };
  push(kNoNode, 0);
  while (!open.empty()) {
    const auto [node, level] = open.back();
    open.pop_back();
    text += std::to_string(level) + ',' + csvField(m_data->tree.name(node));
    for (const TreeColumn &column : m_data->columns)
      text += ',' + csvNumberText(column.values[node]);
    text += "\r\n";
    push(node, level + 1);
  }
  return text;
}

} // namespace pstudio
