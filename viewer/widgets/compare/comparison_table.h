// SPDX-License-Identifier: Apache-2.0
// The table of a comparison, regressions first.
#pragma once

#include "viewer/widgets/compare/comparison_model.h"
#include "viewer/widgets/number_table.h"

namespace pstudio {

/// [thread: gui]
class ComparisonTable : public NumberTable {
  Q_OBJECT

public:
  explicit ComparisonTable(QWidget *parent = nullptr);

  ComparisonModel &comparison() { return *m_comparison; }
  /// Null: no lines. Keeps the current row if the new comparison has it, without choosing it.
  void setComparison(std::shared_ptr<const compare::TraceComparison> comparison);
  void setFilter(const QString &text);

Q_SIGNALS:
  void rowChosen(const pstudio::compare::ScopeComparison &row); ///< by the user

private:
  ComparisonModel *m_comparison;
};

} // namespace pstudio
