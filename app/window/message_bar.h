// SPDX-License-Identifier: Apache-2.0
// Tells what went wrong above the picture, without taking the picture away.
#pragma once

#include <QFrame>
#include <QString>

#include "core/base/result.h"

class QVBoxLayout;

namespace pstudio {

class IconSet;

/// One thing to tell.
struct Message {
  enum class Severity { Info, Warning, Error };
  Severity severity = Severity::Error;
  QString what;    ///< one sentence
  QString where;   ///< file, file:line:column or field; may be empty
  QString hint;    ///< what to do; may be empty
  QString details; ///< longer text for the clipboard (a log); may be empty

  /// "<what failed>: <message of the error>" with its place and hint.
  static Message fromError(const QString &whatFailed, const Error &error);
  QString toText() const; ///< everything, for the clipboard
};

/// Stacks messages, newest first, until each is dismissed; the oldest gives way beyond
/// kMaxMessages. Hidden while empty. [thread: gui]
class MessageBar : public QFrame {
  Q_OBJECT

public:
  /// \param icons  must outlive the bar.
  explicit MessageBar(const IconSet &icons, QWidget *parent = nullptr);

  void show(const Message &message);
  void dismissAll();
  int messageCount() const;
  QString newestText() const; ///< of the newest message, as copied; empty if there is none

  static constexpr int kMaxMessages = 3;

private:
  void dismiss(QWidget *row);
  QWidget *makeRow(const Message &message);

  const IconSet &m_icons;
  QVBoxLayout *m_rows;
};

} // namespace pstudio
