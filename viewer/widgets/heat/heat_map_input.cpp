// SPDX-License-Identifier: Apache-2.0
// Input of a heat map: pointer, wheel, keys and menu.
#include <QActionGroup>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "viewer/widgets/heat/heat_map_accessible.h"
#include "viewer/widgets/heat/heat_map_view.h"
#include "viewer/widgets/timeline/hover_card.h"

namespace pstudio {
namespace {

constexpr double kWheelZoom = 1.25;
constexpr double kKeyZoom = 1.5;
constexpr double kPanShare = 0.1;
constexpr double kDragThreshold = 4;
constexpr int kDetailsDelayMs = 60; // no details for a cell that the pointer only crosses
constexpr double kMinBand = 6;      // pixels of a part to zoom to

bool contains(const PixelRect &rect, QPointF position) {
  return rect.contains(static_cast<float>(position.x()), static_cast<float>(position.y()));
}

} // namespace

bool HeatMapView::event(QEvent *event) {
  if (event->type() != QEvent::ToolTip || !m_source)
    return QWidget::event(event);
  const auto *help = static_cast<QHelpEvent *>(event);
  const bool isOnScale = contains(layout().scaleButton, help->pos());
  QToolTip::showText(help->globalPos(),
                     isOnScale
                         ? tr("Mapping of values to colours: linear, logarithmic, or by quantiles")
                         : QString(),
                     this);
  return true;
}

QPointF HeatMapView::shareOf(QPointF position) const {
  const PixelRect plot = layout().plot;
  const auto share = [](double at, float from, float size) {
    return std::clamp((at - static_cast<double>(from)) / static_cast<double>(size), 0.0, 1.0);
  };
  return {share(position.x(), plot.x, plot.width), share(position.y(), plot.y, plot.height)};
}

HeatArea HeatMapView::areaBetween(QPointF a, QPointF b) const {
  const QPointF one = shareOf(a), other = shareOf(b);
  const auto [left, right] = std::minmax({one.x(), other.x()});
  const auto [top, bottom] = std::minmax({one.y(), other.y()});
  return {{m_viewport.xAt(left), m_viewport.xAt(right)},
          {m_viewport.yAt(top), m_viewport.yAt(bottom)}};
}

/// The area of a dragged rectangle. A drag along one axis selects the whole visible range of the
/// other.
HeatArea HeatMapView::bandOf(const Drag &drag) const {
  const QPointF size = drag.last - drag.from;
  HeatArea band = areaBetween(drag.from, drag.last);
  if (std::fabs(size.x()) < kMinBand)
    band.x = m_viewport.visible().x;
  if (std::fabs(size.y()) < kMinBand)
    band.y = m_viewport.visible().y;
  return band;
}

void HeatMapView::keyPressEvent(QKeyEvent *event) {
  if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
    return QWidget::keyPressEvent(event);
  if ((event->modifiers() & Qt::ShiftModifier) != 0) {
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
      return moveCell(event->key() == Qt::Key_Left ? -1 : 1, 0);
    if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)
      return moveCell(0, event->key() == Qt::Key_Up ? -1 : 1);
  }
  switch (event->key()) {
  case Qt::Key_Return:
  case Qt::Key_Enter:
    if (m_hovered)
      click(m_pointer);
    return;
  case Qt::Key_Plus:
  case Qt::Key_Equal:
  case Qt::Key_W:
    return setViewport(m_viewport.zoomed(kKeyZoom, kKeyZoom, 0.5, 0.5));
  case Qt::Key_Minus:
  case Qt::Key_S:
    return setViewport(m_viewport.zoomed(1 / kKeyZoom, 1 / kKeyZoom, 0.5, 0.5));
  case Qt::Key_Left:
  case Qt::Key_A:
    return setViewport(m_viewport.panned(-kPanShare, 0));
  case Qt::Key_Right:
  case Qt::Key_D:
    return setViewport(m_viewport.panned(kPanShare, 0));
  case Qt::Key_Up:
    return setViewport(m_viewport.panned(0, -kPanShare));
  case Qt::Key_Down:
    return setViewport(m_viewport.panned(0, kPanShare));
  case Qt::Key_Home:
  case Qt::Key_F:
    return zoomToFit();
  case Qt::Key_Escape:
    if (m_drag) {
      m_drag.reset();
      return update();
    }
    setSelection({});
    Q_EMIT cleared();
    return;
  default:
    QWidget::keyPressEvent(event);
  }
}

