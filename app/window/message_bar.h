// SPDX-License-Identifier: Apache-2.0
// Reports errors above the picture, without hiding the picture.
#pragma once

#include <QFrame>
#include <QList>
#include <QString>

#include "core/base/result.h"
#include "core/source/source_place.h"

class QScrollArea;
class QToolButton;

namespace pstudio {

class IconSet;

/// One report.
struct Message {
  enum class Severity { Info, Warning, Error };
  /// The subject of the message, which decides when it is out of date.
  enum class Topic { General, Run };
  Severity severity = Severity::Error;
  QString what;    ///< one sentence
  QString where;   ///< file, file:line:column or field; may be empty
  QString hint;    ///< remedy; may be empty
  QString details; ///< longer text for the clipboard (a log); may be empty
  Topic topic = Topic::General;

  /// "<what failed>: <message of the error>" with its place and hint.
  static Message fromError(const QString &whatFailed, const Error &error);
  QString toText() const; ///< everything, for the clipboard
};

/// One line with the newest message and the number of the others. A button unfolds all of them with
/// their whole texts, in a part of the window that scrolls. Messages stay until they are dismissed;
/// beyond kMaxMessages the oldest one is removed. Hidden while empty. [thread: gui]
class MessageBar : public QFrame {
  Q_OBJECT

public:
  /// \param icons  must outlive the bar.
  explicit MessageBar(const IconSet &icons, QWidget *parent = nullptr);

  void show(const Message &message);
  /// Removes all messages about a topic that is out of date.
  void dismiss(Message::Topic topic);
  int messageCount() const { return static_cast<int>(m_messages.size()); }
  QString newestText() const; ///< of the newest message, as copied; empty if there is none
  void setUnfolded(bool isUnfolded);

  static constexpr int kMaxMessages = 20;

Q_SIGNALS:
  /// By the button with the source line of a message.
  void placeRequested(const pstudio::SourcePlace &place);

protected:
  void resizeEvent(QResizeEvent *event) override;

private:
  void rebuild();
  void updateHeight();
  QWidget *makeRow(qsizetype index);
  QWidget *makeLine(const Message &message, QWidget *row) const;
  QWidget *makeTexts(const Message &message, QWidget *row) const;
  QToolButton *makeFoldButton(QWidget *row);
  QToolButton *makePlaceButton(const SourcePlace &place, QWidget *row);

  const IconSet &m_icons;
  QList<Message> m_messages; ///< newest first
  bool m_isUnfolded = false;
  QScrollArea *m_scroll;
  QWidget *m_rows = nullptr;
};

} // namespace pstudio
