// SPDX-License-Identifier: Apache-2.0
// Several traces on one time axis, with a common zoom.
#include "viewer/widgets/compare/aligned_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTimer>
#include <QWheelEvent>

#include <cmath>

#include "viewer/geometry/timeline/timeline_draw_list.h"
#include "viewer/widgets/timeline/hover_card.h"

namespace pstudio {
namespace {

// As in the timeline, so that hands need not learn anew.
constexpr double kAlignedKeyZoom = 1.25;
constexpr double kAlignedWheelZoom = 1.2;
constexpr double kAlignedPanShare = 0.1;
constexpr double kAlignedScroll = 48;                        // [pixels]
constexpr double kAlignedDragDistance = 4;                   // [pixels]
constexpr double kAlignedNames = 120;                        // width of the names [pixels]
constexpr std::chrono::milliseconds kAlignedTimePerFrame{6}; // of all lanes, for their strips

constexpr double kRulerPixels = static_cast<double>(kLanesRuler);

} // namespace

AlignedView::AlignedView(QWidget *parent) : QWidget(parent), m_card(new HoverCard(this)) {
  installPaintedItems();
  setObjectName(QStringLiteral("alignedView"));
  setAccessibleName(tr("Traces on one time axis"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  m_card->setObjectName(QStringLiteral("alignedCard"));
  connect(&m_range, &VisibleRangeModel::rangeChanged, this, [this] { update(); });
}

AlignedView::~AlignedView() = default;

double AlignedView::tracksWidth() const {
  return std::max(1.0, width() - kAlignedNames);
}

void AlignedView::setLanes(std::shared_ptr<AlignedLanes> lanes) {
  m_card->hide();
  m_isPressed = false;
  m_lanes = std::move(lanes);
  lanesMoved();
}

void AlignedView::lanesMoved() {
  if (m_lanes) {
    m_lanes->arrange(height() - kRulerPixels);
    fitLanes();
    m_range.setViewport(axis().showing(m_lanes->opening()));
  }
  update();
}

void AlignedView::fitLanes() {
  m_range.setViewport(Viewport::fit(m_lanes->bounds(), tracksWidth()));
}

void AlignedView::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  m_card->setThemeKind(kind);
  update();
}

void AlignedView::setSelected(size_t lane, SliceId slice) {
  if (!m_lanes || lane >= m_lanes->size())
    return;
  m_lanes->setSelected(lane, slice);
  if (slice.isValid() && slice.value < m_lanes->trace(lane).trace->sliceCount()) {
    m_lanes->reveal(lane, slice);
    const AlignedTrace &trace = m_lanes->trace(lane);
    const TimeRange time = trace.trace->sliceTime(slice);
    m_range.setViewport(axis().revealing({time.begin - trace.zero, time.end - trace.zero}));
  }
  update();
}

void AlignedView::zoomToFit() {
  if (m_lanes)
    fitLanes();
}

void AlignedView::setVisibleRange(TimeRange range) {
  if (m_lanes)
    m_range.setViewport(axis().showing(range));
}

std::optional<QPoint> AlignedView::placeOf(size_t lane, SliceId slice) {
  if (!m_lanes)
    return std::nullopt;
  const LanePlace place = m_lanes->place(lane);
  const TimelineScene scene = m_lanes->scene(lane, axis());
  for (double y = 1; y < place.tracksHeight(); y += 4)
    for (double x = 0; x < scene.viewport.widthPx(); ++x)
      if (hitTracks(scene, x, y).slice == slice)
        return QPointF(kAlignedNames + x, kRulerPixels + place.tracksTop() + y).toPoint();
  return std::nullopt;
}

// Painting.

void AlignedView::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::of(m_theme).color(ColorToken::Canvas));
  if (!m_lanes)
    return;
  bool isPending = false;
  for (size_t lane = 0; lane < m_lanes->size(); ++lane) {
    paintLane(painter, lane);
    isPending = isPending || m_lanes->content(lane).density().isPending();
  }
  paintAxis(painter);
  if (isPending)
    QTimer::singleShot(0, this, [this] { update(); });
}

