// SPDX-License-Identifier: Apache-2.0
// The asynchronous operations as a table.
#pragma once

#include <optional>

#include "viewer/widgets/number_table.h"
#include "viewer/widgets/overlap/operation_model.h"

namespace pstudio {

/// One line is current. [thread: gui]
class OperationTable : public NumberTable {
  Q_OBJECT

public:
  explicit OperationTable(QWidget *parent = nullptr);

  /// The operations of one channel. Null: no lines.
  void setChannel(std::shared_ptr<const OverlapData> data, uint32_t launch, uint32_t channel);
  /// Makes the line of an operation current and scrolls to it, without saying so; nothing clears.
  void setCurrent(std::optional<OperationRef> ref);

Q_SIGNALS:
  void operationChosen(pstudio::OperationRef ref); ///< by the user

private:
  OperationModel *m_operations;
};

} // namespace pstudio
