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
    HeatOf = Qt::UserRole + 1, ///< double, [0, 1]: how much attention it wants; none is 0
    IsMono,                    ///< bool: code and places
    IsMuted,                   ///< bool: in the quieter ink
  };

  /// \param name  object name; the corner is "<name>Corner".
  NumberTable(const QString &name, const QString &accessibleName, SortedTableModel *model,
              QWidget *parent = nullptr);

  void setThemeKind(ThemeKind kind);
  /// The entries of the context menu that copy and save the table.
  TableCsv &csv() { return *m_csv; }
  /// The width of a column in the usual size of texts [logical pixels].
  void setColumnLength(int column, int pixels);
  /// Makes the line of an item current and scrolls to it, without saying so; negative clears.
  void setCurrentLine(int line);
  /// Sorts as the headings say, without choosing anything: for other items.
  void sortAgain();

  /// What a hot cell stands on: the canvas, tinted. Text is readable on any of them.
  static QColor heatColor(const Theme &theme, double heat);

Q_SIGNALS:
  void lineChosen(int line); ///< by the user

protected:
  /// Qt makes the first line current with the focus: that is no choice of the user.
  void focusInEvent(QFocusEvent *event) override;

  /// While this lives what becomes current is no choice of the user.
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
