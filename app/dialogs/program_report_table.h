// SPDX-License-Identifier: Apache-2.0
// The recorded parts of a program, and the parts that were not recorded, with the reasons.
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
