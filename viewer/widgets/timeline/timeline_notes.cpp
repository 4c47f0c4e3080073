// SPDX-License-Identifier: Apache-2.0
// The notes of a trace in its timeline.
#include "viewer/widgets/timeline/timeline_notes.h"

#include <algorithm>
#include <utility>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/edge_snap.h"
#include "viewer/geometry/timeline/note_marks.h"
#include "viewer/geometry/timeline/saved_view.h"
#include "viewer/geometry/timeline/track_paths.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/timeline/timeline_navigator.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {
namespace {

constexpr float kRuler = 36; // its height
constexpr int64_t kPointShare = 8;

} // namespace

QString noteColorName(review::Color color) {
  switch (color) {
  case review::Color::Green:
    return TimelineNotes::tr("green");
  case review::Color::Blue:
    return TimelineNotes::tr("blue");
  case review::Color::Red:
    return TimelineNotes::tr("red");
  case review::Color::Yellow:
    break;
  }
  return TimelineNotes::tr("yellow");
}

TimelineNotes::TimelineNotes(TimelineView &view) : QObject(&view), m_view(view) {}

void TimelineNotes::setModel(ReviewModel *model) {
  if (m_model)
    disconnect(m_model, nullptr, this, nullptr);
  m_model = model;
  m_moves.clear();
  m_applied = 0;
  m_dragged.reset();
  if (m_model) {
    const auto redraw = [this] { m_view.update(); };
    connect(m_model, &ReviewModel::notesChanged, this, redraw);
    connect(m_model, &ReviewModel::selectionChanged, this, redraw);
  }
  m_view.update();
}

std::span<const NoteMark> TimelineNotes::marks() {
  m_marks.clear();
  m_indices.clear();
  if (!m_model || !m_view.trace())
    return m_marks;
  const bool isCorrected = hasCorrectedTimes(*m_view.trace());
  const auto &notes = m_model->review().notes;
  for (size_t i = 0; i < notes.size(); ++i) {
    if (notes[i].isCorrected != isCorrected)
      continue;
    m_marks.push_back(
        {notes[i].range(), noteColor(notes[i].color), m_model->selected() == i, notes[i].text});
    m_indices.push_back(i);
  }
  return m_marks;
}

review::Note TimelineNotes::newNote() {
  const Trace &trace = *m_view.trace();
  review::Note note;
  note.isCorrected = hasCorrectedTimes(trace);
  const auto put = [&](TimeRange range, TrackId track) {
    note.begin = range.begin;
    note.end = range.end;
    if (track.isValid())
      note.track = trackPath(trace, track);
  };
  const SliceId slice = m_view.selection()->selectedSlice();
  const InstantId instant = m_view.selection()->selectedInstant();
  if (const auto &area = m_view.area()->area(); area) {
    put(area->range, area->tracks.size() == 1 ? area->tracks.front() : TrackId());
  } else if (slice.isValid()) {
    put(trace.sliceTime(slice), trace.row(trace.rowOf(slice)).track);
  } else if (instant.isValid()) {
    const Instant &at = trace.instants()[instant.value];
    put({at.time, at.time}, at.track);
  } else {
    const TimelineScene scene = m_view.makeScene();
    const Picoseconds time =
        scene.viewport.timeAt(scene.cursorX.value_or(scene.viewport.widthPx() / 2));
    put({time, time}, TrackId());
  }
  return note;
}

bool TimelineNotes::add() {
  if (!m_model || m_model->review().notes.size() >= review::kMaxNotes)
    return false;
  Q_EMIT added(m_model->addNote(newNote()));
  return true;
}

std::optional<size_t> TimelineNotes::indexAt(QPointF inRuler) {
  const auto mark = noteAt(m_view.makeScene(), kRuler, inRuler.x(), inRuler.y());
  return mark ? std::optional(m_indices[*mark]) : std::nullopt;
}

QString TimelineNotes::textAt(QPointF inRuler) {
  const auto index = indexAt(inRuler);
  if (!index)
    return {};
  const review::Note &note = m_model->review().notes[*index];
  const QString time = toQString(formatExact(note.begin));
  return note.text.empty() ? tr("Bookmark at %1").arg(time)
                           : tr("%1: %2").arg(time, toQString(note.text));
}

