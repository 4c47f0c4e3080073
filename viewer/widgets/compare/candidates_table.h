// SPDX-License-Identifier: Apache-2.0
// The table of several comparisons with one baseline, regressions first.
#pragma once

#include "viewer/widgets/compare/candidates_model.h"
#include "viewer/widgets/number_table.h"

namespace pstudio {

class ScopeNameDelegate;

/// [thread: gui]
class CandidatesTable : public NumberTable {
  Q_OBJECT

public:
  explicit CandidatesTable(QWidget *parent = nullptr);

  CandidatesModel &candidates() { return *m_candidates; }
  /// Null: no lines. Keeps the current row if the new comparisons have it, without choosing it.
  void setComparisons(std::shared_ptr<const Comparisons> comparisons);
  void setFilter(const QString &text);

Q_SIGNALS:
  void rowChosen(const pstudio::compare::OverviewRow &row); ///< by the user

private:
  void shapeColumns();

  CandidatesModel *m_candidates;
  ScopeNameDelegate *m_names;
  size_t m_shapedFor = 0; ///< candidates that the columns are made for
};

} // namespace pstudio
