// SPDX-License-Identifier: Apache-2.0
// The result checks of a run as a table: output, reference, inputs, allowed error.
#pragma once

#include <vector>

#include "app/dialogs/spec_table.h"
#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Edits a list of checks. [thread: gui]
class CheckTable : public SpecTable {
  Q_OBJECT

public:
  enum Column { OutputColumn, ReferenceColumn, InputsColumn, MaxErrorColumn };

  explicit CheckTable(QWidget *parent = nullptr);

  void setChecks(const std::vector<ResultCheck> &checks);
  /// The rows as checks; an error's `where` is the field, "checks[0].max_error".
  Result<std::vector<ResultCheck>> checks() const;
  void addRow();

private:
  void appendCheck(const ResultCheck &check);
  Result<ResultCheck> checkAt(int row) const;
};

} // namespace pstudio
