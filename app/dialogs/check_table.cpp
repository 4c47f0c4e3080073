// SPDX-License-Identifier: Apache-2.0
// The result checks of a run as a table: output, reference, inputs, allowed error.
#include "app/dialogs/check_table.h"

#include "app/settings/text.h"
#include "app/dialogs/argument_text.h"

namespace pstudio {

CheckTable::CheckTable(QWidget *parent)
    : SpecTable(QStringLiteral("checks"), tr("Checks of the result"),
                {{tr("Output"), 120},
                 {tr("Reference or .npy file"), 168},
                 {tr("Inputs"), 140},
                 {tr("Largest allowed error")}},
                parent) {}

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
  editLastRow();
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
  item(row, OutputColumn)->setData(Qt::UserRole, QVariant::fromValue<qulonglong>(check.rows));
}

Result<ResultCheck> CheckTable::checkAt(int row) const {
  ResultCheck check;
  check.output = toUtf8(textAt(row, OutputColumn));
  if (const QTableWidgetItem *output = item(row, OutputColumn))
    check.rows = output->data(Qt::UserRole).toULongLong(); // has no column of its own
  check.reference = toUtf8(textAt(row, ReferenceColumn));
  if (textAt(row, ReferenceColumn).endsWith(QLatin1String(".npy"), Qt::CaseInsensitive)) {
    check.reference = "npy";
    check.npy = toPath(textAt(row, ReferenceColumn));
  }
  check.inputs = parseNames(textAt(row, InputsColumn));
  bool isNumber = false;
  check.maxError = textAt(row, MaxErrorColumn).toDouble(&isNumber);
  if (!isNumber)
    return fail(ErrorCode::InvalidInput,
                "cannot read \"" + toUtf8(textAt(row, MaxErrorColumn)) + "\" as a number",
                "checks[" + std::to_string(row) + "].max_error", "write a number such as 1e-4");
  return check;
}

} // namespace pstudio
