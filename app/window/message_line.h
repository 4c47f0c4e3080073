// SPDX-License-Identifier: Apache-2.0
// The newest message in one line of the status bar.
#pragma once

#include <QWidget>

class QAction;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace pstudio {

class ElidedLabel;
class IconSet;
class MessageList;

/// Severity, text and source line of the newest message, a button that dismisses it, and one that
/// opens the drawer and shows the number of messages. [thread: gui]
class MessageLine : public QWidget {
  Q_OBJECT

public:
  /// \param open  opens or closes the drawer. All of them must outlive this.
  MessageLine(MessageList &messages, const IconSet &icons, QAction &open,
              QWidget *parent = nullptr);

  /// Shows the newest message, and whether the drawer is open.
  void setOpen(bool isOpen);
  QString text() const; ///< the whole line; empty without a message

private:
  void showNewest();

  MessageList &m_messages;
  const IconSet &m_icons;
  QAction &m_open;
  QLabel *m_icon;
  ElidedLabel *m_text;
  QHBoxLayout *m_place;
  QToolButton *m_dismiss, *m_button;
  QToolButton *m_placeButton = nullptr;
};

} // namespace pstudio
