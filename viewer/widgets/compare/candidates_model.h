// SPDX-License-Identifier: Apache-2.0
// Several comparisons with one baseline as lines of a table, with a group of columns for each.
#pragma once

#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

#include "core/compare/comparison_overview.h"
#include "viewer/widgets/compare/compare_job.h"
#include "viewer/widgets/sorted_table_model.h"

namespace pstudio {

/// An item is a row of the overview that the filter lets through. [thread: gui]
class CandidatesModel : public SortedTableModel {
  Q_OBJECT

public:
  /// Columns before those of the candidates.
  enum Column { Verdict, Scope, MedianA, FirstGroup };
  /// Columns of each candidate. The figures of a candidate are side by side; the names of all are
  /// the last columns.
  enum Part {
    Change, ///< of the median, with the verdict
    Median,
    Interval, ///< of 95 %
    Name,     ///< of the scope in this candidate; can be edited in rows that the baseline has
    PartCount
  };
  /// A column of a candidate.
  struct Place {
    size_t candidate = 0;
    Part part = Change;
  };

  using SortedTableModel::SortedTableModel;

  int columnOf(size_t candidate, Part part) const;
  /// column >= FirstGroup.
  Place placeOf(int column) const;

  /// Null: no lines.
  void setComparisons(std::shared_ptr<const Comparisons> comparisons);
  /// Shows the rows of which a name or a verdict contains `text`, without regard to case.
  void setFilter(const QString &text);
  size_t candidateCount() const { return m_comparisons ? m_comparisons->size() : 0; }
  const compare::OverviewRow &rowAt(int line) const { return row(itemAt(line)); }
  size_t filteredOut() const { return m_all.size() - m_rows.size(); }

  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  /// Announces matchRequested(); the comparison changes when the panel has made a new one.
  bool setData(const QModelIndex &index, const QVariant &value, int role) override;
  Qt::ItemFlags flags(const QModelIndex &index) const override;
  /// With the bounds of the intervals and the unit of each row; changes are ratios of medians.
  std::string csvHead() const override;
  std::string csvLines(int begin, int end) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  /// Names that a cell can be changed to: scopes of the candidate that have no partner.
  QStringList freeNames(const QModelIndex &index) const;

Q_SIGNALS:
  /// The user has typed the partner of a scope of the baseline; empty: the match is to be removed.
  void matchRequested(int candidate, const QString &baseline, const QString &name);

protected:
  double keyOf(uint32_t item, int column) const override;

private:
  const compare::OverviewRow &row(uint32_t item) const { return m_all[m_rows[item]]; }
  /// Of a column of a candidate; null if the candidate's comparison does not have the row.
  const compare::ScopeComparison *cellOf(const compare::OverviewRow &row, int column) const;
  bool isEditable(const compare::OverviewRow &row, int column) const;
  bool matchesFilter(const compare::OverviewRow &row) const;
  void fill();
  void rankNames();
  QString textOf(const compare::OverviewRow &row, int column) const;
  QString worstText(const compare::OverviewRow &row) const;
  QString toolTipOf(const compare::OverviewRow &row, int column) const;

  std::shared_ptr<const Comparisons> m_comparisons;
  std::vector<compare::OverviewRow> m_all;
  std::vector<uint32_t> m_rows; ///< of m_all, by item
  /// Numbers to sort the names by: of the baseline, then of each candidate; by row of m_all.
  std::vector<std::vector<double>> m_ranks;
  QString m_filter;
};

} // namespace pstudio
