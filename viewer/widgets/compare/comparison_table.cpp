// SPDX-License-Identifier: Apache-2.0
// The table of a comparison, regressions first.
#include "viewer/widgets/compare/comparison_table.h"

#include <QHeaderView>

#include "viewer/widgets/compare/scope_name_delegate.h"

namespace pstudio {

ComparisonTable::ComparisonTable(QWidget *parent)
    : NumberTable(QStringLiteral("comparisonTable"), tr("Comparison, regressions first"),
                  new ComparisonModel, parent),
      m_comparison(static_cast<ComparisonModel *>(model())) {
  m_comparison->setParent(this);
  auto *names = new ScopeNameDelegate(
      itemDelegate(), [this](const QModelIndex &index) { return m_comparison->freeNames(index); },
      this);
  setItemDelegateForColumn(ComparisonModel::Baseline, names);
  setItemDelegateForColumn(ComparisonModel::Candidate, names);
  setTextElideMode(Qt::ElideMiddle); // names of equal beginnings differ in their line numbers
  setEditTriggers(DoubleClicked | EditKeyPressed);
  horizontalHeader()->setStretchLastSection(true);
  horizontalHeader()->setSortIndicator(ComparisonModel::Verdict, Qt::AscendingOrder);
  setSortingEnabled(true);
  connect(this, &NumberTable::lineChosen, this,
          [this](int line) { Q_EMIT rowChosen(m_comparison->rowAt(line)); });
}

void ComparisonTable::setComparison(std::shared_ptr<const compare::TraceComparison> comparison) {
  const Quiet quiet(*this);
  const QModelIndex current = currentIndex();
  const std::string name =
      current.isValid() ? m_comparison->rowAt(current.row()).anySide().name : std::string();
  m_comparison->setComparison(std::move(comparison));
  sortAgain();
  for (int line = 0; !name.empty() && line < m_comparison->rowCount(); ++line)
    if (m_comparison->rowAt(line).anySide().name == name)
      return setCurrentLine(line);
}

void ComparisonTable::setFilter(const QString &text) {
  const Quiet quiet(*this);
  m_comparison->setFilter(text);
  sortAgain();
}

} // namespace pstudio
