// SPDX-License-Identifier: Apache-2.0
// The per-warp timeline: tracks, their names, the time ruler and the minimap in one widget.
#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "core/review/review.h"
#include "core/trace/trace.h"
#include "viewer/geometry/overlap/warp_iteration.h"
#include "viewer/geometry/overlap_data.h"
#include "viewer/geometry/timeline/area_drag.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/hit_test.h"
#include "viewer/geometry/timeline/line_drag.h"
#include "viewer/geometry/timeline/shown_timeline.h"
#include "viewer/geometry/timeline/timeline_content.h"
#include "viewer/geometry/timeline/view_history.h"
#include "viewer/models/area_model.h"
#include "viewer/models/selection_model.h"
#include "viewer/models/visible_range_model.h"
#include "viewer/paint/draw_list_painter.h"
#include "viewer/paint/theme.h"
#include "viewer/widgets/timeline/frame_overlay.h"
#include "viewer/widgets/timeline/timeline_keys.h"

class QMenu;
class QScrollBar;

namespace pstudio {

class HoverCard;
class TrackControls;
class TimelineNavigator;
class TimelineNotes;

/// Shows one trace. [thread: gui] Keys: timeline_keys.cpp; mouse and wheel: timeline_input.cpp.
class TimelineView : public QWidget {
  Q_OBJECT
public:
  explicit TimelineView(QWidget *parent = nullptr);
  ~TimelineView() override;

  /// Shows `trace` with its lines open as far as fits; null: the empty state. `busy` is
  /// BusyCurve::ofTrace(), or null.
  void setTrace(std::shared_ptr<const Trace> trace, std::shared_ptr<const BusyCurve> busy = {});
  std::shared_ptr<const Trace> trace() const { return m_trace; }
  /// Shows other times of the same slices (TimelineContent::setTimes). Selection, folds and scroll
  /// stay; the visible range too, moved along with the selected slice if that is in it.
  void setTimes(std::shared_ptr<const Trace> trace, std::shared_ptr<const BusyCurve> busy = {});
  /// Marks the waited part of each operation in flight, and links the operation with arrows to its
  /// wait and to what follows; null: neither. For the shown trace; setTrace() clears it.
  void setOverlap(std::shared_ptr<const OverlapData> overlap);
  void setGrouping(GroupingKind kind);
  GroupingKind grouping() const { return m_grouping; }
  void setThemeKind(ThemeKind kind);
  /// Marks the hits of a search and dims the rest; null: neither. setTrace(), setTimes() clear it.
  void setSearch(std::shared_ptr<const SearchResult> result);
  void setMarks(std::shared_ptr<const SearchResult> marks); ///< instead; null: the search again
  void setPath(std::vector<PathMark> path); ///< in recorded times; cleared by the same two
  void zoomToFit();
  review::View savedView() const; ///< what is shown, as files keep it
  ShownTimeline shown();          ///< for a picture; needs a trace
  void showSavedView(const review::View &view);
  void setVisibleRange(TimeRange range); ///< exactly, or the part of it that the trace has
  TimeRange visibleRange() const { return m_range.range(); }
  /// Opens, scrolls and moves as far as is needed to see the event.
  void reveal(SliceId slice);
  void reveal(InstantId instant);
  void reveal(TrackId track); ///< scrolls; the visible range stays
  /// Reveals the slice and zooms until it, and the arrows of its operation, fill a good part.
  void zoomTo(SliceId slice);
  /// Marks the time of an event that another view has selected, and moves there. Opens and scrolls
  /// to `track`, unless it is none. Another selection, Esc, setTrace() and setTimes() remove the
  /// mark.
  void point(TimeRange time, TrackId track);
  TimelineNavigator *navigator() { return m_navigator; } ///< events, history, typed times
  TimelineNotes *notes() { return m_notes; } ///< marks of notes, and the key that adds one
  ViewState viewState() const;
  void showViewState(const ViewState &state); ///< as far as trace and width allow
  void scrollTo(const LayoutItem &item);      ///< as far as is needed to see the line
  bool execute(TimelineCommand command);      ///< false if it has nothing to act on; needs a trace
  TimelineScene makeScene();                  ///< valid until the view changes; needs a trace
  /// Of the selected slice, in the shown times.
  const std::optional<WarpIteration> &iteration() const { return m_iteration; }
  const std::shared_ptr<const OverlapData> &overlap() const { return m_overlap; }
  std::optional<TimeRange> pointed() const { return m_pointed; } ///< the time that point() marked
  void foldAll();
  void unfoldAll();

