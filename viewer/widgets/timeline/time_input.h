// SPDX-License-Identifier: Apache-2.0
// The field for a time or cycle to go to, at the top of the timeline.
#pragma once

#include <QFrame>

class QLabel;
class QLineEdit;

namespace pstudio {

/// Floats above its parent while it is open. Return enters the text, Esc or another focus closes
/// it. [thread: gui]
class TimeInput : public QFrame {
  Q_OBJECT

public:
  explicit TimeInput(QWidget *parent);

  /// Opens with the last text selected.
  void ask();
  /// Shows why the text was not accepted, and what would be.
  void explain(const QString &problem, const QString &hint);

Q_SIGNALS:
  void entered(const QString &text);

protected:
  bool eventFilter(QObject *watched, QEvent *event) override;

private:
  void place();

  QLineEdit *m_text;
  QLabel *m_problem;
};

} // namespace pstudio
