// SPDX-License-Identifier: Apache-2.0
// A table model that is made of declared columns.
#pragma once

#include <QString>

#include <algorithm>
#include <span>
#include <vector>

#include "viewer/widgets/sorted_table_model.h"

namespace pstudio {

/// A column whose cells are computed from an `Item`.
template <class Item> struct ItemColumn {
  const char *heading;           ///< QT_TR_NOOP() of the model
  int length;                    ///< SortedTableModel::columnLength()
  QString (*text)(const Item &); ///< in the cell
  /// Sort key, SortedTableModel::kUnknown for an unknown value; null: by alphabet.
  double (*key)(const Item &) = nullptr;
  const char *csv = nullptr;     ///< heading in CSV; null: the heading
  double csvUnit = 0;            ///< CSV has the key divided by this number; 0: the text
  const char *meaning = nullptr; ///< tool tip of the heading

  bool isNumber() const { return csvUnit != 0; }
};

/// Lines of items. Numbers are aligned to the right, words to the left. [thread: gui]
template <class Item> class ColumnModel : public SortedTableModel {
public:
  explicit ColumnModel(std::span<const ItemColumn<Item>> columns, QObject *parent = nullptr)
      : SortedTableModel(parent), m_columns(columns) {}

  int columnCount(const QModelIndex &parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
  }
  int columnLength(int column) const override { return columnAt(column).length; }
  QVariant data(const QModelIndex &index, int role) const override {
    if (!index.isValid() || index.row() >= rowCount())
      return {};
    const Item item = itemOf(itemAt(index.row()));
    if (role == Qt::DisplayRole)
      return columnAt(index.column()).text(item);
    return role == Qt::TextAlignmentRole ? alignment(index.column())
                                         : valueOf(item, index.column(), role);
  }
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
    const bool isColumn = orientation == Qt::Horizontal && section >= 0 && section < columnCount();
    if (isColumn && role == Qt::TextAlignmentRole)
      return alignment(section);
    if (isColumn && role == Qt::DisplayRole)
      return metaObject()->tr(columnAt(section).heading, nullptr);
    if (isColumn && role == Qt::ToolTipRole && columnAt(section).meaning)
      return metaObject()->tr(columnAt(section).meaning, nullptr);
    return SortedTableModel::headerData(section, orientation, role);
  }

protected:
  virtual Item itemOf(uint32_t item) const = 0;
  /// Other roles of a cell, such as the tool tip.
  virtual QVariant valueOf(const Item &, int /*column*/, int /*role*/) const { return {}; }

  /// Replaces all items by `count` ones; between beginResetModel() and endResetModel().
  void setItemCount(size_t count) {
    m_ranks.assign(m_columns.size(), {});
    m_count = count;
    SortedTableModel::setItemCount(count);
  }

  /// Words: O(items * log) for the first item after setItemCount().
  double keyOf(uint32_t item, int column) const override {
    if (const auto key = columnAt(column).key)
      return key(itemOf(item));
    std::vector<double> &ranks = m_ranks[static_cast<size_t>(column)];
    if (ranks.empty())
      ranks = ranksOf(column);
    return ranks[item];
  }
  QString csvHeading(int column) const override {
    const char *name = columnAt(column).csv;
    return name ? QLatin1String(name) : SortedTableModel::csvHeading(column);
  }
  std::optional<double> csvNumber(uint32_t item, int column) const override {
    const ItemColumn<Item> &at = columnAt(column);
    return at.isNumber() ? std::optional(keyOf(item, column) / at.csvUnit) : std::nullopt;
  }

private:
  const ItemColumn<Item> &columnAt(int column) const {
    return m_columns[static_cast<size_t>(column)];
  }
  QVariant alignment(int column) const {
    return QVariant::fromValue((columnAt(column).isNumber() ? Qt::AlignRight : Qt::AlignLeft) |
                               Qt::AlignVCenter);
  }
  /// The place of each item's text in the alphabet; equal for equal texts.
  std::vector<double> ranksOf(int column) const {
    std::vector<QString> texts(m_count);
    for (uint32_t item = 0; item < m_count; ++item)
      texts[item] = columnAt(column).text(itemOf(item));
    std::vector<QString> sorted = texts;
    std::ranges::sort(sorted);
    std::vector<double> ranks(m_count);
    for (uint32_t item = 0; item < m_count; ++item)
      ranks[item] =
          static_cast<double>(std::ranges::lower_bound(sorted, texts[item]) - sorted.begin());
    return ranks;
  }

  std::span<const ItemColumn<Item>> m_columns;
  size_t m_count = 0;
  mutable std::vector<std::vector<double>> m_ranks; ///< by column; empty: not made yet
};

} // namespace pstudio
