// SPDX-License-Identifier: Apache-2.0
// Input of the timeline: keys, wheel, pointer and menu.
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/geometry/number_format.h"
#include "viewer/widgets/timeline/hover_card.h"
#include "viewer/widgets/timeline/timeline_navigator.h"
#include "viewer/widgets/timeline/timeline_notes.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_controls.h"

namespace pstudio {
namespace {

constexpr double kKeyZoom = 1.25;    // per key press; held keys repeat
constexpr double kWheelZoom = 1.2;   // per notch
constexpr double kPanShare = 0.1;    // of the width, per key press
constexpr double kScrollStep = 48;   // pixels per key press or wheel notch
constexpr double kDragScroll = 12;   // pixels per movement beyond the pane
constexpr double kDragThreshold = 4; // pixels before a click becomes a drag
constexpr double kNarrowestLabels = 80;
constexpr double kMaxPinch = 4; // of one event
constexpr int kInstantZoom = 8; // an instant has no length to fit

} // namespace

double TimelineView::zoomAnchor() const {
  const QRectF tracks = paneRect(Pane::Tracks);
  if (m_pointer && m_pointer->x() >= tracks.left() && m_pointer->x() < tracks.right())
    return m_pointer->x() - tracks.left();
  return tracks.width() / 2;
}

void TimelineView::fitSelectionOrAll() {
  const SliceId slice = m_selection.selectedSlice();
  if (const InstantId instant = m_selection.selectedInstant(); instant.isValid()) {
    reveal(instant);
    const Picoseconds time = m_trace->instants()[instant.value].time;
    const auto around =
        Picoseconds(std::max<int64_t>(visibleRange().length().value / kInstantZoom / 2, 1));
    setViewport(m_range.viewport().showing({time - around, time + around}));
    return;
  }
  if (!slice.isValid()) {
    zoomToFit();
    return;
  }
  const TimeRange time = m_trace->sliceTime(slice);
  const auto space = Picoseconds(std::max<int64_t>(time.length().value / 4, 1));
  reveal(slice);
  setViewport(m_range.viewport().showing({time.begin - space, time.end + space}));
}

/// Commands that only move the view.
bool TimelineView::moveView(TimelineCommand command) {
  const Viewport &view = m_range.viewport();
  switch (command) {
  case TimelineCommand::ZoomIn:
    setViewport(view.zoomed(kKeyZoom, zoomAnchor()));
    return true;
  case TimelineCommand::ZoomOut:
    setViewport(view.zoomed(1 / kKeyZoom, zoomAnchor()));
    return true;
  case TimelineCommand::PanLeft:
    setViewport(view.panned(-kPanShare * view.widthPx()));
    return true;
  case TimelineCommand::PanRight:
    setViewport(view.panned(kPanShare * view.widthPx()));
    return true;
  case TimelineCommand::ScrollUp:
    setScroll(m_scrollY - kScrollStep);
    return true;
  case TimelineCommand::ScrollDown:
    setScroll(m_scrollY + kScrollStep);
    return true;
  case TimelineCommand::PageUp:
    setScroll(m_scrollY - tracksHeight());
    return true;
  case TimelineCommand::PageDown:
    setScroll(m_scrollY + tracksHeight());
    return true;
  case TimelineCommand::Fit:
    if (!m_navigator->fitArea())
      fitSelectionOrAll();
    return true;
  case TimelineCommand::FitAll:
    zoomToFit();
    return true;
  default:
    return false;
  }
}

bool TimelineView::execute(TimelineCommand command) {
  m_card->hide();
  if (command == TimelineCommand::AddNote || command == TimelineCommand::ViewBack ||
      command == TimelineCommand::ViewForward)
    m_notes->cancelDrag(); // other notes follow: the dragged one would have another number
  switch (command) {
  case TimelineCommand::Clear:
    m_selection.clear();
    m_area.clear();
    m_areaDrag.reset();
    m_lineDrag.reset();
    m_notes->cancelDrag();
    m_pointed.reset();
    m_drag = Drag::None;
    update();
    return true;
  case TimelineCommand::Activate:
    if (m_selection.selectedSlice().isValid())
      Q_EMIT sliceActivated(m_selection.selectedSlice());
    return m_selection.selectedSlice().isValid();
  case TimelineCommand::AddNote:
    return m_notes->add();
  case TimelineCommand::FrameTimes:
    m_frames.toggle();
    update();
    return true;
  default:
    return moveView(command) || m_navigator->execute(command);
  }
}

/// The line at the pointer, else that of the selection.
NodeId TimelineView::lineForKeys() {
  const NodeId line = m_pointer ? hitAt(*m_pointer).node : NodeId();
  const SliceId slice = m_selection.selectedSlice();
  const InstantId instant = m_selection.selectedInstant();
  if (!line.isValid() && slice.isValid())
    return m_content->tree().nodeOf(m_trace->row(m_trace->rowOf(slice)).track);
  if (!line.isValid() && instant.isValid())
    return m_content->tree().nodeOf(m_trace->instants()[instant.value].track);
  return line;
}

void TimelineView::keyPressEvent(QKeyEvent *event) {
  if (m_content && m_tracks->handleKey(event->key(), event->modifiers(), lineForKeys()))
    return;
  const auto command = timelineCommandOf(event->key(), event->modifiers());
  if (m_content && command && execute(*command))
    return;
  // Shift+Left without anything to extend is Left.
  const auto plain = timelineCommandOf(event->key(), event->modifiers() &
                                                         ~Qt::KeyboardModifiers(Qt::ShiftModifier));
  if (!m_content || !plain || plain == command || !execute(*plain))
    QWidget::keyPressEvent(event);
}

/// Pinching with two fingers on a touchpad.
bool TimelineView::event(QEvent *event) {
  if (event->type() == QEvent::ToolTip && m_content) {
    const QPoint at = static_cast<QHelpEvent *>(event)->pos();
    const QPointF inRuler = at - paneRect(Pane::Ruler).topLeft();
    const QString text = paneAt(at) == Pane::Ruler ? m_notes->textAt(inRuler) : QString();
    QToolTip::showText(mapToGlobal(at), text, this);
    return true;
  }
  if (event->type() != QEvent::NativeGesture || !m_content)
    return QWidget::event(event);
  const auto *gesture = static_cast<QNativeGestureEvent *>(event);
  if (gesture->gestureType() != Qt::ZoomNativeGesture)
    return QWidget::event(event);
  m_pointer = gesture->position();
  m_card->hide();
  const double factor = std::clamp(1 + gesture->value(), 1 / kMaxPinch, kMaxPinch);
  setViewport(m_range.viewport().zoomed(factor, zoomAnchor()));
  event->accept();
  return true;
}

void TimelineView::wheelEvent(QWheelEvent *event) {
  if (!m_content) {
    event->ignore();
    return;
  }
  m_pointer = event->position();
  m_card->hide();
  const Viewport &view = m_range.viewport();
  const QPointF notches = QPointF(event->angleDelta()) / 120.0;
  // Some platforms turn Shift + wheel into a horizontal wheel themselves.
  const double turn = notches.y() != 0 ? notches.y() : notches.x();
  if ((event->modifiers() & Qt::ControlModifier) != 0) {
    setViewport(view.zoomed(std::pow(kWheelZoom, turn), zoomAnchor()));
  } else if ((event->modifiers() & Qt::ShiftModifier) != 0 || notches.y() == 0) {
    setViewport(view.panned(-turn * kPanShare * view.widthPx()));
  } else {
    setScroll(m_scrollY - notches.y() * kScrollStep);
  }
  event->accept();
}

TimelineHit TimelineView::hitAt(QPointF position) {
  const Pane pane = paneAt(position);
  const QPointF inPane = position - paneRect(pane).topLeft();
  if (pane == Pane::Tracks)
    return hitTracks(makeScene(), inPane.x(), inPane.y());
  if (pane == Pane::Labels)
    return hitLabels(makeScene(), inPane.x(), inPane.y());
  return {};
}

// Pointer.

void TimelineView::mousePressEvent(QMouseEvent *event) {
  if (!m_content || event->button() != Qt::LeftButton)
    return;
  m_pressed = m_lastDrag = event->position();
  m_hasMoved = false;
  m_card->hide();
  pressIn(paneAt(event->position()), event->position(), event->modifiers());
}

void TimelineView::pressIn(Pane pane, QPointF position, Qt::KeyboardModifiers modifiers) {
  if (isOnLabelEdge(position)) {
    m_drag = Drag::LabelWidth;
    return;
  }
  switch (pane) {
  case Pane::Minimap:
    m_drag = Drag::MinimapWindow;
    moveMinimapWindow(position.x());
    break;
  case Pane::Ruler:
    m_drag = (modifiers & Qt::ShiftModifier) != 0                        ? Drag::Area
             : m_notes->grab(position - paneRect(Pane::Ruler).topLeft()) ? Drag::Note
                                                                         : Drag::RulerRange;
    break;
  case Pane::Tracks:
    m_drag = (modifiers & Qt::ShiftModifier) != 0 ? Drag::Area : Drag::Pan;
    break;
  case Pane::Labels:
    if (const TimelineHit hit = hitAt(position);
        hit.isLine() && canMoveLine(m_content->tree(), hit.node)) {
      m_drag = Drag::Line;
      m_lineDrag = LineDrag{hit.node, {}};
    }
    break;
  case Pane::Corner:
    break;
  }
}

void TimelineView::dragArea(QPointF position, bool snaps) {
  const QPointF origin = paneRect(Pane::Tracks).topLeft();
  QPointF from = m_pressed - origin;
  QPointF to = position - origin;
  if (paneAt(m_pressed) == Pane::Ruler) { // all lines
    from.setY(-m_scrollY - 1);
    to.setY(m_content->layout().height());
  } else if (to.y() < 0 || to.y() > tracksHeight()) {
    setScroll(m_scrollY + (to.y() < 0 ? -kDragScroll : kDragScroll));
  }
  const TimelineScene scene = makeScene();
  if (!m_areaDrag)
    m_areaDrag.emplace(scene, from.x(), from.y(), snaps);
  m_areaDrag->moveTo(scene, to.x(), to.y(), snaps);
}

void TimelineView::finishAreaDrag() {
  const TimeRange range = m_areaDrag->range();
  if (m_drag == Drag::RulerRange) {
    setVisibleRange(range);
  } else if (range.isEmpty() || m_areaDrag->tracks().empty()) {
    m_area.clear();
  } else {
    const auto tracks = m_areaDrag->tracks();
    m_area.setArea(TraceArea{range, {tracks.begin(), tracks.end()}});
  }
}

/// Centres the window on `x`, unless the drag began inside of it: then it keeps its distance to the
/// pointer.
void TimelineView::moveMinimapWindow(double x) {
  const Viewport whole = overview();
  const TimeRange visible = visibleRange();
  const double left = whole.pixelOf(visible.begin);
  const double right = whole.pixelOf(visible.end);
  const bool isInside = m_lastDrag.x() >= left && m_lastDrag.x() <= right;
  const double pixels = isInside ? x - m_lastDrag.x() : x - (left + right) / 2;
  setViewport(
      m_range.viewport().panned(pixels * whole.psPerPixel() / m_range.viewport().psPerPixel()));
}

void TimelineView::mouseMoveEvent(QMouseEvent *event) {
  m_pointer = event->position();
  if (!m_content)
    return;
  if (m_drag != Drag::None)
    dragTo(event->position(), event->modifiers());
  else
    hoverAt(event->position());
  update();
}

void TimelineView::dragTo(QPointF position, Qt::KeyboardModifiers modifiers) {
  if (!m_hasMoved && QLineF(position, m_pressed).length() < kDragThreshold)
    return;
  m_hasMoved = true;
  const QPointF moved = position - m_lastDrag;
  switch (m_drag) {
  case Drag::Pan:
    setCursor(Qt::ClosedHandCursor);
    setViewport(m_range.viewport().panned(-moved.x()));
    setScroll(m_scrollY - moved.y());
    break;
  case Drag::RulerRange:
  case Drag::Area:
    dragArea(position, (modifiers & Qt::AltModifier) == 0);
    break;
  case Drag::MinimapWindow:
    moveMinimapWindow(position.x());
    break;
  case Drag::Note:
    m_notes->dragTo(position.x() - paneRect(Pane::Tracks).left(),
                    (modifiers & Qt::AltModifier) == 0);
    break;
  case Drag::LabelWidth:
    setLabelWidth(std::min(position.x(), width() / 2.0));
    break;
  case Drag::Line: {
    setCursor(Qt::ClosedHandCursor);
    const double y = position.y() - paneRect(Pane::Labels).top();
    if (y < 0 || y > tracksHeight())
      setScroll(m_scrollY + (y < 0 ? -kDragScroll : kDragScroll));
    m_lineDrag->drop = lineDropAt(makeScene(), m_lineDrag->line, y);
    break;
  }
  case Drag::None:
    break;
  }
  m_lastDrag = position;
}

void TimelineView::mouseReleaseEvent(QMouseEvent *event) {
  if (!m_content || event->button() != Qt::LeftButton)
    return;
  if (m_areaDrag)
    finishAreaDrag();
  m_areaDrag.reset();
  m_notes->drop();
  const auto dragged = std::exchange(m_lineDrag, std::nullopt);
  const bool wasClick = !m_hasMoved && m_drag != Drag::LabelWidth;
  if (m_drag == Drag::LabelWidth)
    Q_EMIT labelWidthChanged(m_labelWidth);
  m_drag = Drag::None;
  unsetCursor();
  if (wasClick)
    clickIn(paneAt(event->position()), event->position());
  else if (dragged && dragged->drop)
    m_tracks->moveLine(dragged->line, dragged->drop->before);
  update();
}

void TimelineView::setLabelWidth(double pixels) {
  m_labelWidth = std::max(pixels, kNarrowestLabels);
  m_range.setViewport(m_range.viewport().resized(tracksWidth()));
  updateScrollBar();
  update();
}

void TimelineView::clickIn(Pane pane, QPointF position) {
  if (pane == Pane::Ruler)
    m_notes->selectAt(position - paneRect(Pane::Ruler).topLeft());
  const TimelineHit hit = hitAt(position);
  if (pane == Pane::Tracks) {
    m_pointed.reset();
    const QPointF inPane = position - paneRect(Pane::Tracks).topLeft();
    if (!isInArea(makeScene(), inPane.x(), inPane.y()))
      m_area.clear();
    if (hit.instant.isValid())
      m_selection.select(hit.instant);
    else
      m_selection.select(hit.slice);
    return;
  }
  if (pane != Pane::Labels || !hit.isLine())
    return;
  const LayoutItem item = m_content->layout().items()[hit.item];
  if (hit.onLevels) {
    m_content->setFolded(item.node, false);
    return contentChanged();
  }
  // A heading folds wherever it is clicked; a track only at its triangle.
  if (item.canFold && (hit.onTriangle || item.content == ItemContent::Strip)) {
    m_content->setFolded(item.node, !item.isFolded);
    contentChanged();
  }
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent *event) {
  if (!m_content || event->button() != Qt::LeftButton)
    return;
  if (paneAt(event->position()) == Pane::Ruler)
    m_notes->activateAt(event->position() - paneRect(Pane::Ruler).topLeft());
  if (paneAt(event->position()) != Pane::Tracks)
    return;
  const TimelineHit hit = hitAt(event->position());
  if (hit.instant.isValid()) {
    m_selection.select(hit.instant);
    const Viewport &view = m_range.viewport(); // the mark stays below the pointer
    setViewport(
        view.zoomed(kInstantZoom, view.pixelOf(m_trace->instants()[hit.instant.value].time)));
  } else if (hit.slice.isValid()) {
    m_selection.select(hit.slice);
    fitSelectionOrAll();
    Q_EMIT sliceActivated(hit.slice);
  } else if (hit.isLine() && m_content->layout().items()[hit.item].isFolded) {
    m_content->setFolded(hit.node, false);
    contentChanged();
  }
}

void TimelineView::hoverAt(QPointF position) {
  const bool isOnNoteEdge = paneAt(position) == Pane::Ruler &&
                            m_notes->isEdgeAt(position - paneRect(Pane::Ruler).topLeft());
  setCursor(isOnLabelEdge(position) || isOnNoteEdge ? Qt::SplitHCursor : Qt::ArrowCursor);
  const TimelineHit hit = hitAt(position);
  if (hit.instant.isValid())
    m_selection.hover(hit.instant);
  else
    m_selection.hover(hit.slice);
  if (hit.instant.isValid())
    m_card->showInstant(*m_trace, hit.instant, position);
  else if (hit.slice.isValid())
    m_card->showSlice(*m_trace, m_content->colors(), hit.slice, position, hit.merged);
  else if (hit.sample != UINT32_MAX)
    showCounter(hit, position);
  else
    m_card->hide();
}

void TimelineView::showCounter(const TimelineHit &hit, QPointF position) {
  const TrackId counter = m_content->tree().node(hit.node).track;
  const CounterScale &scale = (*makeScene().counterScales)[counter.value];
  m_card->showCounter(*m_trace, counter, hit.sample, scale, position);
}

void TimelineView::leaveEvent(QEvent *) {
  m_pointer.reset();
  m_selection.hover(SliceId());
  m_card->hide();
  update();
}

// Menu.

void TimelineView::contextMenuEvent(QContextMenuEvent *event) {
  if (!m_content)
    return;
  m_card->hide();
  auto *menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("timelineMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
  const TimelineHit hit = isByKey ? TimelineHit() : hitAt(QPointF(event->pos()));
  const SliceId slice = isByKey ? m_selection.selectedSlice() : hit.slice;
  const NodeId line = isByKey ? lineForKeys() : hit.isLine() ? hit.node : NodeId();
  if (slice.isValid())
    addSliceActions(*menu, slice);
  if (line.isValid())
    addGroupActions(*menu, line);
  m_tracks->addActions(*menu, line);
  menu->addAction(tr("Add a note\tN"), this, [this] { execute(TimelineCommand::AddNote); });
  menu->addAction(tr("Whole trace"), this, &TimelineView::zoomToFit);
  menu->addAction(tr("Fold all tracks"), this, &TimelineView::foldAll);
  menu->addAction(tr("Unfold all tracks"), this, &TimelineView::unfoldAll);
  menu->popup(event->globalPos());
}

void TimelineView::addSliceActions(QMenu &menu, SliceId slice) {
  const Slice shown = m_trace->slice(slice);
  const std::string_view name = m_trace->string(shown.name);
  const QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
  menu.addAction(tr("Zoom to slice"), this, [this, slice] {
    m_selection.select(slice);
    fitSelectionOrAll();
  });
  menu.addAction(tr("Mark its time as area"), this, [this, slice] {
    m_selection.select(slice);
    execute(TimelineCommand::MarkArea);
  });
  menu.addAction(tr("Copy name"), this, [text] { QApplication::clipboard()->setText(text); });
  if (isWholeSlice(shown.flags)) {
    const QString duration = QString::fromStdString(formatSliceDuration(shown));
    menu.addAction(tr("Copy duration, %1").arg(duration), this,
                   [duration] { QApplication::clipboard()->setText(duration); });
  }
  menu.addSeparator();
}

void TimelineView::addGroupActions(QMenu &menu, NodeId node) {
  const NodeId group =
      m_content->tree().node(node).childCount > 0 ? node : m_content->tree().node(node).parent;
  if (!group.isValid())
    return;
  const QString name = QString::fromStdString(m_content->tree().node(group).label);
  menu.addAction(tr("Fold %1").arg(name), this, [this, group] {
    m_content->setFoldedBelow(group, true);
    contentChanged();
  });
  menu.addAction(tr("Unfold all in %1").arg(name), this, [this, group] {
    m_content->setFoldedBelow(group, false);
    contentChanged();
  });
  menu.addSeparator();
}

} // namespace pstudio
