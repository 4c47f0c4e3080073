// SPDX-License-Identifier: Apache-2.0
// The kernel's arguments, and buffers beside them, as a table: name, kind, type, shape, box or
// value, initial values or the buffer of a tensor map.
#pragma once

#include <vector>

#include "app/dialogs/spec_table.h"
#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Edits the arguments of a specification, in the kernel's order, and its buffers that are no
/// arguments, one in each row. [thread: gui]
class ArgumentTable : public SpecTable {
  Q_OBJECT

public:
  enum Column { NameColumn, KindColumn, TypeColumn, ShapeColumn, InitColumn };

  explicit ArgumentTable(QWidget *parent = nullptr);

  void setArguments(const std::vector<Argument> &arguments,
                    const std::vector<NamedBuffer> &buffers);
  /// The rows as arguments; an error's `where` is the field, "arguments[1].buffer.shape".
  Result<std::vector<Argument>> arguments() const;
  /// The rows that are buffers but no arguments; `where` as "buffers[0].shape".
  Result<std::vector<NamedBuffer>> buffers() const;
  /// Adds a float buffer below the last row and starts to edit its name.
  void addRow();

private:
  /// The values of the cells of a row.
  struct Row {
    QString name;
    QString kind;
    DType dtype = DType::F32;
    QString shape;
    QString init;
  };

  void appendArgument(const Argument &argument);
  void appendRow(const Row &row);
  Row rowAt(int row) const;
  bool isArgument(int row) const;
  void setChoice(int row, Column column, const QStringList &choices, const QString &current);
  QString choiceAt(int row, Column column) const;
  void updateCells(int row);
};

} // namespace pstudio
