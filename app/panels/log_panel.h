// SPDX-License-Identifier: Apache-2.0
// The log messages of runs and loads, line by line.
#pragma once

#include <QList>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace pstudio {

/// A bounded log with the time of day before each line, and a field that filters it. A line that
/// repeats the one before it is counted. [thread: gui]
class LogPanel : public QWidget {
  Q_OBJECT

public:
  explicit LogPanel(QWidget *parent = nullptr);

  void append(const QString &line);
  QString toPlainText() const; ///< the lines that the filter shows

  static constexpr int kMaxLines = 5000;

protected:
  void showEvent(QShowEvent *event) override;

private:
  struct Line {
    QString text; ///< with the time
    QString message;
    int count = 1;
    QString shown() const;
  };

  bool isShown(const Line &line) const;
  void addToView(const Line &line);
  void countRepetition();
  void rebuild();
  void showCount();

  QList<Line> m_lines;
  QLineEdit *m_filter;
  QLabel *m_count;
  QPlainTextEdit *m_view;
};

} // namespace pstudio
