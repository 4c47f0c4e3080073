// SPDX-License-Identifier: Apache-2.0
// Messages about results and failures.
#pragma once

#include <QList>
#include <QScrollArea>
#include <QString>

#include <optional>

#include "core/base/result.h"
#include "core/source/source_place.h"

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
  QString toText() const;           ///< everything, for the clipboard
  QString toLine() const;           ///< failure, remedy and place in one line
  const char *severityName() const; ///< "error": name of its icon, and of its style
  /// The source line of a failed run, which the panel Source can show.
  std::optional<SourcePlace> sourcePlace() const;
};

/// The messages with their whole texts, newest first, as rows that scroll. They stay until they are
/// dismissed; beyond kMaxMessages the oldest one is removed. Hidden while empty. [thread: gui]
class MessageList : public QScrollArea {
  Q_OBJECT

public:
  /// \param icons  must outlive the list.
  explicit MessageList(const IconSet &icons, QWidget *parent = nullptr);

  void show(const Message &message);
  /// Removes all messages about a topic that is out of date.
  void dismiss(Message::Topic topic);
  void dismissNewest(); ///< if there is one
  int messageCount() const { return static_cast<int>(m_messages.size()); }
  const Message *newest() const { return m_messages.isEmpty() ? nullptr : &m_messages.first(); }
  QString newestText() const; ///< of the newest message, as copied; empty if there is none

  static constexpr int kMaxMessages = 20;

Q_SIGNALS:
  void changed();
  /// By the button with the source line of a message.
  void placeRequested(const pstudio::SourcePlace &place);

private:
  void rebuild();
  QWidget *makeRow(qsizetype index);

  const IconSet &m_icons;
  QList<Message> m_messages; ///< newest first
};

/// A button with the line as text, which the panel Source can show.
QToolButton *makePlaceButton(const SourcePlace &place, QWidget *parent);

} // namespace pstudio
