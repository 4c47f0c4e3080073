// SPDX-License-Identifier: Apache-2.0
// The result checks of a run as a table: output, reference, inputs, allowed error.
#include "app/dialogs/check_table.h"

#include <QHeaderView>

#include "app/application/text.h"
#include "app/dialogs/argument_text.h"

namespace pstudio {

CheckTable::CheckTable(QWidget *parent) : QTableWidget(0, ColumnCount, parent) {
  setObjectName(QStringLiteral("checks"));
  setAccessibleName(tr("Checks of the result"));
  setHorizontalHeaderLabels(
      {tr("Output"), tr("Reference or .npy file"), tr("Inputs"), tr("Largest allowed error")});
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(28);
  setShowGrid(false);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setTabKeyNavigation(false);
  setColumnWidth(OutputColumn, 120);
  setColumnWidth(ReferenceColumn, 168);
  setColumnWidth(InputsColumn, 140);
  horizontalHeader()->setStretchLastSection(true);
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  horizontalHeader()->setHighlightSections(false);
}

void CheckTable::setChecks(const std::vector<ResultCheck> &checks) {
  setRowCount(0);
  for (const ResultCheck &check : checks)
    appendCheck(check);
}

Result<std::vector<ResultCheck>> CheckTable::checks() const {
  std::vector<ResultCheck> result;
  for (int row = 0; row < rowCount(); ++row) {
    PSTUDIO_TRY_ASSIGN(ResultCheck check, checkAt(row));
    result.push_back(std::move(check));
  }
  return result;
}

void CheckTable::addRow() {
  appendCheck({});
  setCurrentCell(rowCount() - 1, OutputColumn);
  editItem(item(rowCount() - 1, OutputColumn));
}

void CheckTable::removeCurrentRow() {
  if (currentRow() >= 0)
    removeRow(currentRow());
}

void CheckTable::appendCheck(const ResultCheck &check) {
  const int row = rowCount();
  insertRow(row);
  setItem(row, OutputColumn, new QTableWidgetItem(toQString(check.output)));
  setItem(row, ReferenceColumn,
          new QTableWidgetItem(check.npy.empty() ? toQString(check.reference)
                                                 : pathToQString(check.npy)));
  setItem(row, InputsColumn, new QTableWidgetItem(formatNames(check.inputs)));
  setItem(row, MaxErrorColumn, new QTableWidgetItem(QString::number(check.maxError)));
}

Result<ResultCheck> CheckTable::checkAt(int row) const {
  const auto text = [&](Column column) {
    const QTableWidgetItem *cell = item(row, column);
    return cell ? cell->text().trimmed() : QString();
  };
  ResultCheck check;
  check.output = toUtf8(text(OutputColumn));
  check.reference = toUtf8(text(ReferenceColumn));
  if (text(ReferenceColumn).endsWith(QLatin1String(".npy"), Qt::CaseInsensitive)) {
    check.reference = "npy";
    check.npy = toPath(text(ReferenceColumn));
  }
  check.inputs = parseNames(text(InputsColumn));
  bool isNumber = false;
  check.maxError = text(MaxErrorColumn).toDouble(&isNumber);
  if (!isNumber)
    return fail(ErrorCode::InvalidInput,
                "cannot read \"" + toUtf8(text(MaxErrorColumn)) + "\" as a number",
                "checks[" + std::to_string(row) + "].max_error", "write a number such as 1e-4");
  return check;
}

} // namespace pstudio
