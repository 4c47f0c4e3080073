// SPDX-License-Identifier: Apache-2.0
// The notes of a trace in its timeline: their marks, the key that adds one, clicks on a mark.
#pragma once

#include <QObject>
#include <QPointF>
#include <QPointer>

#include <span>
#include <vector>

#include "viewer/geometry/timeline/timeline_scene.h"
#include "viewer/models/review_model.h"

namespace pstudio {

class TimelineView;

/// Part of a TimelineView. Shows the notes that are on the axis of the shown times; the others are
/// only in the panel. [thread: gui]
class TimelineNotes : public QObject {
  Q_OBJECT

public:
  explicit TimelineNotes(TimelineView &view);

  /// The notes of the shown trace; null: none.
  void setModel(ReviewModel *model);
  ReviewModel *model() const { return m_model; }
  /// Valid until the notes or the view change.
  std::span<const NoteMark> marks();

  /// Adds a note without text and selects it: on the area, else the selected slice or instant, else
  /// the time at the pointer, else the middle of the view. False without a model.
  bool add();
  /// The words of the note whose mark is at a position of the ruler; empty if there is none.
  QString textAt(QPointF inRuler);
  void selectAt(QPointF inRuler);
  void activateAt(QPointF inRuler);
  /// Moves the view so that the note is in sight, and selects it. False if its times are not shown.
  bool show(size_t note);

Q_SIGNALS:
  void added(size_t note);
  void activated(size_t note); ///< double click on its mark

private:
  std::optional<size_t> indexAt(QPointF inRuler);
  review::Note newNote();

  TimelineView &m_view;
  QPointer<ReviewModel> m_model;
  std::vector<NoteMark> m_marks;
  std::vector<size_t> m_indices; ///< of the notes with marks
};

/// The word of menus and lists for a colour.
QString noteColorName(review::Color color);

} // namespace pstudio