void AlignedView::paintLane(QPainter &painter, size_t lane) {
  const Theme &theme = Theme::of(m_theme);
  const LanePlace place = m_lanes->place(lane);
  const double top = kRulerPixels + place.top;
  m_lanes->content(lane).density().startFrame(std::chrono::nanoseconds(kAlignedTimePerFrame) /
                                              m_lanes->size());
  TimelineScene scene = m_lanes->scene(lane, axis());
  if (m_pointer && !m_hasMoved && m_pointer->x() >= kAlignedNames)
    scene.cursorX = m_pointer->x() - kAlignedNames;
  const QPointF names(0, kRulerPixels + place.tracksTop());
  drawTracks(scene, m_texts, m_list);
  paintDrawList(painter, m_list, theme, m_texts, names + QPointF(kAlignedNames, 0));
  drawZeroLine(axis(), scene.height, m_list);
  paintDrawList(painter, m_list, theme, m_texts, names + QPointF(kAlignedNames, 0));
  drawTrackLabels(scene, static_cast<float>(kAlignedNames), m_texts, m_list);
  paintDrawList(painter, m_list, theme, m_texts, names);
  drawLaneHeading(*m_lanes, lane, static_cast<float>(width()), m_texts, m_list);
  paintDrawList(painter, m_list, theme, m_texts, QPointF(0, top));
}

void AlignedView::paintAxis(QPainter &painter) {
  const Theme &theme = Theme::of(m_theme);
  painter.fillRect(QRectF(0, 0, width(), kRulerPixels), theme.color(ColorToken::Panel));
  TimelineScene scene;
  scene.viewport = axis();
  if (m_pointer && m_pointer->x() >= kAlignedNames)
    scene.cursorX = m_pointer->x() - kAlignedNames;
  drawRuler(scene, kLanesRuler, m_texts, m_list);
  paintDrawList(painter, m_list, theme, m_texts, QPointF(kAlignedNames, 0));
  drawZeroLine(axis(), kLanesRuler, m_list);
  paintDrawList(painter, m_list, theme, m_texts, QPointF(kAlignedNames, 0));
}

void AlignedView::resizeEvent(QResizeEvent *) {
  if (!m_lanes)
    return;
  m_range.setViewport(axis().resized(tracksWidth()));
  m_lanes->arrange(height() - kRulerPixels);
}

// Input.

double AlignedView::zoomAnchor() const {
  return m_pointer && m_pointer->x() >= kAlignedNames ? m_pointer->x() - kAlignedNames
                                                      : tracksWidth() / 2;
}

void AlignedView::scrollLane(double pixels) {
  const double y = m_pointer ? m_pointer->y() - kRulerPixels : 0;
  const size_t lane = m_lanes->laneAt(y);
  for (size_t i = 0; i < m_lanes->size(); ++i)
    if (lane == m_lanes->size() || lane == i)
      m_lanes->setScroll(i, m_lanes->scroll(i) + pixels);
  update();
}

bool AlignedView::handleKey(int key) {
  const double step = kAlignedPanShare * axis().widthPx();
  switch (key) {
  case Qt::Key_W:
  case Qt::Key_Plus:
  case Qt::Key_Equal:
    m_range.setViewport(axis().zoomed(kAlignedKeyZoom, zoomAnchor()));
    return true;
  case Qt::Key_S:
  case Qt::Key_Minus:
    m_range.setViewport(axis().zoomed(1 / kAlignedKeyZoom, zoomAnchor()));
    return true;
  case Qt::Key_A:
  case Qt::Key_Left:
    m_range.setViewport(axis().panned(-step));
    return true;
  case Qt::Key_D:
  case Qt::Key_Right:
    m_range.setViewport(axis().panned(step));
    return true;
  case Qt::Key_Up:
    scrollLane(-kAlignedScroll);
    return true;
  case Qt::Key_Down:
    scrollLane(kAlignedScroll);
    return true;
  case Qt::Key_F:
  case Qt::Key_Home:
    fitLanes();
    return true;
  default:
    return false;
  }
}

