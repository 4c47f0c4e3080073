// SPDX-License-Identifier: Apache-2.0
// The flame graph of a call tree, roots at the top.
#include "viewer/widgets/calltree/flame_view.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/timeline/hover_card.h"

namespace pstudio {

using calltree::kNoNode;

namespace {

constexpr int kScrolledRows = 3;          // of a notch of the wheel
constexpr int kRowsAbove = 2;             // that stay above a revealed node
constexpr size_t kLongestFrameName = 256; // bytes, for screen readers

} // namespace

FlameView::FlameView(QWidget *parent)
    : QAbstractScrollArea(parent), m_card(new HoverCard(viewport())) {
  installPaintedItems();
  setObjectName(QStringLiteral("flameView"));
  setAccessibleName(tr("Flame graph of the call tree"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setMouseTracking(true);
  verticalScrollBar()->setAccessibleName(tr("Scroll the flame graph"));
  m_card->setObjectName(QStringLiteral("flameCard"));
  m_card->setAccessibleName(tr("Node under the pointer"));
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
    m_boxes.reset();
    viewport()->update();
  });
}

void FlameView::setTree(std::shared_ptr<const TreeData> data,
                        std::shared_ptr<const FlameLayout> layout, size_t column) {
  m_data = std::move(data);
  m_matches.reset();
  m_current = kNoNode;
  m_hovered = {};
  m_card->hide();
  setLayoutOf(std::move(layout), column);
  zoomTo(kNoNode);
}

void FlameView::setLayoutOf(std::shared_ptr<const FlameLayout> layout, size_t column) {
  m_layout = std::move(layout);
  m_column = column;
  m_boxes.reset();
  viewport()->update();
}

void FlameView::setMatches(std::shared_ptr<const TreeMatches> matches) {
  m_matches = std::move(matches);
  viewport()->update();
}

void FlameView::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  m_card->setThemeKind(kind);
  viewport()->update();
}

FlameScene FlameView::scene() const {
  FlameScene scene;
  scene.data = m_layout ? m_data.get() : nullptr;
  scene.layout = m_layout.get();
  scene.column = scene.data ? &m_data->columns[m_column] : nullptr;
  scene.top = m_top;
  scene.width = static_cast<float>(viewport()->width());
  scene.height = static_cast<float>(viewport()->height());
  scene.scrollY = verticalScrollBar()->value();
  scene.selected = m_current;
  scene.hovered = m_hovered.node;
  scene.matches = m_matches ? &m_matches->matches : nullptr;
  return scene;
}

const std::vector<FlameBox> &FlameView::boxes() const {
  if (!m_boxes)
    m_boxes = flameBoxes(scene());
  return *m_boxes;
}

QString FlameView::itemText(int index) const {
  const calltree::NodeId node = boxes()[static_cast<size_t>(index)].node;
  const TreeColumn &column = m_data->columns[m_column];
  const size_t children = m_layout->children(node).size();
  QStringList parts{toQString(m_data->tree.name(node).substr(0, kLongestFrameName)).simplified(),
                    toQString(column.label + " " +
                              treeValueText(column, column.values[node], m_data->isDifference))};
  if (children > 0)
    parts << toQString(countText(children, "child", "children"));
  return parts.join(QLatin1String(", "));
}

QRect FlameView::itemRect(int index) const {
  return pixelRect(boxes()[static_cast<size_t>(index)].rect);
}

int FlameView::currentItem() const {
  if (m_current == kNoNode)
    return -1;
  const auto found = std::ranges::find(boxes(), m_current, &FlameBox::node);
  return found == boxes().end() ? -1 : static_cast<int>(found - boxes().begin());
}

bool FlameView::isBelowTop(calltree::NodeId node) const {
  return m_top == kNoNode || (node >= m_top && node < m_data->tree.node(m_top).end);
}

void FlameView::zoomTo(calltree::NodeId node) {
  m_top = node;
  m_boxes.reset();
  m_rows = m_data ? flameRows(*m_data, node) : 0;
  updateScrollBar();
  const int row = node == kNoNode ? 0 : static_cast<int>(m_data->tree.node(node).depth);
  verticalScrollBar()->setValue(std::max(0, row - kRowsAbove) * static_cast<int>(kFlameRow));
  viewport()->update();
}

void FlameView::zoomOut() {
  if (m_top != kNoNode)
    zoomTo(m_data->tree.node(m_top).parent);
}

calltree::NodeId FlameView::stepTowards(calltree::NodeId node) const {
  if (!m_data || node == kNoNode || !isBelowTop(node))
    return kNoNode;
  while (node != m_top && m_data->tree.node(node).parent != m_top)
    node = m_data->tree.node(node).parent;
  return node;
}

void FlameView::setCurrentNode(calltree::NodeId node) {
  m_current = node;
  if (node != kNoNode && m_data)
    reveal(node);
  viewport()->update();
}

void FlameView::reveal(calltree::NodeId node) {
  if (!isBelowTop(node))
    zoomTo(kNoNode);
  const int y = static_cast<int>(m_data->tree.node(node).depth) * static_cast<int>(kFlameRow);
  QScrollBar *bar = verticalScrollBar();
  if (y < bar->value())
    bar->setValue(y);
  else if (y + static_cast<int>(kFlameRow) > bar->value() + viewport()->height())
    bar->setValue(y + static_cast<int>(kFlameRow) - viewport()->height());
}

void FlameView::updateScrollBar() {
  const double content = static_cast<double>(m_rows) * static_cast<double>(kFlameRow);
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setSingleStep(static_cast<int>(kFlameRow));
  verticalScrollBar()->setRange(0, static_cast<int>(std::max(0.0, content - viewport()->height())));
}

