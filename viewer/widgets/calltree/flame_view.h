// SPDX-License-Identifier: Apache-2.0
// The flame graph of a call tree, roots at the top.
#pragma once

#include <QAbstractScrollArea>

#include <memory>
#include <optional>

#include "viewer/geometry/calltree/flame_draw_list.h"
#include "viewer/geometry/calltree/tree_filter.h"
#include "viewer/paint/draw_list_painter.h"
#include "viewer/paint/theme.h"
#include "viewer/widgets/painted_items.h"

namespace pstudio {

class HoverCard;

/// Shows a layout. [thread: gui]
///
/// Keys: arrows choose parent, child and siblings; Return and W zoom to the chosen node, Backspace,
/// S and Esc zoom out, Home shows everything. Wheel scrolls, with Ctrl zooms; a click chooses, a
/// double click zooms.
class FlameView : public QAbstractScrollArea, public PaintedItems {
  Q_OBJECT

public:
  explicit FlameView(QWidget *parent = nullptr);

  /// Null: nothing. \param column  of the layout, an index of the data's columns.
  void setTree(std::shared_ptr<const TreeData> data, std::shared_ptr<const FlameLayout> layout,
               size_t column);
  /// The same tree with other widths; the zoom stays.
  void setLayoutOf(std::shared_ptr<const FlameLayout> layout, size_t column);
  /// Dims the other nodes; null: no filter.
  void setMatches(std::shared_ptr<const TreeMatches> matches);
  /// Marks a node and scrolls to it, without a signal; kNoNode clears. A node that is not below the
  /// top zooms out.
  void setCurrentNode(calltree::NodeId node);
  calltree::NodeId currentNode() const { return m_current; }
  /// kNoNode: all roots.
  void zoomTo(calltree::NodeId node);
  void zoomOut();
  calltree::NodeId top() const { return m_top; }
  FlameScene scene() const;
  void setThemeKind(ThemeKind kind);

  int itemCount() const override { return static_cast<int>(boxes().size()); }
  QString itemText(int index) const override; ///< "forward, Time 0.41 ms, 2 children"
  QRect itemRect(int index) const override;
  int currentItem() const override;
  QSize sizeHint() const override { return {640, 240}; }
  QSize minimumSizeHint() const override { return {240, 100}; }

Q_SIGNALS:
  void nodeChosen(calltree::NodeId node); ///< by a click or key

protected:
  void paintEvent(QPaintEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  void wheelEvent(QWheelEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;
  void mouseMoveEvent(QMouseEvent *event) override;
  void mouseDoubleClickEvent(QMouseEvent *event) override;
  bool viewportEvent(QEvent *event) override;

private:
  const std::vector<FlameBox> &boxes() const;
  bool isBelowTop(calltree::NodeId node) const;
  /// The node one level below the top on the way to `node`; kNoNode: there is none.
  calltree::NodeId stepTowards(calltree::NodeId node) const;
  void choose(calltree::NodeId node);
  void chooseSibling(int step);
  void reveal(calltree::NodeId node);
  void updateScrollBar();
  void showCard(const FlameHit &hit, QPointF pointer);
  void hover(const FlameHit &hit, QPointF pointer);
  std::vector<CardLine> restLines(const FlameHit &hit) const;

  std::shared_ptr<const TreeData> m_data;
  std::shared_ptr<const FlameLayout> m_layout;
  std::shared_ptr<const TreeMatches> m_matches;
  size_t m_column = 0;
  calltree::NodeId m_top = calltree::kNoNode;
  calltree::NodeId m_current = calltree::kNoNode;
  FlameHit m_hovered;
  uint32_t m_rows = 0;
  ThemeKind m_theme = ThemeKind::Dark;
  HoverCard *m_card;
  mutable TextCache m_texts;
  mutable std::optional<std::vector<FlameBox>> m_boxes; ///< of the scene; none: not yet computed
  DrawList m_list;
};

} // namespace pstudio
