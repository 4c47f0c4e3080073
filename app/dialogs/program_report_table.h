// SPDX-License-Identifier: Apache-2.0
// What of a program was recorded, and what was not and why.
#pragma once

#include <QTableWidget>

#include "core/attach/attach_report.h"

namespace pstudio {

/// Rejections first, then recorded launches, then notes. [thread: gui]
class ProgramReportTable : public QTableWidget {
  Q_OBJECT

public:
  explicit ProgramReportTable(QWidget *parent = nullptr);
  void setReport(const attach::AttachReport &report);

private:
  void append(const QStringList &cells);
};

} // namespace pstudio