void FlameView::paintEvent(QPaintEvent *) {
  m_boxes.reset();
  QPainter painter(viewport());
  const Theme &theme = Theme::of(m_theme);
  painter.fillRect(viewport()->rect(), theme.color(ColorToken::Canvas));
  drawFlame(scene(), m_texts, m_list);
  paintDrawList(painter, m_list, theme, m_texts);
}

void FlameView::resizeEvent(QResizeEvent *) {
  m_boxes.reset();
  updateScrollBar();
}

void FlameView::choose(calltree::NodeId node) {
  if (node == kNoNode)
    return;
  setCurrentNode(node);
  if (QAccessible::isActive())
    reportCurrentItem(*this, currentItem());
  Q_EMIT nodeChosen(node);
}

/// The next sibling that has a width, in the order of the graph.
void FlameView::chooseSibling(int step) {
  const auto siblings = m_layout->children(m_data->tree.node(m_current).parent);
  const auto place = std::ranges::find(siblings, m_current) - siblings.begin() + step;
  if (place >= 0 && place < std::ssize(siblings))
    choose(siblings[static_cast<size_t>(place)]);
}

void FlameView::keyPressEvent(QKeyEvent *event) {
  const bool hasModifier =
      event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
  if (hasModifier || !m_layout || m_layout->isEmpty())
    return QAbstractScrollArea::keyPressEvent(event);
  const auto firstChild = [this](calltree::NodeId node) {
    const auto children = m_layout->children(node);
    return children.empty() ? kNoNode : children.front();
  };
  switch (event->key()) {
  case Qt::Key_Return:
  case Qt::Key_Enter:
    return m_current == kNoNode ? void() : zoomTo(m_current);
  case Qt::Key_W:
  case Qt::Key_Plus:
    if (const calltree::NodeId step = stepTowards(m_current); step != kNoNode)
      zoomTo(step);
    return;
  case Qt::Key_S:
  case Qt::Key_Minus:
  case Qt::Key_Backspace:
    return zoomOut();
  case Qt::Key_Escape:
    return m_top == kNoNode ? QAbstractScrollArea::keyPressEvent(event) : zoomOut();
  case Qt::Key_Home:
  case Qt::Key_F:
    return zoomTo(kNoNode);
  case Qt::Key_Up:
    return m_current == kNoNode ? choose(firstChild(m_top))
                                : choose(m_data->tree.node(m_current).parent);
  case Qt::Key_Down:
    return choose(firstChild(m_current == kNoNode ? m_top : m_current));
  case Qt::Key_Left:
  case Qt::Key_Right:
    return m_current == kNoNode ? choose(firstChild(m_top))
                                : chooseSibling(event->key() == Qt::Key_Right ? 1 : -1);
  default:
    QAbstractScrollArea::keyPressEvent(event);
  }
}

void FlameView::wheelEvent(QWheelEvent *event) {
  const QPoint turn = event->angleDelta();
  if ((event->modifiers() & Qt::ControlModifier) != 0) {
    const FlameHit hit = hitFlame(scene(), event->position().x(), event->position().y());
    if (turn.y() < 0)
      zoomOut();
    else if (const calltree::NodeId step = stepTowards(hit.node); step != kNoNode && step != m_top)
      zoomTo(step);
  } else {
    verticalScrollBar()->setValue(verticalScrollBar()->value() -
                                  turn.y() * kScrolledRows * static_cast<int>(kFlameRow) / 120);
  }
  hover(hitFlame(scene(), event->position().x(), event->position().y()), event->position());
  event->accept();
}

void FlameView::mouseReleaseEvent(QMouseEvent *event) {
  if (event->button() == Qt::LeftButton)
    choose(hitFlame(scene(), event->position().x(), event->position().y()).node);
}

void FlameView::mouseDoubleClickEvent(QMouseEvent *event) {
  const FlameHit hit = hitFlame(scene(), event->position().x(), event->position().y());
  if (event->button() != Qt::LeftButton)
    return;
  if (hit.node != kNoNode)
    zoomTo(hit.node);
  else if (hit.rest > 0 && hit.parent != kNoNode)
    zoomTo(hit.parent);
}

void FlameView::mouseMoveEvent(QMouseEvent *event) {
  hover(hitFlame(scene(), event->position().x(), event->position().y()), event->position());
}

void FlameView::hover(const FlameHit &hit, QPointF pointer) {
  if (hit != m_hovered)
    viewport()->update();
  m_hovered = hit;
  showCard(hit, pointer);
}

std::vector<CardLine> FlameView::restLines(const FlameHit &hit) const {
  const TreeColumn &column = m_data->columns[m_column];
  const auto children = m_layout->children(hit.parent);
  double sum = 0;
  for (const calltree::NodeId node : children.subspan(children.size() - hit.rest))
    sum += m_layout->sizeOf(node);
  return {{column.label, treeValueText(column, sum)}, {"each", "narrower than a pixel"}};
}

void FlameView::showCard(const FlameHit &hit, QPointF pointer) {
  if (hit.node != kNoNode)
    m_card->show(m_data->tree.name(hit.node).substr(0, 256), scopeFill(m_data->colors[hit.node]),
                 treeCardLines(*m_data, hit.node), pointer);
  else if (hit.rest > 0)
    m_card->show(countText(hit.rest, "narrow node", "narrow nodes"), ColorToken::TextMuted,
                 restLines(hit), pointer);
  else
    m_card->hide();
}

bool FlameView::viewportEvent(QEvent *event) {
  if (event->type() == QEvent::Leave) {
    m_hovered = {};
    m_card->hide();
    viewport()->update();
  }
  return QAbstractScrollArea::viewportEvent(event);
}

} // namespace pstudio
