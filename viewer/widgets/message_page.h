// SPDX-License-Identifier: Apache-2.0
// The page of a panel without content: the reason, and a hint.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace pstudio {

/// Two texts in the middle. [thread: gui]
class MessagePage : public QWidget {
  Q_OBJECT

public:
  /// \param name  the object names are "<name>Message" and "<name>Hint".
  explicit MessagePage(const QString &name, QWidget *parent = nullptr);

  void setTexts(const QString &title, const QString &hint);
  /// A button below the texts, "<name>Action"; no text: none.
  void setAction(const QString &text);

Q_SIGNALS:
  void actionRequested(); ///< the button was pressed

private:
  QLabel *m_title;
  QLabel *m_hint;
  QPushButton *m_action;
};

} // namespace pstudio
