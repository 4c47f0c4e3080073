// SPDX-License-Identifier: Apache-2.0
// A whole text as a scrolling table: figures, line numbers, lines.
#pragma once

#include <QTableView>

#include "viewer/widgets/source/code_lines_model.h"

namespace pstudio {

class CodeDelegate;

/// One line is current; Shift extends the selection for copying. Keys: N and P go to the next and
/// the previous hottest line, / to the search. [thread: gui]
class CodeTable : public QTableView {
  Q_OBJECT

public:
  CodeTable(const QString &name, const QString &accessibleName, QWidget *parent = nullptr);

  /// Call fitColumns() after its lines or columns changed.
  CodeLinesModel &lines() { return m_lines; }
  const CodeLinesModel &lines() const { return m_lines; }
  void fitColumns();
  void setThemeKind(ThemeKind kind);
  /// Makes a row current and brings it into view, a third from the top if it was not, without
  /// lineChosen(); negative: none.
  void showRow(int row);
  /// Scrolls there; the current row stays.
  void revealRow(int row);
  int currentRow() const; ///< -1: none
  /// The row of the next line that contains the text, from the current one on, around the end; -1
  /// if there is none. Matches stay highlighted until another text is searched for.
  int find(const QString &text, bool isForwards);
  QString selectedText() const;

Q_SIGNALS:
  void lineChosen(int row);    ///< by the user, with mouse or keys; also the current one again
  void lineActivated(int row); ///< double click or Return
  void hottestRequested(bool isNext);
  void findRequested();
  void cleared(); ///< Esc

protected:
  void keyPressEvent(QKeyEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;
  void keyboardSearch(const QString &) override {} // letters are commands

private:
  CodeLinesModel m_lines;
  CodeDelegate *m_delegate;
};

} // namespace pstudio
