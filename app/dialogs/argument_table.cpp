// SPDX-License-Identifier: Apache-2.0
// The kernel's arguments as a table: name, kind, type, shape or value, initial values.
#include "app/dialogs/argument_table.h"

#include <QComboBox>

#include "app/application/text.h"
#include "app/dialogs/argument_text.h"

namespace pstudio {
namespace {

const QLatin1String kBuffer("buffer");
const QLatin1String kScalar("scalar");

QStringList dtypeChoices() {
  QStringList names;
  for (const DType type : kAllDTypes)
    names << toQString(dtypeName(type));
  return names;
}

/// The same failure, at a field of the specification.
template <class T> Result<T> at(Result<T> result, const QString &path) {
  if (!result)
    result.error().where = toUtf8(path);
  return result;
}

} // namespace

ArgumentTable::ArgumentTable(QWidget *parent)
    : SpecTable(QStringLiteral("arguments"), tr("Arguments of the kernel"),
                {{tr("Name"), 120},
                 {tr("Kind"), 88},
                 {tr("Type"), 80},
                 {tr("Shape / value"), 140},
                 {tr("Initial values")}},
                parent) {}

void ArgumentTable::setArguments(const std::vector<Argument> &arguments) {
  setRowCount(0);
  for (const Argument &argument : arguments)
    appendArgument(argument);
}

Result<std::vector<Argument>> ArgumentTable::arguments() const {
  std::vector<Argument> result;
  for (int row = 0; row < rowCount(); ++row) {
    PSTUDIO_TRY_ASSIGN(Argument argument, argumentAt(row));
    result.push_back(std::move(argument));
  }
  return result;
}

void ArgumentTable::addRow() {
  appendArgument(
      {"arg" + std::to_string(rowCount()), BufferArgument{DType::F32, {1}, ZerosInit{}}});
  editLastRow();
}

void ArgumentTable::appendArgument(const Argument &argument) {
  const int row = rowCount();
  insertRow(row);
  setItem(row, NameColumn, new QTableWidgetItem(toQString(argument.name)));
  const auto *buffer = std::get_if<BufferArgument>(&argument.value);
  const auto *scalar = std::get_if<ScalarArgument>(&argument.value);
  setChoice(row, KindColumn, {kBuffer, kScalar}, buffer ? kBuffer : kScalar);
  setChoice(row, TypeColumn, dtypeChoices(),
            toQString(dtypeName(buffer ? buffer->dtype : scalar->dtype)));
  setItem(row, ShapeColumn,
          new QTableWidgetItem(buffer ? formatShape(buffer->shape) : formatScalar(*scalar)));
  setItem(row, InitColumn, new QTableWidgetItem(buffer ? formatInit(buffer->init) : QString()));
  updateInitCell(row);
}

Result<Argument> ArgumentTable::argumentAt(int row) const {
  const QString path = QStringLiteral("arguments[%1]").arg(row);
  const DType dtype = *dtypeFromName(toUtf8(choiceAt(row, TypeColumn)));
  Argument argument;
  argument.name = toUtf8(textAt(row, NameColumn));
  if (choiceAt(row, KindColumn) == kScalar) {
    PSTUDIO_TRY_ASSIGN(argument.value, at(parseScalar(dtype, textAt(row, ShapeColumn)),
                                          path + QLatin1String(".scalar.value")));
    return argument;
  }
  BufferArgument buffer;
  buffer.dtype = dtype;
  PSTUDIO_TRY_ASSIGN(buffer.shape, at(parseShape(textAt(row, ShapeColumn)),
                                      path + QLatin1String(".buffer.shape")));
  PSTUDIO_TRY_ASSIGN(buffer.init,
                     at(parseInit(textAt(row, InitColumn)), path + QLatin1String(".buffer.init")));
  argument.value = std::move(buffer);
  return argument;
}

void ArgumentTable::setChoice(int row, Column column, const QStringList &choices,
                              const QString &current) {
  auto *combo = new QComboBox(this);
  combo->setObjectName(QStringLiteral("argumentChoice"));
  combo->setAccessibleName(column == KindColumn ? tr("Kind") : tr("Type"));
  combo->setFrame(false);
  combo->addItems(choices);
  combo->setCurrentText(current);
  setCellWidget(row, column, combo);
  if (column == KindColumn)
    connect(combo, &QComboBox::currentTextChanged, this, [this, combo] {
      for (int at = 0; at < rowCount(); ++at)
        if (cellWidget(at, KindColumn) == combo)
          updateInitCell(at);
    });
}

QString ArgumentTable::choiceAt(int row, Column column) const {
  return qobject_cast<QComboBox *>(cellWidget(row, column))->currentText();
}

void ArgumentTable::updateInitCell(int row) {
  QTableWidgetItem *init = item(row, InitColumn);
  if (!init)
    return;
  const bool isBuffer = choiceAt(row, KindColumn) == kBuffer;
  init->setFlags(isBuffer ? init->flags() | Qt::ItemIsEditable
                          : init->flags() & ~Qt::ItemIsEditable);
  if (isBuffer && init->text().isEmpty())
    init->setText(QStringLiteral("zeros"));
  if (!isBuffer)
    init->setText(QString());
  init->setToolTip(isBuffer
                       ? tr("zeros, iota, random(seed), random(seed, low, high) or a .npy file")
                       : tr("A scalar has a value instead"));
}

} // namespace pstudio
