// SPDX-License-Identifier: Apache-2.0
// The rows of a comparison as lines of a table, with the matching editable.
#pragma once

#include <QString>

#include <memory>
#include <vector>

#include "core/compare/side_figures.h"
#include "core/compare/trace_comparison.h"
#include "viewer/widgets/sorted_table_model.h"

namespace pstudio {

/// An item is a row of the comparison that the filter lets through. [thread: gui]
class ComparisonModel : public SortedTableModel {
  Q_OBJECT

public:
  enum Column {
    Verdict,
    Change,
    Baseline,  ///< name in the baseline; can be edited in rows of the candidate alone
    Candidate, ///< name in the candidate; can be edited in rows that the baseline has
    Match,
    Interval,
    Difference,
    MedianA, ///< the figures of compare::kSideFigures follow, of both sides, medians first
    MedianB,
    ColumnCount = MedianA + 2 * static_cast<int>(compare::kSideFigures.size())
  };

  using SortedTableModel::SortedTableModel;

  /// Null: no lines.
  void setComparison(std::shared_ptr<const compare::TraceComparison> comparison);
  /// Shows the rows of which a name or the verdict contains `text`, without regard to case.
  void setFilter(const QString &text);
  const compare::ScopeComparison &rowAt(int line) const { return row(itemAt(line)); }
  size_t filteredOut() const; ///< rows that the filter hides

  int columnCount(const QModelIndex &parent = {}) const override;
  int columnLength(int column) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  /// Announces matchRequested(); the comparison changes when the panel has made a new one.
  bool setData(const QModelIndex &index, const QVariant &value, int role) override;
  Qt::ItemFlags flags(const QModelIndex &index) const override;
  /// With the bounds of the interval and the unit of each row.
  std::string csvHead() const override;
  std::string csvLines(int begin, int end) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  /// Names that a cell can be changed to: scopes of the other side that have no partner.
  QStringList freeNames(const QModelIndex &index) const;

Q_SIGNALS:
  /// The user has typed a partner. One of the paths may be empty: the match is to be removed.
  void matchRequested(const QString &baseline, const QString &candidate);

protected:
  double keyOf(uint32_t item, int column) const override;

private:
  const compare::ScopeComparison &row(uint32_t item) const {
    return m_comparison->scopes[m_rows[item]];
  }
  bool isEditable(const compare::ScopeComparison &row, int column) const;
  void fill();
  void rankNames();
  QString textOf(const compare::ScopeComparison &row, int column) const;

  std::shared_ptr<const compare::TraceComparison> m_comparison;
  std::vector<uint32_t> m_rows;   ///< of the comparison, by item
  std::vector<double> m_ranks[2]; ///< of the names of baseline and candidate, by row
  QString m_filter;
};

} // namespace pstudio
