// SPDX-License-Identifier: Apache-2.0
// The notes of a trace in its timeline: their marks, the key that adds one, clicks on a mark.
#pragma once

#include <QObject>
#include <QPointF>
#include <QPointer>

#include <optional>
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
  /// Begins to drag the end of a range whose handle is there. False if there is none.
  bool grab(QPointF inRuler);
  bool isEdgeAt(QPointF inRuler);
  /// To the time at a pixel of the tracks pane, or the nearest edge of a slice.
  void dragTo(double x, bool snaps);
  /// The note keeps its new range, which the history of views can undo.
  void drop();
  void cancelDrag();
  /// The number of drags in effect, of those since the model was set.
  size_t appliedMoves() const { return m_applied; }
  /// Undoes or redoes drags until `count` are in effect. A note that was deleted or edited since
  /// stays as it is.
  void applyMoves(size_t count);

  /// Moves the view so that the note is in sight, and selects it. False if its times are not shown.
  bool show(size_t note);

Q_SIGNALS:
  void added(size_t note);
  void activated(size_t note); ///< double click on its mark

private:
  struct Move {
    review::Note before, after;
  };
  struct Dragged {
    size_t index; ///< of the note, now
    review::Note before;
    bool isEnd;
  };
  void replace(const review::Note &note, const review::Note &by);
  std::optional<size_t> indexAt(QPointF inRuler);
  review::Note newNote();

  TimelineView &m_view;
  QPointer<ReviewModel> m_model;
  std::vector<NoteMark> m_marks;
  std::vector<size_t> m_indices; ///< of the notes with marks
  std::vector<Move> m_moves;
  size_t m_applied = 0; ///< of m_moves
  std::optional<Dragged> m_dragged;
};

/// The word of menus and lists for a colour.
QString noteColorName(review::Color color);

} // namespace pstudio