void AlignedView::keyPressEvent(QKeyEvent *event) {
  const bool hasModifier =
      event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
  m_card->hide();
  if (hasModifier || !m_lanes || !handleKey(event->key()))
    QWidget::keyPressEvent(event);
}

void AlignedView::wheelEvent(QWheelEvent *event) {
  if (!m_lanes) {
    event->ignore();
    return;
  }
  m_pointer = event->position();
  m_card->hide();
  const QPointF notches = QPointF(event->angleDelta()) / 120.0;
  const double turn = notches.y() != 0 ? notches.y() : notches.x();
  if ((event->modifiers() & Qt::ControlModifier) != 0)
    m_range.setViewport(axis().zoomed(std::pow(kAlignedWheelZoom, turn), zoomAnchor()));
  else if ((event->modifiers() & Qt::ShiftModifier) != 0 || notches.y() == 0)
    m_range.setViewport(axis().panned(-turn * kAlignedPanShare * axis().widthPx()));
  else
    scrollLane(-turn * kAlignedScroll);
  event->accept();
}

std::optional<AlignedView::Hit> AlignedView::hitAt(QPointF position) {
  const double y = position.y() - kRulerPixels;
  const size_t lane = m_lanes ? m_lanes->laneAt(y) : 0;
  if (!m_lanes || lane == m_lanes->size() || y < m_lanes->place(lane).tracksTop())
    return std::nullopt;
  const TimelineScene scene = m_lanes->scene(lane, axis());
  const double inTracks = y - m_lanes->place(lane).tracksTop();
  const bool isInNames = position.x() < kAlignedNames;
  return Hit{lane,
             isInNames ? hitLabels(scene, position.x(), inTracks)
                       : hitTracks(scene, position.x() - kAlignedNames, inTracks),
             isInNames};
}

void AlignedView::fold(const Hit &hit) {
  if (!hit.what.isLine())
    return;
  const LayoutItem &item = m_lanes->content(hit.lane).layout().items()[hit.what.item];
  if (hit.what.onLevels)
    m_lanes->setFolded(hit.lane, item.node, false);
  else if (item.canFold)
    m_lanes->setFolded(hit.lane, item.node, !item.isFolded);
  update();
}

void AlignedView::mousePressEvent(QMouseEvent *event) {
  if (event->button() != Qt::LeftButton)
    return;
  m_isPressed = true;
  m_hasMoved = false;
  m_pressed = m_lastDrag = event->position();
}

void AlignedView::mouseMoveEvent(QMouseEvent *event) {
  m_pointer = event->position();
  if (!m_isPressed || !m_lanes) {
    hoverAt(event->position());
    update();
    return;
  }
  const QPointF way = event->position() - m_pressed;
  m_hasMoved = m_hasMoved || std::hypot(way.x(), way.y()) >= kAlignedDragDistance;
  if (!m_hasMoved)
    return;
  m_card->hide();
  m_range.setViewport(axis().panned(m_lastDrag.x() - event->position().x()));
  scrollLane(m_lastDrag.y() - event->position().y());
  m_lastDrag = event->position();
}

void AlignedView::mouseReleaseEvent(QMouseEvent *event) {
  const bool isClick = m_isPressed && !m_hasMoved && event->button() == Qt::LeftButton;
  if (event->button() == Qt::LeftButton)
    m_isPressed = m_hasMoved = false;
  if (!isClick)
    return;
  const std::optional<Hit> hit = hitAt(event->position());
  if (hit && hit->isInNames)
    return fold(*hit);
  if (!hit || !hit->what.slice.isValid())
    return;
  m_lanes->setSelected(hit->lane, hit->what.slice);
  update();
  Q_EMIT sliceChosen(static_cast<int>(hit->lane), hit->what.slice);
}

void AlignedView::hoverAt(QPointF position) {
  const std::optional<Hit> hit = hitAt(position);
  if (!hit || !hit->what.slice.isValid())
    return m_card->hide();
  m_card->showSlice(*m_lanes->trace(hit->lane).trace, m_lanes->colors(hit->lane), hit->what.slice,
                    position);
}

void AlignedView::leaveEvent(QEvent *) {
  m_pointer.reset();
  m_card->hide();
  update();
}

} // namespace pstudio
