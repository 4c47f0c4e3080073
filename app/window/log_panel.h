// SPDX-License-Identifier: Apache-2.0
// What runs and loads had to say, line by line.
#pragma once

#include <QPlainTextEdit>

namespace pstudio {

/// A read-only, bounded log with the time of day before each line. [thread: gui]
class LogPanel : public QPlainTextEdit {
  Q_OBJECT

public:
  explicit LogPanel(QWidget *parent = nullptr);

  void append(const QString &line);

  static constexpr int kMaxLines = 5000;
};

} // namespace pstudio