  SelectionModel *selection() { return &m_selection; }
  VisibleRangeModel *visibleRangeModel() { return &m_range; }
  TrackControls *tracks() { return m_tracks; } ///< which tracks are shown, and how
  AreaModel *area() { return &m_area; }        ///< selected; Esc and setTrace() clear it
  /// "1,204 .. 1,836 ns (632 ns, 1,251 cycles)", the visible range; "" without a trace.
  QString rangeReadout() const;
  QString selectionReadout() const; ///< the same of the area or the selected event; "" without one
  QSize sizeHint() const override { return {960, 560}; }
  QSize minimumSizeHint() const override { return {320, 132}; }
  void setLabelWidth(double pixels); ///< of the names of tracks

Q_SIGNALS:
  void visibleRangeChanged(pstudio::TimeRange range);
  void readoutChanged(const QString &text);    ///< the text of selectionReadout()
  void labelWidthChanged(double pixels);       ///< the user has dragged the edge of the labels
  void sliceActivated(pstudio::SliceId slice); ///< double click or Return

protected:
  bool event(QEvent *event) override;
  void paintEvent(QPaintEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  void wheelEvent(QWheelEvent *event) override;
  void mousePressEvent(QMouseEvent *event) override;
  void mouseMoveEvent(QMouseEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;
  void mouseDoubleClickEvent(QMouseEvent *event) override;
  void contextMenuEvent(QContextMenuEvent *event) override;
  void leaveEvent(QEvent *event) override;

private:
  enum class Pane : uint8_t { Minimap, Corner, Ruler, Labels, Tracks };
  enum class Drag : uint8_t { None, Pan, RulerRange, MinimapWindow, LabelWidth, Area, Line, Note };

  QRectF paneRect(Pane pane) const;
  Pane paneAt(QPointF position) const;
  bool isOnLabelEdge(QPointF position) const;
  double tracksWidth() const;
  double tracksHeight() const;
  void updateScrollBar();
  void setScroll(double y);
  void showOpening();

  Viewport overview() const;
  void setViewport(const Viewport &viewport);
  void updateReadout();
  void updateFlows();
  void contentChanged();
  NodeId clockNode() const;
  void paintContent(QPainter &painter);
  void paintCorner(QPainter &painter, const TimelineScene &scene);

  double zoomAnchor() const;
  bool moveView(TimelineCommand command);
  void fitSelectionOrAll();
  void openAndScrollTo(TrackId track, uint32_t row);
  void pressIn(Pane pane, QPointF position, Qt::KeyboardModifiers modifiers);
  void dragTo(QPointF position, Qt::KeyboardModifiers modifiers);
  void dragArea(QPointF position, bool snaps);
  void finishAreaDrag();
  void moveMinimapWindow(double x);
  void clickIn(Pane pane, QPointF position);
  void hoverAt(QPointF position);
  void showCounter(const TimelineHit &hit, QPointF position);
  TimelineHit hitAt(QPointF position);
  NodeId lineForKeys();
  void addSliceActions(QMenu &menu, SliceId slice);
  void addGroupActions(QMenu &menu, NodeId node);

  std::shared_ptr<const Trace> m_trace;
  GroupingKind m_grouping = GroupingKind::AsRecorded;
  ThemeKind m_theme = ThemeKind::Dark;
  std::unique_ptr<TimelineContent> m_content;   ///< null without a trace
  std::shared_ptr<const OverlapData> m_overlap; ///< null where there is none
  std::shared_ptr<const SearchResult> m_search; ///< null: neither searched nor marked
  std::vector<Flow> m_flows;                    ///< of the selected event
  std::optional<WarpIteration> m_iteration;     ///< of the selected slice
  SelectionModel m_selection;
  VisibleRangeModel m_range;
  AreaModel m_area;
  QString m_readout;

  TextCache m_texts;
  DrawList m_list;
  QScrollBar *m_scrollBar;
  HoverCard *m_card;
  TrackControls *m_tracks;
  double m_scrollY = 0;
  double m_labelWidth = 184;

  std::optional<QPointF> m_pointer; ///< none while the pointer is elsewhere
  Drag m_drag = Drag::None;
  QPointF m_pressed;
  QPointF m_lastDrag;
  bool m_hasMoved = false;
  std::optional<TimeRange> m_openingRange; ///< openingRange(); none: not computed
  std::optional<Viewport> m_opening;       ///< what was shown at first; another width shows it anew
  bool m_isFresh = false; ///< opened but not yet seen: what is folded still follows the height
  std::optional<review::View> m_unseenView; ///< until it is seen another size shows it anew
  std::optional<AreaDrag> m_areaDrag;       ///< of Drag::Area and Drag::RulerRange
  std::optional<LineDrag> m_lineDrag;       ///< of Drag::Line
  std::optional<TimeRange> m_pointed;
  FrameOverlay m_frames;
  TimelineNavigator *m_navigator;
  TimelineNotes *m_notes;
};

} // namespace pstudio