/// The cell nearest to the middle of the visible part, if a coarse grid of points finds one.
std::optional<QPointF> HeatMapView::middleCell() const {
  constexpr int kNet = 24; // points to a side
  const HeatArea &seen = m_viewport.visible();
  std::optional<QPointF> best;
  double least = 2;
  for (int i = 0; i < kNet * kNet; ++i) {
    const double shareX = (i % kNet + 0.5) / kNet, shareY = (i / kNet + 0.5) / kNet;
    const double distance = std::hypot(shareX - 0.5, shareY - 0.5);
    const QPointF at(m_viewport.xAt(shareX), m_viewport.yAt(shareY));
    if (distance < least && seen.contains(at.x(), at.y()) &&
        hitHeatCell(m_patches, at.x(), at.y())) {
      least = distance;
      best = at;
    }
  }
  return best;
}

/// From a cell to the next one in that direction, over parts without cells; at an edge a zoomed map
/// moves. The first step goes to the middle.
void HeatMapView::moveCell(int columns, int rows) {
  constexpr int kMaxGap = 64; // cells
  if (!m_source)
    return;
  std::optional<QPointF> at;
  if (!m_hovered) {
    at = middleCell();
  } else {
    const HeatArea cell = m_hovered->cell;
    QPointF next((cell.x.begin + cell.x.end) / 2, (cell.y.begin + cell.y.end) / 2);
    for (int i = 0; i < kMaxGap && !at; ++i) {
      next += QPointF(columns * cell.x.length(), rows * cell.y.length());
      if (hitHeatCell(m_patches, next.x(), next.y()) &&
          m_viewport.visible().contains(next.x(), next.y()))
        at = next;
    }
    if (!at && isZoomed()) {
      setViewport(m_viewport.panned(columns * kPanShare, rows * kPanShare));
      at = QPointF((cell.x.begin + cell.x.end) / 2, (cell.y.begin + cell.y.end) / 2);
    }
  }
  if (!at)
    return;
  const PixelRect plot = layout().plot;
  const HeatArea &seen = m_viewport.visible();
  const auto pixel = [](double place, const HeatRange &range, float from, float size) {
    return static_cast<double>(from) +
           (place - range.begin) / range.length() * static_cast<double>(size);
  };
  hoverAt(
      {pixel(at->x(), seen.x, plot.x, plot.width), pixel(at->y(), seen.y, plot.y, plot.height)});
}

void HeatMapView::wheelEvent(QWheelEvent *event) {
  const QPointF notches = QPointF(event->angleDelta()) / 120.0;
  const double factor = std::pow(kWheelZoom, notches.y() != 0 ? notches.y() : notches.x());
  // As in the timeline, Ctrl zooms what is to the right: time, CTAs, columns.
  const bool onlyX = (event->modifiers() & Qt::ControlModifier) != 0;
  const bool onlyY = (event->modifiers() & Qt::ShiftModifier) != 0;
  const QPointF share = shareOf(event->position());
  setViewport(m_viewport.zoomed(onlyY ? 1 : factor, onlyX ? 1 : factor, share.x(), share.y()));
  event->accept();
}

void HeatMapView::mousePressEvent(QMouseEvent *event) {
  if (event->button() != Qt::LeftButton || !m_source)
    return;
  const HeatMapLayout places = layout();
  if (contains(places.scaleButton, event->position())) {
    QMenu menu(this);
    fillMenu(menu);
    menu.exec(mapToGlobal(QPoint(static_cast<int>(places.scaleButton.x),
                                 static_cast<int>(places.scaleButton.bottom()))));
    return;
  }
  if (contains(places.plot, event->position()))
    m_drag = Drag{event->position(), event->position(),
                  (event->modifiers() & Qt::ShiftModifier) != 0, false};
}

void HeatMapView::mouseMoveEvent(QMouseEvent *event) {
  if (!m_drag)
    return hoverAt(event->position());
  if (!m_drag->hasMoved && (event->position() - m_drag->from).manhattanLength() < kDragThreshold)
    return;
  m_drag->hasMoved = true;
  endHover();
  const QPointF moved = event->position() - m_drag->last;
  m_drag->last = event->position();
  if (m_drag->isBand)
    return update();
  const PixelRect plot = layout().plot;
  setViewport(m_viewport.panned(-moved.x() / static_cast<double>(plot.width),
                                -moved.y() / static_cast<double>(plot.height)));
}

