// SPDX-License-Identifier: Apache-2.0
// One interactive heat map: zoom, pan, hover, select.
#pragma once

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

#include "viewer/geometry/heat/heat_map_draw_list.h"
#include "viewer/geometry/heat/heat_map_source.h"
#include "viewer/geometry/heat/heat_map_viewport.h"
#include "viewer/geometry/heat/heat_scale.h"
#include "viewer/models/job.h"
#include "viewer/paint/draw_list_painter.h"
#include "viewer/paint/theme.h"

class QMenu;

namespace pstudio {

class HoverCard;
class MessagePage;

/// Shows a HeatMapSource: first the result of HeatMapSource::quick(), then all detail, computed on
/// another thread. A change of the visible window cancels that computation. [thread: gui]
///
/// Wheel zooms at the pointer, with Shift only along x, with Ctrl only along y. Dragging pans, with
/// Shift it draws the part to zoom to. A click selects a cell, a double click zooms to the buffer
/// or tile, and from there back. Keys: arrows or W A S D pan and zoom as in the timeline, + and -
/// zoom, Home shows everything, Shift+arrows go from cell to cell, Return selects the cell, Esc
/// clears the selection.
class HeatMapView : public QWidget {
  Q_OBJECT

public:
  explicit HeatMapView(QWidget *parent = nullptr);
  ~HeatMapView() override;

  /// Null: shows the message. The visible part stays if the axes are as long as before.
  void setSource(std::shared_ptr<const HeatMapSource> source);
  const std::shared_ptr<const HeatMapSource> &source() const { return m_source; }
  /// Message while there is no source: the reason, and a hint.
  void setMessage(const QString &title, const QString &hint);
  void setThemeKind(ThemeKind kind);
  void setScaleKind(HeatScaleKind kind);
  HeatScaleKind scaleKind() const { return m_scaleKind; }
  const HeatScale &scale() const { return m_scale; }

  /// Marks the selection, which was made here or elsewhere. Emits nothing.
  void setSelection(const HeatSelection &selection);
  /// Moves, and zooms out if needed, so that the marks are seen.
  void revealSelection();

  const HeatArea &visibleArea() const { return m_viewport.visible(); }
  void setVisibleArea(const HeatArea &area);
  void zoomToFit();
  /// Whether less than everything is seen.
  bool isZoomed() const;
  /// Whether all detail of the visible part is on screen.
  bool isExact() const { return m_isExact; }
  /// The drawn patches; for tests.
  const HeatPatches &patches() const { return m_patches; }
  HeatMapLayout layout() const;
  /// The cell at the pointer, or that keys have reached: "X[0, 0], 32 accesses"; "" for none.
  QString cellText() const;
  /// Title, axes, scale and omitted data, in sentences; "" without a source.
  QString mapText() const;

  QSize sizeHint() const override { return {720, 420}; }
  QSize minimumSizeHint() const override { return {220, 120}; }

Q_SIGNALS:
  /// By a click. Comes once, with operation, CTA and warp if they are known.
  void selected(const pstudio::HeatSelection &selection);
  void cleared(); ///< Esc
  void visibleAreaChanged(const pstudio::HeatArea &area);
  void scaleKindChanged(pstudio::HeatScaleKind kind);
  void exactShown(); ///< all detail of the visible part is on screen now

protected:
  bool event(QEvent *event) override; ///< tool tip of the scale's name
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
  struct Drag {
    QPointF from, last;
    bool isBand = false, hasMoved = false;
  };
  void setViewport(const HeatViewport &viewport);
  void refresh();
  void startExact();
  void takeExact(const HeatWindow &window, HeatPatches patches);
  void rescale();
  void updateMarks();
  QPointF shareOf(QPointF position) const;
  HeatArea areaBetween(QPointF a, QPointF b) const;
  HeatArea bandOf(const Drag &drag) const;
  void hoverAt(QPointF position);
  void endHover();
  void startDetails();
  void takeDetails(const HeatArea &cell, HeatHover details);
  void showCard();
  void click(QPointF position);
  void moveCell(int columns, int rows);
  std::optional<QPointF> middleCell() const; ///< in the axes' units
  void fillMenu(QMenu &menu);

  std::shared_ptr<const HeatMapSource> m_source;
  HeatViewport m_viewport;
  uint32_t m_letters = 0; ///< of the labels beside the map
  double m_aspect = 0;    ///< of the source
  HeatScaleKind m_scaleKind = HeatScaleKind::Linear;
  HeatScale m_scale;
  HeatPatches m_patches; ///< what is drawn
  HeatWindow m_exactWindow;
  HeatPatches m_exact; ///< of m_exactWindow
  bool m_isExact = false;
  std::vector<HeatImage> m_images;

  HeatSelection m_selection;
  std::vector<HeatArea> m_marks;

  std::optional<HeatCellHit> m_hovered;
  HeatHover m_hover;
  bool m_hasDetails = false;
  bool m_isSelectAwaited = false; ///< clicked before the details were there
  QPointF m_pointer;
  std::optional<Drag> m_drag;

  ThemeKind m_theme = ThemeKind::Dark;
  TextCache m_texts;
  DrawList m_list;
  HoverCard *m_card;
  MessagePage *m_message;
  QTimer m_exactTimer, m_detailsTimer;
  Job m_exactJob{this}, m_detailsJob{this}; ///< last: their jobs deliver to this
};

} // namespace pstudio
