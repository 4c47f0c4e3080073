// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/argument_table.h"

#include <QComboBox>

#include "app/settings/text.h"
#include "app/dialogs/argument_text.h"
#include "app/dialogs/tensor_map_text.h"

namespace pstudio {
namespace {

const QLatin1String kBuffer("buffer");
const QLatin1String kScalar("scalar");
const QLatin1String kTensorMap("tensor map");
const QLatin1String kOtherBuffer("no argument");

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

Result<BufferArgument> readBuffer(DType dtype, const QString &shape, const QString &init,
                                  const QString &path) {
  BufferArgument buffer;
  buffer.dtype = dtype;
  PSTUDIO_TRY_ASSIGN(buffer.shape, at(parseShape(shape), path + QLatin1String(".shape")));
  PSTUDIO_TRY_ASSIGN(buffer.init, at(parseInit(init), path + QLatin1String(".init")));
  return buffer;
}

Result<TensorMapArgument> readTensorMap(const QString &box, const QString &text,
                                        const QString &path) {
  PSTUDIO_TRY_ASSIGN(TensorMapArgument map, at(parseTensorMapText(text), path));
  PSTUDIO_TRY_ASSIGN(map.box, at(parseShape(box), path + QLatin1String(".box")));
  return map;
}

} // namespace

ArgumentTable::ArgumentTable(QWidget *parent)
    : SpecTable(QStringLiteral("arguments"), tr("Arguments of the kernel"),
                {{tr("Name"), 104},
                 {tr("Kind"), 136},
                 {tr("Type"), 80},
                 {tr("Shape / box / value"), 152},
                 {tr("Initial values / map of")}},
                parent) {}

void ArgumentTable::setArguments(const std::vector<Argument> &arguments,
                                 const std::vector<NamedBuffer> &buffers) {
  setRowCount(0);
  for (const Argument &argument : arguments)
    appendArgument(argument);
  for (const auto &[name, buffer] : buffers)
    appendRow({toQString(name), kOtherBuffer, buffer.dtype, formatShape(buffer.shape),
               formatInit(buffer.init)});
}

Result<std::vector<Argument>> ArgumentTable::arguments() const {
  std::vector<Argument> result;
  for (int row = 0; row < rowCount(); ++row) {
    if (!isArgument(row))
      continue;
    const Row cells = rowAt(row);
    const QString path = QStringLiteral("arguments[%1]").arg(result.size());
    Argument &argument = result.emplace_back();
    argument.name = toUtf8(cells.name);
    if (cells.kind == kScalar) {
      PSTUDIO_TRY_ASSIGN(argument.value, at(parseScalar(cells.dtype, cells.shape),
                                            path + QLatin1String(".scalar.value")));
    } else if (cells.kind == kTensorMap) {
      PSTUDIO_TRY_ASSIGN(argument.value, readTensorMap(cells.shape, cells.init,
                                                       path + QLatin1String(".tensor_map")));
    } else {
      PSTUDIO_TRY_ASSIGN(argument.value, readBuffer(cells.dtype, cells.shape, cells.init,
                                                    path + QLatin1String(".buffer")));
    }
  }
  return result;
}

Result<std::vector<NamedBuffer>> ArgumentTable::buffers() const {
  std::vector<NamedBuffer> result;
  for (int row = 0; row < rowCount(); ++row) {
    if (isArgument(row))
      continue;
    const Row cells = rowAt(row);
    const QString path = QStringLiteral("buffers[%1]").arg(result.size());
    NamedBuffer &buffer = result.emplace_back();
    buffer.name = toUtf8(cells.name);
    PSTUDIO_TRY_ASSIGN(buffer.buffer, readBuffer(cells.dtype, cells.shape, cells.init, path));
  }
  return result;
}

void ArgumentTable::addRow() {
  appendArgument(
      {"arg" + std::to_string(rowCount()), BufferArgument{DType::F32, {1}, ZerosInit{}}});
  editLastRow();
}

void ArgumentTable::appendArgument(const Argument &argument) {
  const QString name = toQString(argument.name);
  if (const auto *buffer = std::get_if<BufferArgument>(&argument.value))
    return appendRow(
        {name, kBuffer, buffer->dtype, formatShape(buffer->shape), formatInit(buffer->init)});
  if (const auto *map = std::get_if<TensorMapArgument>(&argument.value))
    return appendRow({name, kTensorMap, DType::F32, formatShape(map->box), formatTensorMap(*map)});
  const auto &scalar = std::get<ScalarArgument>(argument.value);
  appendRow({name, kScalar, scalar.dtype, formatScalar(scalar), QString()});
}

void ArgumentTable::appendRow(const Row &cells) {
  const int row = rowCount();
  insertRow(row);
  setItem(row, NameColumn, new QTableWidgetItem(cells.name));
  setChoice(row, KindColumn, {kBuffer, kScalar, kTensorMap, kOtherBuffer}, cells.kind);
  setChoice(row, TypeColumn, dtypeChoices(), toQString(dtypeName(cells.dtype)));
  setItem(row, ShapeColumn, new QTableWidgetItem(cells.shape));
  setItem(row, InitColumn, new QTableWidgetItem(cells.init));
  updateCells(row);
}

ArgumentTable::Row ArgumentTable::rowAt(int row) const {
  return {textAt(row, NameColumn), choiceAt(row, KindColumn),
          dtypeFromName(toUtf8(choiceAt(row, TypeColumn))).value_or(DType::F32),
          textAt(row, ShapeColumn), textAt(row, InitColumn)};
}

bool ArgumentTable::isArgument(int row) const {
  return choiceAt(row, KindColumn) != kOtherBuffer;
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
          updateCells(at);
    });
}

QString ArgumentTable::choiceAt(int row, Column column) const {
  return qobject_cast<QComboBox *>(cellWidget(row, column))->currentText();
}

void ArgumentTable::updateCells(int row) {
  QTableWidgetItem *init = item(row, InitColumn);
  if (!init)
    return;
  const QString kind = choiceAt(row, KindColumn);
  const bool isScalar = kind == kScalar;
  const bool isMap = kind == kTensorMap;
  auto *type = qobject_cast<QComboBox *>(cellWidget(row, TypeColumn));
  type->setEnabled(!isMap); // a map has the type of its buffer
  if (isMap != (type->currentIndex() < 0))
    type->setCurrentIndex(isMap ? -1 : 0);
  init->setFlags(isScalar ? init->flags() & ~Qt::ItemIsEditable
                          : init->flags() | Qt::ItemIsEditable);
  if (!isScalar && !isMap && init->text().isEmpty())
    init->setText(QStringLiteral("zeros"));
  if (isScalar)
    init->setText(QString());
  if (isScalar)
    init->setToolTip(tr("A scalar has no initial values: set its value instead"));
  else if (isMap)
    init->setToolTip(tr("The buffer, then swizzle, interleave, l2_promotion, fill, shape, strides "
                        "and element_strides that differ from the defaults: A, swizzle 128B"));
  else
    init->setToolTip(tr("zeros, iota, random(seed), random(seed, low, high) or a .npy file"));
}

} // namespace pstudio
