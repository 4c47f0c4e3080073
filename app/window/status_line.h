// SPDX-License-Identifier: Apache-2.0
// The status line: the visible time, the trace quality, the frame time and the running activity.
#pragma once

#include <QStatusBar>

#include <memory>
#include <optional>

#include "core/trace/trace.h"

class QLabel;
class QProgressBar;
class QToolButton;

namespace pstudio {

/// [thread: gui]
class StatusLine : public QStatusBar {
  Q_OBJECT

public:
  explicit StatusLine(QWidget *parent = nullptr);

  /// The records and the time base of a trace; null hides them and the range.
  void setTrace(std::shared_ptr<const Trace> trace);
  /// The text of TimelineView::readoutChanged about the visible time.
  void setReadout(const QString &text);
  void setFrameTime(double milliseconds);

  /// Shows a running activity with a button that cancels it. `fraction` 0..1, or nothing if it is
  /// unknown.
  void showActivity(const QString &text, std::optional<double> fraction);
  void hideActivity();

  QString readout() const;
  QString recordsText() const;

Q_SIGNALS:
  void cancelRequested();

private:
  QLabel *addValue(const char *objectName, const QString &accessibleName);

  std::shared_ptr<const Trace> m_trace;
  QLabel *m_readout;
  QLabel *m_activity;
  QProgressBar *m_progress;
  QToolButton *m_cancel;
  QLabel *m_records;
  QLabel *m_timeBase;
  QLabel *m_frame;
};

/// "0 of 12,288 records dropped", summed over the launches, with dashes where the file does not
/// have the counts; empty for a trace without launches.
QString recordsText(const Trace &trace);
/// timeBaseWords() of the trace: "MODEL TIME", "ASSUMED 1 GHz" or empty.
QString timeBaseText(const Trace &trace);

} // namespace pstudio
