// SPDX-License-Identifier: Apache-2.0
// The notes and named views of an open trace, while they are edited.
#include "viewer/models/review_model.h"

#include <utility>

namespace pstudio {

ReviewModel::ReviewModel(review::Review stored, QObject *parent)
    : QObject(parent), m_review(std::move(stored)), m_stored(m_review) {}

void ReviewModel::updateModified() {
  const bool isModified = m_review.notes != m_stored.notes || m_review.views != m_stored.views;
  if (std::exchange(m_isModified, isModified) != isModified)
    Q_EMIT modifiedChanged();
}

void ReviewModel::markStored(const review::Review &stored) {
  m_stored = stored;
  updateModified();
}

size_t ReviewModel::addNote(const review::Note &note) {
  m_selected = review::addNote(m_review, note);
  updateModified();
  Q_EMIT notesChanged();
  Q_EMIT selectionChanged();
  return *m_selected;
}

size_t ReviewModel::setNote(size_t index, const review::Note &note) {
  if (index >= m_review.notes.size() || m_review.notes[index] == note)
    return index;
  auto &notes = m_review.notes;
  size_t place = index;
  if (note.begin == notes[index].begin) {
    notes[index] = note;
  } else {
    notes.erase(notes.begin() + static_cast<std::ptrdiff_t>(index));
    place = review::addNote(m_review, note);
    m_selected = place;
  }
  updateModified();
  Q_EMIT notesChanged();
  return place;
}

void ReviewModel::removeNote(size_t index) {
  if (index >= m_review.notes.size())
    return;
  m_review.notes.erase(m_review.notes.begin() + static_cast<std::ptrdiff_t>(index));
  m_selected.reset();
  updateModified();
  Q_EMIT notesChanged();
  Q_EMIT selectionChanged();
}

void ReviewModel::select(std::optional<size_t> note) {
  if (note == m_selected || (note && *note >= m_review.notes.size()))
    return;
  m_selected = note;
  Q_EMIT selectionChanged();
}

size_t ReviewModel::addView(const review::View &view) {
  m_review.views.push_back(view);
  review::View &added = m_review.views.back();
  added.name.clear();
  added.name = review::freeViewName(m_review, view.name);
  updateModified();
  Q_EMIT viewsChanged();
  return m_review.views.size() - 1;
}

bool ReviewModel::renameView(size_t index, const std::string &name) {
  if (index >= m_review.views.size() || name.empty() || review::findView(m_review, name) != nullptr)
    return index < m_review.views.size() && m_review.views[index].name == name;
  m_review.views[index].name = name;
  updateModified();
  Q_EMIT viewsChanged();
  return true;
}

void ReviewModel::replaceView(size_t index, review::View view) {
  if (index >= m_review.views.size())
    return;
  view.name = m_review.views[index].name;
  m_review.views[index] = std::move(view);
  updateModified();
  Q_EMIT viewsChanged();
}

void ReviewModel::removeView(size_t index) {
  if (index >= m_review.views.size())
    return;
  m_review.views.erase(m_review.views.begin() + static_cast<std::ptrdiff_t>(index));
  updateModified();
  Q_EMIT viewsChanged();
}

} // namespace pstudio
