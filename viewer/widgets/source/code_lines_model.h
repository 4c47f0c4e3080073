// SPDX-License-Identifier: Apache-2.0
// The lines of a text as lines of a table, with figures beside them.
#pragma once

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/run/pass_report.h"
#include "core/source/line_sums.h"
#include "viewer/widgets/number_table.h"

namespace pstudio {

/// A line of a text.
struct CodeLine {
  uint32_t number = 0; ///< from 1
  /// Nothing where only the figures of the line are known.
  std::optional<std::string_view> text;
};

/// Columns: figures, then the source place, if there are any, then number and text. Unknown figures
/// are a dash in lines that have others. [thread: gui]
class CodeLinesModel : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Role {
    HeatOf = NumberTable::HeatOf, ///< double, [0, 1]
    IsLinked = Qt::UserRole + 20, ///< bool: belongs to what is chosen beside it
    IsText,                       ///< bool: the column of the text
  };

  using QAbstractTableModel::QAbstractTableModel;

  /// \param owner  keeps the texts of the lines. \param language  for colours; none: plain.
  void setLines(std::shared_ptr<const void> owner, std::vector<CodeLine> lines,
                std::optional<IrLanguage> language);
  /// Figures of these lines; null: none. \param columns  that are shown.
  void setFigures(std::shared_ptr<const FileSums> figures, std::vector<LineColumn> columns);
  /// A source place of each line ("17", "lib.py:5"), or nothing for all.
  void setPlaces(std::vector<QString> places);
  /// Rows that belong to what is chosen beside the text, ascending.
  void setLinked(std::vector<int> rows);
  void setTextHeading(const QString &heading);

  const std::vector<CodeLine> &lines() const { return m_lines; }
  const std::vector<LineColumn> &columns() const { return m_columns; }
  const std::vector<int> &linked() const { return m_linked; }
  std::optional<IrLanguage> language() const { return m_language; }
  size_t longestPlace() const; ///< [characters]. O(lines).
  int numberColumn() const { return static_cast<int>(m_columns.size()) + (hasPlaces() ? 1 : 0); }
  int textColumn() const { return numberColumn() + 1; }
  /// -1 if there is no such line. O(log lines).
  int rowOf(uint32_t number) const;
  /// The figures of a row; null if there are none. O(log lines).
  const LineSums *figuresOf(int row) const;
  /// Rows by falling figure, without those that have none or 0. O(lines log lines).
  std::vector<int> hottestRows(LineColumn column) const;
  /// The text of a row, with blanks for tabs.
  QString textOf(int row) const;

  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  bool hasPlaces() const { return !m_places.empty(); }
  QString cellText(int row, int column) const;
  QString figureText(const LineSums *line, LineColumn column) const;
  QString figureTip(const LineSums &line, LineColumn column) const;
  double heatOf(int row, LineColumn column) const;
  QVariant tipOf(int row, int column) const;

  std::shared_ptr<const void> m_owner;
  std::vector<CodeLine> m_lines;
  std::optional<IrLanguage> m_language;
  std::shared_ptr<const FileSums> m_figures;
  std::vector<LineColumn> m_columns;
  std::array<int64_t, kLineColumns> m_most{}; ///< largest figure of each column
  std::vector<QString> m_places;
  std::vector<int> m_linked;
  QString m_textHeading;
};

/// "1.29 us", "12,288": a figure as tables show it.
QString figureText(LineColumn column, int64_t value);

} // namespace pstudio
