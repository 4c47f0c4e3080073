// SPDX-License-Identifier: Apache-2.0
// The drawer at the status bar: messages and the log.
#pragma once

#include <QToolBar>

namespace pstudio {

class IconSet;
class LogPanel;
class MessageList;

/// The messages that are not dismissed, and beside them the log of runs and loaded files. Closed
/// until the user opens it; the status bar shows the newest message in one line. [thread: gui]
class MessageDrawer : public QToolBar {
  Q_OBJECT

public:
  /// \param title  of the drawer. \param log  gets this as parent. The icons must outlive this.
  MessageDrawer(const QString &title, LogPanel &log, const IconSet &icons, QWidget *window);

  MessageList &messages() { return *m_messages; }
  /// Opens the drawer and gives it the focus, or closes it.
  void toggle();
  void open();
  void close();

Q_SIGNALS:
  void opened();
  void closed(); ///< the timeline is to get the focus

protected:
  bool eventFilter(QObject *watched, QEvent *event) override;

private:
  void fitHeight();

  MessageList *m_messages;
  LogPanel *m_log;
  QWidget *m_body;
};

} // namespace pstudio
