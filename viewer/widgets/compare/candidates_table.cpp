// SPDX-License-Identifier: Apache-2.0
// The table of several comparisons with one baseline, regressions first.
#include "viewer/widgets/compare/candidates_table.h"

#include <QHeaderView>

#include <array>

#include "viewer/widgets/compare/scope_name_delegate.h"

namespace pstudio {
namespace {

constexpr std::array<int, CandidatesModel::FirstGroup> kFirstWidths = {112, 168, 88};
constexpr std::array<int, CandidatesModel::PartCount> kGroupWidths = {176, 88, 120, 168};

} // namespace

CandidatesTable::CandidatesTable(QWidget *parent)
    : NumberTable(QStringLiteral("candidatesTable"), tr("Several candidates, regressions first"),
                  new CandidatesModel, parent),
      m_candidates(static_cast<CandidatesModel *>(model())) {
  m_candidates->setParent(this);
  m_names = new ScopeNameDelegate(
      itemDelegate(), [this](const QModelIndex &index) { return m_candidates->freeNames(index); },
      this);
  setTextElideMode(Qt::ElideMiddle); // names of equal beginnings differ in their line numbers
  setEditTriggers(DoubleClicked | EditKeyPressed);
  horizontalHeader()->setSortIndicator(CandidatesModel::Verdict, Qt::AscendingOrder);
  setSortingEnabled(true);
  connect(this, &NumberTable::lineChosen, this,
          [this](int line) { Q_EMIT rowChosen(m_candidates->rowAt(line)); });
}

/// Widths and editors of the columns, which follow the number of candidates.
void CandidatesTable::shapeColumns() {
  const size_t count = m_candidates->candidateCount();
  if (count == m_shapedFor)
    return;
  m_shapedFor = count;
  for (int column = 0; column < CandidatesModel::FirstGroup; ++column)
    setColumnLength(column, kFirstWidths[static_cast<size_t>(column)]);
  for (int column = CandidatesModel::FirstGroup; column < m_candidates->columnCount(); ++column) {
    const CandidatesModel::Part part = m_candidates->placeOf(column).part;
    setColumnLength(column, kGroupWidths[static_cast<size_t>(part)]);
    setItemDelegateForColumn(column, part == CandidatesModel::Name ? m_names : nullptr);
  }
  // A column that is gone must not decide the order.
  if (horizontalHeader()->sortIndicatorSection() >= m_candidates->columnCount())
    horizontalHeader()->setSortIndicator(CandidatesModel::Verdict, Qt::AscendingOrder);
}

void CandidatesTable::setComparisons(std::shared_ptr<const Comparisons> comparisons) {
  const Quiet quiet(*this);
  const QModelIndex current = currentIndex();
  const std::string name =
      current.isValid() ? m_candidates->rowAt(current.row()).any->anySide().name : std::string();
  m_candidates->setComparisons(std::move(comparisons));
  shapeColumns();
  sortAgain();
  for (int line = 0; !name.empty() && line < m_candidates->rowCount(); ++line)
    if (m_candidates->rowAt(line).any->anySide().name == name)
      return setCurrentLine(line);
}

void CandidatesTable::setFilter(const QString &text) {
  const Quiet quiet(*this);
  m_candidates->setFilter(text);
  sortAgain();
}

} // namespace pstudio
