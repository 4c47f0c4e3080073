// SPDX-License-Identifier: Apache-2.0
// The notes and named views of an open trace, while they are edited.
#pragma once

#include <QObject>

#include <optional>

#include "core/review/review.h"

namespace pstudio {

/// Shared by the timeline, the panel of notes and the files. [thread: gui]
class ReviewModel : public QObject {
  Q_OBJECT

public:
  /// \param stored  as the file contains it.
  explicit ReviewModel(review::Review stored = {}, QObject *parent = nullptr);

  const review::Review &review() const { return m_review; }
  /// Whether notes or named views differ from those of the file; the last view does not count.
  bool isModified() const { return m_isModified; }
  /// The file contains these notes and views now.
  void markStored(const review::Review &stored);

  /// Selects the new note. \return its index.
  size_t addNote(const review::Note &note);
  /// Keeps the selection, also where another begin moves the note. \return its index.
  size_t setNote(size_t index, const review::Note &note);
  void removeNote(size_t index);
  /// Index of the selected note, if one is.
  std::optional<size_t> selected() const { return m_selected; }
  void select(std::optional<size_t> note);

  /// Adds the view under its name, or under a similar name if that is in use. \return its index.
  size_t addView(const review::View &view);
  /// False if another view has the name, or it is empty.
  bool renameView(size_t index, const std::string &name);
  void replaceView(size_t index, review::View view); ///< the name stays
  void removeView(size_t index);
  /// The view that is shown, to be stored with the next save.
  void setLast(const review::View &view) { m_review.last = view; }

Q_SIGNALS:
  void notesChanged();
  void viewsChanged();
  void selectionChanged();
  void modifiedChanged();

private:
  void updateModified();

  review::Review m_review;
  review::Review m_stored;
  std::optional<size_t> m_selected;
  bool m_isModified = false;
};

} // namespace pstudio
