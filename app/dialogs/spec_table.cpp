// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/spec_table.h"

#include <QHeaderView>

namespace pstudio {
namespace {

constexpr int kRowHeight = 28;

} // namespace

SpecTable::SpecTable(const QString &objectName, const QString &accessibleName,
                     const QList<Heading> &headings, QWidget *parent)
    : QTableWidget(0, static_cast<int>(headings.size()), parent) {
  setObjectName(objectName);
  setAccessibleName(accessibleName);
  QStringList titles;
  for (const Heading &heading : headings)
    titles << heading.title;
  setHorizontalHeaderLabels(titles);
  for (int column = 0; column + 1 < columnCount(); ++column)
    setColumnWidth(column, headings[column].width);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(kRowHeight);
  setShowGrid(false);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setTabKeyNavigation(false);
  horizontalHeader()->setStretchLastSection(true);
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  horizontalHeader()->setHighlightSections(false);
}

void SpecTable::removeCurrentRow() {
  if (currentRow() >= 0)
    removeRow(currentRow());
}

QString SpecTable::textAt(int row, int column) const {
  const QTableWidgetItem *cell = item(row, column);
  return cell ? cell->text().trimmed() : QString();
}

void SpecTable::editLastRow() {
  setCurrentCell(rowCount() - 1, 0);
  editItem(item(rowCount() - 1, 0));
}

} // namespace pstudio
