// SPDX-License-Identifier: Apache-2.0
// The notes of a trace as lines of a table; their texts can be edited.
#pragma once

#include <QPointer>

#include "viewer/models/review_model.h"
#include "viewer/paint/theme.h"
#include "viewer/widgets/sorted_table_model.h"

namespace pstudio {

/// Item i is note i. [thread: gui]
class NoteTableModel : public SortedTableModel {
  Q_OBJECT

public:
  enum Column { Time, Length, Text, Place, ColumnCount };

  using SortedTableModel::SortedTableModel;

  /// Null: no notes. The model resets itself when the notes change.
  void setNotes(ReviewModel *notes);
  void setThemeKind(ThemeKind theme);

  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex &index) const override;
  bool setData(const QModelIndex &index, const QVariant &value, int role) override;

  bool isEditing() const { return m_isEditing; }
  /// A line for each note in the order of their times, with a heading (RFC 4180).
  std::string csvHead() const override;
  std::string csvLines(int begin, int end) const override;

protected:
  double keyOf(uint32_t item, int column) const override;

private:
  void reload();
  const review::Note &noteAt(const QModelIndex &index) const;
  QString textOf(const review::Note &note, int column) const;

  QPointer<ReviewModel> m_notes;
  ThemeKind m_theme = ThemeKind::Dark;
  bool m_isEditing = false; ///< the user has changed a text
};

} // namespace pstudio
