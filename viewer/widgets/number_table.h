// SPDX-License-Identifier: Apache-2.0
// A table of words and numbers with one current line.
#pragma once

#include <QTableView>

#include "viewer/paint/theme.h"
#include "viewer/widgets/sorted_table_model.h"
#include "viewer/widgets/table_csv.h"

namespace pstudio {

/// Cells with the inset of their headings; a click on a heading sorts. [thread: gui]
class NumberTable : public QTableView {
  Q_OBJECT

public:
  /// Roles of a cell beside those of Qt.
  enum Role {
    HeatOf = Qt::UserRole + 1, ///< double, [0, 1]: severity of the value, shown as a tint; 0: none
    IsMono,                    ///< bool: monospaced font, for code and source places
    IsMuted,                   ///< bool: muted text colour
  };

  /// \param name  object name; the corner is "<name>Corner".
  NumberTable(const QString &name, const QString &accessibleName, SortedTableModel *model,
              QWidget *parent = nullptr);

  void setThemeKind(ThemeKind kind);
  /// The entries of the context menu that copy and save the table.
  TableCsv &csv() { return *m_csv; }
  /// The width of a column in the usual size of texts [logical pixels].
  void setColumnLength(int column, int pixels);
  /// Makes a line current and scrolls to it, without a signal; negative clears.
  void setCurrentLine(int line);
  /// Sorts new items by the heading's sort indicator, without a signal.
  void sortAgain();

  /// Background of a hot cell: the canvas, tinted. Text is readable on each tint.
  static QColor heatColor(const Theme &theme, double heat);

Q_SIGNALS:
  void lineChosen(int line); ///< by the user

protected:
  /// Qt makes the first line current with the focus; lineChosen() is not emitted for it.
  void focusInEvent(QFocusEvent *event) override;

  /// During its lifetime a change of the current line does not emit lineChosen().
  class Quiet {
  public:
    explicit Quiet(NumberTable &table) : m_table(table), m_before(table.m_isSetting) {
      table.m_isSetting = true;
    }
    ~Quiet() { m_table.m_isSetting = m_before; }
    Quiet(const Quiet &) = delete;
    Quiet &operator=(const Quiet &) = delete;

  private:
    NumberTable &m_table;
    bool m_before;
  };

private:
  SortedTableModel *m_items;
  TableCsv *m_csv;
  bool m_isSetting = false;
};

} // namespace pstudio
