// SPDX-License-Identifier: Apache-2.0
// The status bar: times of the selection, the newest message and the running activity.
#pragma once

#include <QStatusBar>

#include <optional>

class QLabel;
class QProgressBar;

namespace pstudio {

class MessageLine;

/// [thread: gui]
class StatusLine : public QStatusBar {
  Q_OBJECT

public:
  /// \param messages  gets this as parent.
  explicit StatusLine(MessageLine &messages, QWidget *parent = nullptr);

  /// The text of TimelineView::selectionReadout(); empty hides it.
  void setReadout(const QString &text);

  /// Shows a running activity. `fraction` 0..1, or nothing if it is unknown.
  void showActivity(const QString &text, std::optional<double> fraction);
  void hideActivity();

  QString readout() const;

private:
  QLabel *addValue(const char *objectName, const QString &accessibleName);

  QLabel *m_readout;
  QLabel *m_activity;
  QProgressBar *m_progress;
};

} // namespace pstudio
