// SPDX-License-Identifier: Apache-2.0
// A text of SQL with coloured words, completion and a mark at an error.
#pragma once

#include <QPlainTextEdit>

#include <optional>

#include "viewer/paint/theme.h"

class QCompleter;

namespace pstudio {

class SqlHighlighter;

/// Ctrl+Return runs, Ctrl+Space completes; completion also opens at the second letter of a word.
/// [thread: gui]
class SqlEditor : public QPlainTextEdit {
  Q_OBJECT

public:
  explicit SqlEditor(QWidget *parent = nullptr);

  /// Of tables, columns and functions of core/query, and keywords.
  QCompleter &completer() { return *m_completer; }
  void setThemeKind(ThemeKind kind);
  /// Underlines the word at this byte of the text and moves the cursor there; none removes the
  /// mark.
  void markError(std::optional<size_t> offset);

Q_SIGNALS:
  void runRequested();

protected:
  bool event(QEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;

private:
  QString wordBeforeCursor() const;
  void complete(bool isAsked);
  void insertCompletion(const QString &word);

  SqlHighlighter *m_highlighter;
  QCompleter *m_completer;
  ThemeKind m_theme = ThemeKind::Dark;
};

} // namespace pstudio
