// SPDX-License-Identifier: Apache-2.0
// The kernel's arguments as a table: name, kind, type, shape or value, initial values.
#pragma once

#include <vector>

#include "app/dialogs/spec_table.h"
#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Edits a list of arguments. Every row is one argument, in the kernel's order. [thread: gui]
class ArgumentTable : public SpecTable {
  Q_OBJECT

public:
  enum Column { NameColumn, KindColumn, TypeColumn, ShapeColumn, InitColumn };

  explicit ArgumentTable(QWidget *parent = nullptr);

  void setArguments(const std::vector<Argument> &arguments);
  /// The rows as arguments; an error's `where` is the field, "arguments[1].buffer.shape".
  Result<std::vector<Argument>> arguments() const;
  /// Adds a float buffer below the last row and starts to edit its name.
  void addRow();

private:
  void appendArgument(const Argument &argument);
  Result<Argument> argumentAt(int row) const;
  void setChoice(int row, Column column, const QStringList &choices, const QString &current);
  QString choiceAt(int row, Column column) const;
  void updateInitCell(int row);
};

} // namespace pstudio
