// SPDX-License-Identifier: Apache-2.0
// Items as lines of a table that sorts by itself.
#pragma once

#include <QAbstractTableModel>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace pstudio {

/// Sorts the items by one number of each, without a proxy model, which is too slow for a million
/// lines. [thread: gui]
class SortedTableModel : public QAbstractTableModel {
  Q_OBJECT

public:
  using QAbstractTableModel::QAbstractTableModel;

  /// Key of an unknown value: last in both orders.
  static constexpr double kUnknown = std::numeric_limits<double>::infinity();

  uint32_t itemAt(int line) const { return m_order[static_cast<size_t>(line)]; }
  /// -1 if there is no such item. O(lines).
  int lineOf(uint32_t item) const;

  int rowCount(const QModelIndex &parent = {}) const override;
  void sort(int column, Qt::SortOrder order) override;
  /// Width of a column in the usual size of texts [logical pixels]; 0: its table sets it.
  virtual int columnLength(int /*column*/) const { return 0; }

  /// All lines in the shown order with all columns (RFC 4180), numbers without separators and
  /// units. An unknown value is an empty field. O(cells).
  std::string csv() const { return csvHead() + csvLines(0, rowCount()); }
  /// Its first line, with the names of the columns.
  virtual std::string csvHead() const;
  /// Lines `begin` to `end` - 1 of the table. O(their cells).
  virtual std::string csvLines(int begin, int end) const;

protected:
  /// The name of a column in csv(), with its unit: "issue_ns". By default its heading.
  virtual QString csvHeading(int column) const;
  /// The number in a cell of csv(), kUnknown if it is not known; nullopt where the cell is a text,
  /// which is the default.
  virtual std::optional<double> csvNumber(uint32_t item, int column) const;
  /// Items 0 .. count - 1, in this order; between beginResetModel() and endResetModel().
  void setItemCount(size_t count);
  /// The sort key of an item. Items with equal keys stay in their order.
  virtual double keyOf(uint32_t item, int column) const = 0;

private:
  std::vector<uint32_t> m_order; ///< items, as they are listed
};

} // namespace pstudio
