// SPDX-License-Identifier: Apache-2.0
// The memory operations of the source as a table, the worst first.
#pragma once

#include "viewer/widgets/heat/memory_operation_model.h"
#include "viewer/widgets/number_table.h"

namespace pstudio {

/// One line is current; bad values have a hot background. Columns that do not fit are hidden.
/// [thread: gui]
class MemoryOperationTable : public NumberTable {
  Q_OBJECT

public:
  explicit MemoryOperationTable(QWidget *parent = nullptr);

  void setRows(std::vector<MemoryOperationRow> rows);
  /// Makes the line of a memory operation current, without a signal; nothing clears.
  void setCurrent(std::optional<uint16_t> site);
  const MemoryOperationModel &sites() const { return *m_sites; }
  /// The height of all lines, of at most `most` [px].
  int heightOf(int most) const;

Q_SIGNALS:
  void siteChosen(quint16 site);    ///< by the user
  void siteActivated(quint16 site); ///< double click or Return: shows its source line

protected:
  void resizeEvent(QResizeEvent *event) override;

private:
  MemoryOperationModel *m_sites;
};

} // namespace pstudio
