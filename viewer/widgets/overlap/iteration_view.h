// SPDX-License-Identifier: Apache-2.0
// The iterations of a pipeline below each other, on one axis.
#pragma once

#include <QAbstractScrollArea>

#include <optional>
#include <vector>

#include "viewer/geometry/overlap/iteration_draw_list.h"
#include "viewer/paint/draw_list_painter.h"
#include "viewer/paint/theme.h"
#include "viewer/widgets/painted_items.h"

namespace pstudio {

/// Shows the rows of an IterationTable. [thread: gui]
///
/// Keys: W S zoom, A D and left/right pan, up/down choose the previous or next row, Home shows
/// everything. Wheel scrolls, with Ctrl zooms, with Shift pans; dragging pans.
class IterationView : public QAbstractScrollArea, public PaintedItems {
  Q_OBJECT

public:
  explicit IterationView(QWidget *parent = nullptr);

  /// Shows these rows from the first on; `summary` above them. `clock`: for the ruler's cycles.
  void setRows(std::vector<IterationRow> rows, std::optional<IterationRow> summary,
               std::optional<ClockLine> clock, bool isAlignedAtLoop);
  const std::vector<IterationRow> &rows() const { return m_rows; }
  /// Marks a row and scrolls to it; nothing clears the mark.
  void setCurrentRow(std::optional<uint32_t> row);
  std::optional<uint32_t> currentRow() const { return m_current; }
  void setThemeKind(ThemeKind kind);
  /// All lines as low as is needed to see every one, or of the usual height.
  void setFitting(bool isFitting);
  void zoomToFit();
  TimeRange visibleRange() const { return m_range.visible(); }

  QSize sizeHint() const override { return {640, 320}; }
  QSize minimumSizeHint() const override { return {280, 140}; }

  int itemCount() const override;
  QString itemText(int index) const override;
  QRect itemRect(int index) const override;
  int currentItem() const override;

Q_SIGNALS:
  void rowChosen(uint32_t row);    ///< by a click or key
  void rowActivated(uint32_t row); ///< by a double click or Return

protected:
  void paintEvent(QPaintEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  void wheelEvent(QWheelEvent *event) override;
  void mousePressEvent(QMouseEvent *event) override;
  void mouseMoveEvent(QMouseEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;
  void mouseDoubleClickEvent(QMouseEvent *event) override;
  bool viewportEvent(QEvent *event) override;

private:
  IterationScene makeScene() const;
  double barsWidth() const;
  double linesTop() const;
  double linesHeight() const;
  void layOut();
  void updateScrollBar();
  void choose(int64_t row);
  uint32_t rowAt(QPointF position) const;
  /// A line of the description of a row.
  struct RowFact {
    QString name;
    std::string value;
  };
  static std::vector<RowFact> factsOf(const IterationRow &row);
  QString describe(const IterationRow &row) const;
  void setViewport(const Viewport &range);

  std::vector<IterationRow> m_rows;
  std::vector<IterationLine> m_lines;
  std::optional<IterationRow> m_summary;
  std::optional<ClockLine> m_clock;
  bool m_isAlignedAtLoop = false;
  bool m_isFitting = false;
  bool m_showsOpening = true; ///< another width shows the opening range anew
  IterationMetrics m_metrics;
  Viewport m_range;
  std::optional<uint32_t> m_current;
  uint32_t m_hovered = IterationScene::kNone;
  std::optional<QPointF> m_pressed; ///< where a drag began or goes on
  bool m_hasMoved = false;
  ThemeKind m_theme = ThemeKind::Dark;
  mutable TextCache m_texts;
  DrawList m_list;
  float m_legendHeight = 24;
};

} // namespace pstudio
