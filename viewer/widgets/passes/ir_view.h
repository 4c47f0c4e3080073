// SPDX-License-Identifier: Apache-2.0
// Shows the IR before and after a pass, with the lines that differ marked.
#pragma once

#include <QAbstractScrollArea>

#include <memory>
#include <optional>
#include <vector>

#include "core/run/pass_report.h"
#include "viewer/geometry/ir/ir_diff.h"
#include "viewer/paint/theme.h"

namespace pstudio {

/// A difference as one column of lines or two beside each other. Draws visible lines only, so texts
/// may have any length. A line is current; lines can be selected and copied. [thread: gui]
class IrView : public QAbstractScrollArea {
  Q_OBJECT

public:
  explicit IrView(QWidget *parent = nullptr);

  /// Null: nothing is shown. The first difference comes into view.
  void setDiff(std::shared_ptr<const IrDiff> diff, IrLanguage language);
  const std::shared_ptr<const IrDiff> &diff() const { return m_diff; }
  void setSideBySide(bool isSideBySide);
  /// Hides equal lines that are far from a difference.
  void setOnlyDifferences(bool isOn);
  void setThemeKind(ThemeKind kind);
  /// Lines that contain this get a mark at their edge; empty: none.
  void setMarked(const QString &text);
  /// These lines get the mark, too: by number from 0, of the text before and of the one after.
  /// setDiff() clears them. \param isRevealed  scrolls to the first of them if none is visible.
  void setLinked(std::vector<bool> before, std::vector<bool> after, bool isRevealed);

  const std::vector<IrRow> &rows() const { return m_rows; }
  int currentRow() const { return m_current; }

  /// Makes the first line of the next (previous) difference current. \return whether there is one.
  bool goToDifference(bool forwards);
  /// Makes the next line current that contains `text`, from the current one on, around the end.
  /// Matches are shown until another text is searched for; an empty one clears them.
  bool find(const QString &text, bool forwards = true);
  /// Selected lines as they are in the texts, without marks and numbers.
  QString selectedText() const;
  void copySelection() const;

  QSize sizeHint() const override { return {640, 320}; }

Q_SIGNALS:
  /// The user clicked on a place where lines are hidden.
  void showAllRequested();
  void findRequested(); ///< by the key "/"
  /// The user clicked on a row, or pressed Return on it.
  void rowChosen(const pstudio::IrRow &row);

protected:
  void paintEvent(QPaintEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  void mousePressEvent(QMouseEvent *event) override;
  void mouseMoveEvent(QMouseEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;

private:
  enum class Side { Left, Right };

  void layOut();
  void updateScrollBars();
  void setCurrent(int row, bool extends);
  bool isDifferent(const IrRow &row) const;
  int rowAt(const QPoint &at) const;
  std::optional<std::string_view> lineOf(const IrRow &row, Side side) const;
  bool contains(const IrRow &row, const QString &text) const;
  bool isLinked(const IrRow &row, Side side) const;
  int pageRows() const;

  std::shared_ptr<const IrDiff> m_diff;
  IrLanguage m_language = IrLanguage::Mlir;
  IrRowOptions m_options;
  std::vector<IrRow> m_rows;
  size_t m_longestLine = 0; ///< [bytes]
  ThemeKind m_theme = ThemeKind::Dark;
  QString m_found, m_marked;
  std::vector<bool> m_linkedBefore, m_linkedAfter;
  int m_current = 0, m_anchor = 0; ///< rows; lines between them are selected
};

} // namespace pstudio