void TimelineNotes::selectAt(QPointF inRuler) {
  if (const auto index = indexAt(inRuler))
    m_model->select(index);
}

void TimelineNotes::activateAt(QPointF inRuler) {
  if (const auto index = indexAt(inRuler))
    Q_EMIT activated(*index);
}

bool TimelineNotes::isEdgeAt(QPointF inRuler) {
  return noteEdgeAt(m_view.makeScene(), kRuler, inRuler.x(), inRuler.y()).has_value();
}

bool TimelineNotes::grab(QPointF inRuler) {
  const auto edge = noteEdgeAt(m_view.makeScene(), kRuler, inRuler.x(), inRuler.y());
  if (!edge || !m_model)
    return false;
  const size_t index = m_indices[edge->note];
  m_dragged = Dragged{index, m_model->review().notes[index], edge->isEnd};
  m_model->select(index);
  return true;
}

void TimelineNotes::dragTo(double x, bool snaps) {
  if (!m_dragged || !m_model)
    return;
  const TimelineScene scene = m_view.makeScene();
  const Picoseconds time = snaps ? snappedTime(scene, x, std::nullopt) : scene.viewport.timeAt(x);
  review::Note note = m_dragged->before;
  if (m_dragged->isEnd)
    note.end = std::max(time, note.begin + Picoseconds(1));
  else
    note.begin = std::min(time, note.end - Picoseconds(1));
  m_dragged->index = m_model->setNote(m_dragged->index, note);
}

void TimelineNotes::drop() {
  const auto dragged = std::exchange(m_dragged, std::nullopt);
  if (!dragged || !m_model || dragged->index >= m_model->review().notes.size())
    return;
  const review::Note after = m_model->review().notes[dragged->index];
  if (after == dragged->before)
    return;
  m_moves.resize(m_applied);
  m_moves.push_back({dragged->before, after});
  m_applied = m_moves.size();
  m_view.navigator()->noteView();
}

void TimelineNotes::cancelDrag() {
  if (const auto dragged = std::exchange(m_dragged, std::nullopt); dragged && m_model)
    m_model->setNote(dragged->index, dragged->before);
}

void TimelineNotes::replace(const review::Note &note, const review::Note &by) {
  const auto &notes = m_model->review().notes;
  if (const auto found = std::ranges::find(notes, note); found != notes.end())
    m_model->setNote(static_cast<size_t>(found - notes.begin()), by);
}

void TimelineNotes::applyMoves(size_t count) {
  if (!m_model)
    return;
  for (count = std::min(count, m_moves.size()); m_applied > count; --m_applied)
    replace(m_moves[m_applied - 1].after, m_moves[m_applied - 1].before);
  for (; m_applied < count; ++m_applied)
    replace(m_moves[m_applied].before, m_moves[m_applied].after);
}

bool TimelineNotes::show(size_t note) {
  if (!m_model || !m_view.trace() || note >= m_model->review().notes.size())
    return false;
  const review::Note shown = m_model->review().notes[note];
  m_model->select(note);
  if (shown.isCorrected != hasCorrectedTimes(*m_view.trace()))
    return false;
  if (!shown.track.empty())
    m_view.reveal(tracksAt(*m_view.trace(), std::vector{shown.track}).front());
  const int64_t length = shown.end.value - shown.begin.value;
  const int64_t seen = m_view.visibleRange().length().value;
  // A range that is small on screen is zoomed to; a point keeps the zoom.
  if (length > 0 && (length > seen || length < seen / kPointShare))
    m_view.setVisibleRange({Picoseconds(shown.begin.value - length / 4 - 1),
                            Picoseconds(shown.end.value + length / 4 + 1)});
  else
    m_view.visibleRangeModel()->setViewport(m_view.visibleRangeModel()->viewport().revealing(
        {shown.begin, std::max(shown.end, shown.begin + Picoseconds(1))}));
  return true;
}

} // namespace pstudio
