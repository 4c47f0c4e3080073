// SPDX-License-Identifier: Apache-2.0
// Statistics as a table with one current row.
#pragma once

#include "viewer/widgets/number_table.h"
#include "viewer/widgets/statistics/statistics_model.h"

namespace pstudio {

/// Lines by total, largest first, until a heading is clicked. [thread: gui]
class StatisticsTableView : public NumberTable {
  Q_OBJECT

public:
  explicit StatisticsTableView(QWidget *parent = nullptr);

  /// Null: no lines. Columns of cut and open instances are shown where there are any.
  void setTable(std::shared_ptr<const Trace> trace,
                std::shared_ptr<const statistics::StatisticsTable> table);
  void setUnit(statistics::LengthUnit unit);
  StatisticsModel &statisticsModel() { return *m_rows; }

Q_SIGNALS:
  void rowActivated(int line); ///< by a double click or Return

protected:
  void keyPressEvent(QKeyEvent *event) override;
  void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
  void fitColumns();

  StatisticsModel *m_rows;
};

} // namespace pstudio