void HeatMapView::mouseReleaseEvent(QMouseEvent *event) {
  if (event->button() != Qt::LeftButton || !m_drag)
    return;
  const Drag drag = *m_drag;
  m_drag.reset();
  if (!drag.hasMoved)
    return click(event->position());
  if (!drag.isBand)
    return;
  const QPointF size = drag.last - drag.from;
  if (std::max(std::fabs(size.x()), std::fabs(size.y())) >= kMinBand)
    setViewport(m_viewport.showing(bandOf(drag)));
  update();
}

void HeatMapView::mouseDoubleClickEvent(QMouseEvent *event) {
  if (event->button() != Qt::LeftButton || !m_source || !contains(layout().plot, event->position()))
    return;
  const QPointF share = shareOf(event->position());
  const auto part = m_source->partAt(m_viewport.xAt(share.x()), m_viewport.yAt(share.y()));
  const HeatViewport shown = part ? m_viewport.showing(*part) : m_viewport;
  if (shown == m_viewport)
    return zoomToFit();
  setViewport(shown);
}

void HeatMapView::fillMenu(QMenu &menu) {
  menu.addAction(tr("Whole map"), this, &HeatMapView::zoomToFit);
  menu.addSection(tr("Colour scale"));
  auto *group = new QActionGroup(&menu);
  const QString names[] = {tr("Linear"), tr("Logarithmic"), tr("Quantiles")};
  for (uint8_t i = 0; i < kHeatScaleKinds; ++i) {
    const auto kind = static_cast<HeatScaleKind>(i);
    QAction *action = menu.addAction(names[i], this, [this, kind] { setScaleKind(kind); });
    action->setCheckable(true);
    action->setChecked(kind == m_scaleKind);
    group->addAction(action);
  }
}

void HeatMapView::contextMenuEvent(QContextMenuEvent *event) {
  if (!m_source)
    return;
  endHover();
  QMenu menu(this);
  fillMenu(menu);
  menu.exec(event->globalPos());
}

void HeatMapView::leaveEvent(QEvent *) {
  endHover();
}

void HeatMapView::hoverAt(QPointF position) {
  m_pointer = position;
  std::optional<HeatCellHit> hit;
  if (m_source && contains(layout().plot, position)) {
    const QPointF share = shareOf(position);
    hit = hitHeatCell(m_patches, m_viewport.xAt(share.x()), m_viewport.yAt(share.y()));
  }
  if (!hit)
    return endHover();
  const bool isSameCell = m_hovered && m_hovered->cell == hit->cell;
  if (!isSameCell || !m_hasDetails) {
    m_hover = m_source->hover(hit->cell, hit->value);
    if (!isSameCell) {
      m_hasDetails = false;
      m_isSelectAwaited = false;
      m_detailsJob.cancel();
      m_detailsTimer.start(kDetailsDelayMs);
    }
  }
  m_hovered = hit;
  showCard();
  update();
  reportHeatCell(*this);
}

void HeatMapView::endHover() {
  m_detailsTimer.stop();
  m_detailsJob.cancel();
  m_hasDetails = false;
  m_isSelectAwaited = false;
  if (!m_hovered)
    return;
  m_hovered.reset();
  m_card->hide();
  update();
}

void HeatMapView::startDetails() {
  if (!m_source || !m_hovered)
    return;
  m_detailsJob.start(
      [hit = *m_hovered, source = m_source](const std::stop_token &stop) {
        return source->details(hit.cell, hit.value, stop);
      },
      [this, cell = m_hovered->cell, source = m_source](HeatHover details) {
        if (source == m_source)
          takeDetails(cell, std::move(details));
      });
}

void HeatMapView::takeDetails(const HeatArea &cell, HeatHover details) {
  if (!m_hovered || !(m_hovered->cell == cell))
    return;
  m_hover = std::move(details);
  m_hasDetails = true;
  showCard();
  if (!m_isSelectAwaited)
    return;
  m_isSelectAwaited = false;
  setSelection(m_hover.selection);
  Q_EMIT selected(m_hover.selection);
}

void HeatMapView::showCard() {
  if (m_hover.title.empty())
    return m_card->hide();
  m_card->show(m_hover.title, ColorToken::Accent, m_hover.lines, m_pointer);
}

void HeatMapView::click(QPointF position) {
  hoverAt(position);
  if (!m_hovered || m_hover.selection.isEmpty())
    return;
  setSelection(m_hover.selection);
  if (m_hasDetails) {
    Q_EMIT selected(m_hover.selection);
    return;
  }
  // The mark is set at once; operation, CTA and warp of the access follow with the details.
  m_isSelectAwaited = true;
  m_detailsTimer.stop();
  startDetails();
}

} // namespace pstudio
