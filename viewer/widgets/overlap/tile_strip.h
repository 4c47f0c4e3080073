// SPDX-License-Identifier: Apache-2.0
// Key figures beside each other.
#pragma once

#include <QWidget>

#include <vector>

#include "viewer/geometry/overlap/overlap_summary.h"
#include "viewer/paint/draw_list_painter.h"
#include "viewer/paint/theme.h"
#include "viewer/widgets/painted_items.h"

namespace pstudio {

/// As high as its tiles need at its width; hovering explains one. [thread: gui]
class TileStrip : public QWidget, public PaintedItems {
  Q_OBJECT

public:
  explicit TileStrip(QWidget *parent = nullptr);

  void setTiles(std::vector<FigureTile> tiles);
  const std::vector<FigureTile> &tiles() const { return m_tiles; }
  void setThemeKind(ThemeKind kind);

  QSize sizeHint() const override { return {600, heightForWidth(600)}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

  int itemCount() const override;
  QString itemText(int index) const override;
  QRect itemRect(int index) const override;

protected:
  void resizeEvent(QResizeEvent *event) override;
  void paintEvent(QPaintEvent *event) override;
  bool event(QEvent *event) override;

private:
  std::vector<FigureTile> m_tiles;
  std::vector<PixelRect> m_boxes;
  ThemeKind m_theme = ThemeKind::Dark;
  mutable TextCache m_texts;
  DrawList m_list;
};

} // namespace pstudio
