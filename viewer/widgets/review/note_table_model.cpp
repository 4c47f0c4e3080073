// SPDX-License-Identifier: Apache-2.0
// The notes of a trace as lines of a table.
#include "viewer/widgets/review/note_table_model.h"

#include <QScopedValueRollback>

#include <algorithm>

#include "core/base/csv_text.h"
#include "core/review/review_fields.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/note_marks.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/number_table.h"

namespace pstudio {
namespace {

const QString kDash = QStringLiteral("\u2013");

} // namespace

void NoteTableModel::setNotes(ReviewModel *notes) {
  if (m_notes)
    disconnect(m_notes, nullptr, this, nullptr);
  m_notes = notes;
  if (m_notes)
    connect(m_notes, &ReviewModel::notesChanged, this, &NoteTableModel::reload);
  reload();
}

void NoteTableModel::setThemeKind(ThemeKind theme) {
  m_theme = theme;
}

void NoteTableModel::reload() {
  if (m_isEditing) { // the editor is open: its line must stay
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    return;
  }
  beginResetModel();
  setItemCount(m_notes ? m_notes->review().notes.size() : 0);
  endResetModel();
}

int NoteTableModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

const review::Note &NoteTableModel::noteAt(const QModelIndex &index) const {
  return m_notes->review().notes[itemAt(index.row())];
}

QString NoteTableModel::textOf(const review::Note &note, int column) const {
  switch (column) {
  case Time:
    return toQString(formatExact(note.begin));
  case Length:
    return note.begin == note.end ? kDash : toQString(formatExact(note.range().length()));
  case Text:
    return toQString(note.text);
  default: {
    const QString track = note.track.empty() ? tr("all tracks") : toQString(note.track);
    return note.isCorrected ? tr("%1 (recording cost subtracted)").arg(track) : track;
  }
  }
}

QVariant NoteTableModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || !m_notes)
    return {};
  const bool isNumber = index.column() == Time || index.column() == Length;
  switch (role) {
  case Qt::DisplayRole:
    if (index.column() == Text && noteAt(index).text.empty())
      return tr("bookmark");
    return textOf(noteAt(index), index.column()).replace(QLatin1Char('\n'), QLatin1Char(' '));
  case Qt::EditRole:
  case Qt::ToolTipRole:
    return textOf(noteAt(index), index.column());
  case Qt::DecorationRole:
    return index.column() == Time
               ? QVariant(Theme::of(m_theme).color(noteColor(noteAt(index).color)))
               : QVariant();
  case Qt::TextAlignmentRole:
    return int(Qt::AlignVCenter) | int(isNumber ? Qt::AlignRight : Qt::AlignLeft);
  case NumberTable::IsMono:
    return isNumber;
  case NumberTable::IsMuted:
    return index.column() == Place || (index.column() == Text && noteAt(index).text.empty());
  default:
    return {};
  }
}

QVariant NoteTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal)
    return {};
  if (role == Qt::TextAlignmentRole)
    return int(Qt::AlignVCenter) | int(section <= Length ? Qt::AlignRight : Qt::AlignLeft);
  if (role != Qt::DisplayRole)
    return {};
  switch (section) {
  case Time:
    return tr("Time");
  case Length:
    return tr("Length");
  case Text:
    return tr("Note");
  default:
    return tr("Track");
  }
}

Qt::ItemFlags NoteTableModel::flags(const QModelIndex &index) const {
  const Qt::ItemFlags flags = SortedTableModel::flags(index);
  return index.column() == Text ? flags | Qt::ItemIsEditable : flags;
}

bool NoteTableModel::setData(const QModelIndex &index, const QVariant &value, int role) {
  if (!index.isValid() || index.column() != Text || role != Qt::EditRole || !m_notes)
    return false;
  review::Note note = noteAt(index);
  note.text = value.toString().trimmed().toStdString();
  if (!isUsable(note))
    return false;
  const QScopedValueRollback editing(m_isEditing, true);
  m_notes->setNote(itemAt(index.row()), note);
  return true;
}

double NoteTableModel::keyOf(uint32_t item, int column) const {
  const auto &notes = m_notes->review().notes;
  const review::Note &note = notes[item];
  const auto rank = [&](auto field) {
    return static_cast<double>(std::ranges::count_if(
        notes, [&](const review::Note &other) { return other.*field < note.*field; }));
  };
  switch (column) {
  case Length:
    return note.begin == note.end ? kUnknown : static_cast<double>(note.range().length().value);
  case Text:
    return rank(&review::Note::text);
  case Place:
    return rank(&review::Note::track);
  default:
    return item; // notes are in the order of their times
  }
}

std::string NoteTableModel::csvHead() const {
  return "begin_ns,end_ns,color,track,recording_cost_subtracted,text\r\n";
}

std::string NoteTableModel::csvLines(int begin, int end) const {
  std::string text;
  const auto nanoseconds = [](Picoseconds time) {
    return QString::number(static_cast<double>(time.value) / 1000, 'f', 3).toStdString();
  };
  for (int line = begin; line < end; ++line) {
    const review::Note &note = m_notes->review().notes[itemAt(line)];
    text += nanoseconds(note.begin) + ',' + nanoseconds(note.end) + ',' +
            std::string(review::kColorNames[static_cast<size_t>(note.color)]) + ',' +
            csvField(note.track) + ',' + (note.isCorrected ? "true" : "false") + ',' +
            csvField(note.text) + "\r\n";
  }
  return text;
}

} // namespace pstudio
