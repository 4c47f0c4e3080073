// SPDX-License-Identifier: Apache-2.0
// Several traces on one time axis, with a common zoom.
#pragma once

#include <QWidget>

#include <memory>
#include <optional>

#include "viewer/geometry/compare/aligned_lanes.h"
#include "viewer/geometry/timeline/hit_test.h"
#include "viewer/models/visible_range_model.h"
#include "viewer/paint/draw_list_painter.h"
#include "viewer/paint/theme.h"
#include "viewer/widgets/painted_items.h"

namespace pstudio {

class HoverCard;

/// Shows lanes below each other. [thread: gui]
///
/// Keys as in the timeline: W S zoom, A D and left/right pan, up/down scroll the lane under the
/// pointer, F and Home show everything. Wheel scrolls a lane, with Ctrl zooms, with Shift pans.
/// Dragging pans; a click selects a slice of a lane, in the names it folds.
class AlignedView : public QWidget, public PaintedItems {
  Q_OBJECT

public:
  explicit AlignedView(QWidget *parent = nullptr);
  ~AlignedView() override;

  /// Shows the launches of all lanes; null: nothing.
  void setLanes(std::shared_ptr<AlignedLanes> lanes);
  const std::shared_ptr<AlignedLanes> &lanes() const { return m_lanes; }
  /// The lanes have moved on the axis.
  void lanesMoved();
  void setThemeKind(ThemeKind kind);
  /// Marks a slice and moves as far as is needed to see it, without a signal; none clears.
  void setSelected(size_t lane, SliceId slice);
  TimeRange visibleRange() const { return m_range.range(); } ///< of the axis
  void zoomToFit();
  /// Shows this range of the axis.
  void setVisibleRange(TimeRange range);
  /// A pixel of the view at which the lane shows the slice; none if it is not on screen.
  std::optional<QPoint> placeOf(size_t lane, SliceId slice);

  int itemCount() const override; ///< lanes
  QString itemText(int index) const override;
  QRect itemRect(int index) const override;
  int currentItem() const override;
  QSize sizeHint() const override { return {520, 260}; }
  QSize minimumSizeHint() const override { return {260, 110}; }

Q_SIGNALS:
  void sliceChosen(int lane, pstudio::SliceId slice); ///< by a click

protected:
  void paintEvent(QPaintEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  void wheelEvent(QWheelEvent *event) override;
  void mousePressEvent(QMouseEvent *event) override;
  void mouseMoveEvent(QMouseEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;
  void leaveEvent(QEvent *event) override;

private:
  struct Hit {
    size_t lane = 0;
    TimelineHit what;
    bool isInNames = false;
  };
  double tracksWidth() const;
  const Viewport &axis() const { return m_range.viewport(); }
  double zoomAnchor() const;
  void fitLanes();
  void fold(const Hit &hit);
  bool handleKey(int key);
  void scrollLane(double pixels);
  std::optional<Hit> hitAt(QPointF position);
  void hoverAt(QPointF position);
  void paintLane(QPainter &painter, size_t lane);
  void paintAxis(QPainter &painter);

  std::shared_ptr<AlignedLanes> m_lanes;
  VisibleRangeModel m_range; ///< of the axis
  ThemeKind m_theme = ThemeKind::Dark;
  TextCache m_texts;
  DrawList m_list;
  HoverCard *m_card;
  std::optional<QPointF> m_pointer; ///< none while the pointer is elsewhere
  QPointF m_pressed;
  QPointF m_lastDrag;
  bool m_isPressed = false;
  bool m_hasMoved = false;
};

} // namespace pstudio
