// SPDX-License-Identifier: Apache-2.0
// The search field of the toolbar, with its state, its buttons and its keys.
#pragma once

#include <QLineEdit>
#include <QWidget>

class QToolButton;

namespace pstudio {

class IconSet;
class SearchModel;

/// A field that shows a short status after the typed text. [thread: gui]
class SearchField : public QLineEdit {
  Q_OBJECT

public:
  using QLineEdit::QLineEdit;

  /// \param isProblem  painted as a warning.
  void setStatus(const QString &status, bool isProblem);
  const QString &status() const { return m_status; }

Q_SIGNALS:
  void nextRequested();
  void previousRequested();
  void left();          ///< Esc
  void listRequested(); ///< Down: the focus goes to the list of matches

protected:
  void keyPressEvent(QKeyEvent *event) override;
  void paintEvent(QPaintEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;

private:
  void updateMargins();
  QString shownStatus() const;

  QString m_status;
  bool m_isProblem = false;
};

/// Sets the query of the model and shows the current hit: "3 of 2,048". Enter: next match,
/// Shift+Enter: the one before, Down: to the list of matches, Esc: clears and leaves. [thread: gui]
class SearchBar : public QWidget {
  Q_OBJECT

public:
  /// Model and icons must outlive the bar.
  SearchBar(SearchModel &model, const IconSet &icons, const QString &key,
            QWidget *parent = nullptr);

  /// Takes the focus, with the text selected.
  void enter();
  /// Searches for this plain text.
  void setText(const QString &text);
  /// The same; clears the search if the text is the current query.
  void toggleText(const QString &text);

  /// Whether the text is a query: not empty.
  bool hasText() const { return !m_field->text().isEmpty(); }
  QSize sizeHint() const override;

Q_SIGNALS:
  void left();          ///< the user is done with the field
  void typed();         ///< the user has changed the text
  void stepped();       ///< by a key or a button to another match
  void listRequested(); ///< by a key

private:
  void step(int direction);
  void setQuery();
  void showState();
  QToolButton *addStep(const char *name, const QString &icon, const QString &tip, int direction);

  SearchModel &m_model;
  const IconSet &m_icons;
  SearchField *m_field;
  QToolButton *m_regex, *m_previous, *m_next;
};

} // namespace pstudio
