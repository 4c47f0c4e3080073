// SPDX-License-Identifier: Apache-2.0
// What runs and loads had to say, line by line.
#include "app/window/log_panel.h"

#include <QTime>

namespace pstudio {

LogPanel::LogPanel(QWidget *parent) : QPlainTextEdit(parent) {
  setObjectName(QStringLiteral("logText"));
  setAccessibleName(tr("Log"));
  setReadOnly(true);
  setMaximumBlockCount(kMaxLines);
  setFrameShape(QFrame::NoFrame);
  setPlaceholderText(tr("Messages of runs and loaded files."));
}

void LogPanel::append(const QString &line) {
  appendPlainText(QTime::currentTime().toString(QStringLiteral("HH:mm:ss  ")) + line);
}

} // namespace pstudio
