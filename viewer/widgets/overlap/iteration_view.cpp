// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/overlap/iteration_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/paint/window_font.h"

namespace pstudio {
namespace {

constexpr double kKeyZoom = 1.25;
constexpr double kWheelZoom = 1.2;
constexpr double kPanShare = 0.1;
constexpr double kDragThreshold = 4;
constexpr float kUsualPitch = 20;
constexpr float kWideEnoughForValues = 420;
constexpr float kLegendInset = 8;

} // namespace

IterationView::IterationView(QWidget *parent) : QAbstractScrollArea(parent) {
  installPaintedItems();
  setObjectName(QStringLiteral("iterationView"));
  setAccessibleName(tr("Iterations of the pipeline"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setMouseTracking(true);
  verticalScrollBar()->setAccessibleName(tr("Scroll iterations"));
  connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(),
          qOverload<>(&QWidget::update));
}

int IterationView::itemCount() const {
  return static_cast<int>(m_rows.size());
}

QString IterationView::itemText(int index) const {
  const IterationRow &row = m_rows[static_cast<size_t>(index)];
  QStringList parts{
      tr("iteration %1, %2")
          .arg(toQString(formatCount(row.instance)), QLatin1String(iterationPartName(row.part)))};
  for (const RowFact &fact : factsOf(row))
    parts << fact.name + QLatin1Char(' ') + toQString(fact.value);
  return parts.join(QLatin1String(", "));
}

QRect IterationView::itemRect(int index) const {
  const double pitch = static_cast<double>(m_metrics.linePitch);
  const double y = pitch * static_cast<double>(lineOfRow(m_lines, static_cast<uint32_t>(index))) -
                   verticalScrollBar()->value();
  if (y + pitch <= 0 || y >= linesHeight())
    return {};
  return QRectF(0, linesTop() + y, viewport()->width(), pitch).toAlignedRect();
}

int IterationView::currentItem() const {
  return m_current ? static_cast<int>(*m_current) : -1;
}

void IterationView::setRows(std::vector<IterationRow> rows, std::optional<IterationRow> summary,
                            std::optional<ClockLine> clock, bool isAlignedAtLoop) {
  m_rows = std::move(rows);
  m_summary = std::move(summary);
  m_clock = std::move(clock);
  m_isAlignedAtLoop = isAlignedAtLoop;
  m_lines = iterationLines(m_rows);
  m_current.reset();
  m_hovered = IterationScene::kNone;
  m_showsOpening = true;
  verticalScrollBar()->setValue(0);
  layOut();
}

void IterationView::setCurrentRow(std::optional<uint32_t> row) {
  m_current = row;
  if (row) {
    const double pitch = static_cast<double>(m_metrics.linePitch);
    const double y = pitch * static_cast<double>(lineOfRow(m_lines, *row));
    const double top = verticalScrollBar()->value();
    if (y < top)
      verticalScrollBar()->setValue(static_cast<int>(y - pitch));
    else if (y + pitch > top + linesHeight())
      verticalScrollBar()->setValue(static_cast<int>(std::ceil(y + 2 * pitch - linesHeight())));
  }
  viewport()->update();
}

void IterationView::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  viewport()->update();
}

void IterationView::setFitting(bool isFitting) {
  m_isFitting = isFitting;
  layOut();
}

void IterationView::zoomToFit() {
  m_showsOpening = false;
  setViewport(Viewport::fit(iterationExtent(m_rows), barsWidth()));
}

void IterationView::setViewport(const Viewport &range) {
  m_range = range;
  viewport()->update();
}

double IterationView::barsWidth() const {
  return std::max(1.0, viewport()->width() - static_cast<double>(m_metrics.labelWidth) -
                           static_cast<double>(m_metrics.valueWidth));
}

double IterationView::linesTop() const {
  return static_cast<double>(m_metrics.rulerHeight) + (m_summary ? 24.0 : 0.0);
}

double IterationView::linesHeight() const {
  return std::max(1.0, viewport()->height() - linesTop() - static_cast<double>(m_legendHeight));
}

void IterationView::layOut() {
  const IterationMetrics usual;
  const auto scaled = [](float pixels) {
    return static_cast<float>(windowLength(static_cast<int>(pixels)));
  };
  m_metrics.labelWidth = scaled(usual.labelWidth);
  m_metrics.valueWidth = viewport()->width() >= kWideEnoughForValues ? scaled(usual.valueWidth) : 0;
  DrawList list;
  m_legendHeight = drawIterationLegend(m_rows, tr("work after the wait").toStdString(),
                                       static_cast<float>(viewport()->width()) - 2 * kLegendInset,
                                       m_texts, list) +
                   8;
  m_metrics.linePitch = kUsualPitch;
  if (m_isFitting && !m_lines.empty())
    m_metrics.linePitch = std::clamp(
        std::floor(static_cast<float>(linesHeight() / static_cast<double>(m_lines.size()))),
        kSmallestIterationPitch, kUsualPitch);
  if (m_showsOpening)
    m_range = Viewport::fit(iterationExtent(m_rows), barsWidth()).showing(iterationOpening(m_rows));
  else
    m_range = m_range.resized(barsWidth());
  updateScrollBar();
  viewport()->update();
}

void IterationView::updateScrollBar() {
  const double content =
      static_cast<double>(m_metrics.linePitch) * static_cast<double>(m_lines.size());
  verticalScrollBar()->setPageStep(static_cast<int>(linesHeight()));
  verticalScrollBar()->setSingleStep(static_cast<int>(kUsualPitch));
  verticalScrollBar()->setRange(
      0, static_cast<int>(std::ceil(std::max(0.0, content - linesHeight()))));
}

IterationScene IterationView::makeScene() const {
  IterationScene scene;
  scene.rows = m_rows;
  scene.lines = m_lines;
  scene.summary = m_summary ? &*m_summary : nullptr;
  scene.metrics = m_metrics;
  scene.viewport = m_range;
  scene.clock = m_clock ? &*m_clock : nullptr;
  scene.scrollY = verticalScrollBar()->value();
  scene.height = static_cast<float>(linesHeight());
  scene.selected = m_current.value_or(IterationScene::kNone);
  scene.hovered = m_hovered;
  scene.isAlignedAtLoop = m_isAlignedAtLoop;
  return scene;
}

void IterationView::paintEvent(QPaintEvent *) {
  QPainter painter(viewport());
  const Theme &theme = Theme::of(m_theme);
  painter.fillRect(viewport()->rect(), theme.color(ColorToken::Canvas));
  const IterationScene scene = makeScene();
  drawIterationHeader(scene, m_texts, m_list);
  paintDrawList(painter, m_list, theme, m_texts);
  drawIterationLines(scene, m_texts, m_list);
  paintDrawList(painter, m_list, theme, m_texts, {0, linesTop()});
  const float width = static_cast<float>(viewport()->width());
  m_list.clear({0, -8, width, m_legendHeight});
  m_list.addLine(DrawLayer::Grid, {-kLegendInset, -4, width, -4, ColorToken::Border});
  drawIterationLegend(m_rows, tr("work after the wait").toStdString(), width - 2 * kLegendInset,
                      m_texts, m_list);
  painter.fillRect(QRectF(0, viewport()->height() - static_cast<double>(m_legendHeight),
                          static_cast<double>(width), static_cast<double>(m_legendHeight)),
                   theme.color(ColorToken::Canvas));
  paintDrawList(painter, m_list, theme, m_texts,
                {static_cast<double>(kLegendInset),
                 viewport()->height() - static_cast<double>(m_legendHeight) + 6});
}

void IterationView::resizeEvent(QResizeEvent *) {
  layOut();
}

void IterationView::choose(int64_t row) {
  if (m_rows.empty())
    return;
  row = std::clamp<int64_t>(row, 0, static_cast<int64_t>(m_rows.size()) - 1);
  setCurrentRow(static_cast<uint32_t>(row));
  reportCurrentItem(*this, currentItem());
  Q_EMIT rowChosen(static_cast<uint32_t>(row));
}

void IterationView::keyPressEvent(QKeyEvent *event) {
  const double middle = barsWidth() / 2;
  const int64_t current = m_current ? static_cast<int64_t>(*m_current) : -1;
  if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
    return QAbstractScrollArea::keyPressEvent(event);
  const auto show = [this](const Viewport &range) {
    m_showsOpening = false;
    setViewport(range);
  };
  switch (event->key()) {
  case Qt::Key_W:
  case Qt::Key_Plus:
    return show(m_range.zoomed(kKeyZoom, middle));
  case Qt::Key_S:
  case Qt::Key_Minus:
    return show(m_range.zoomed(1 / kKeyZoom, middle));
  case Qt::Key_A:
  case Qt::Key_Left:
    return show(m_range.panned(-kPanShare * barsWidth()));
  case Qt::Key_D:
  case Qt::Key_Right:
    return show(m_range.panned(kPanShare * barsWidth()));
  case Qt::Key_Home:
  case Qt::Key_F:
    return zoomToFit();
  case Qt::Key_Up:
    return choose(current - 1);
  case Qt::Key_Down:
    return choose(current + 1);
  case Qt::Key_Return:
    if (m_current)
      Q_EMIT rowActivated(*m_current);
    return;
  default:
    QAbstractScrollArea::keyPressEvent(event);
  }
}

void IterationView::wheelEvent(QWheelEvent *event) {
  const QPointF notches = QPointF(event->angleDelta()) / 120.0;
  const double turn = notches.y() != 0 ? notches.y() : notches.x();
  const double x = event->position().x() - static_cast<double>(m_metrics.labelWidth);
  if ((event->modifiers() & Qt::ControlModifier) != 0) {
    m_showsOpening = false;
    setViewport(m_range.zoomed(std::pow(kWheelZoom, turn), std::clamp(x, 0.0, barsWidth())));
  } else if ((event->modifiers() & Qt::ShiftModifier) != 0 || notches.y() == 0) {
    m_showsOpening = false;
    setViewport(m_range.panned(-turn * kPanShare * barsWidth()));
  } else {
    verticalScrollBar()->setValue(static_cast<int>(verticalScrollBar()->value() -
                                                   turn * 3 * static_cast<double>(kUsualPitch)));
  }
  event->accept();
}

uint32_t IterationView::rowAt(QPointF position) const {
  return hitIterationRow(makeScene(), position.x(), position.y() - linesTop());
}

void IterationView::mousePressEvent(QMouseEvent *event) {
  if (event->button() != Qt::LeftButton)
    return;
  m_pressed = event->position();
  m_hasMoved = false;
}

void IterationView::mouseMoveEvent(QMouseEvent *event) {
  if (!m_pressed) {
    const uint32_t hovered = rowAt(event->position());
    if (hovered != m_hovered) {
      m_hovered = hovered;
      viewport()->update();
    }
    return;
  }
  const QPointF moved = event->position() - *m_pressed;
  if (!m_hasMoved && moved.manhattanLength() < kDragThreshold)
    return;
  m_hasMoved = true;
  m_showsOpening = false;
  m_pressed = event->position();
  verticalScrollBar()->setValue(static_cast<int>(verticalScrollBar()->value() - moved.y()));
  setViewport(m_range.panned(-moved.x()));
}

void IterationView::mouseReleaseEvent(QMouseEvent *event) {
  const bool wasClick = m_pressed && !m_hasMoved && event->button() == Qt::LeftButton;
  m_pressed.reset();
  const uint32_t row = rowAt(event->position());
  if (wasClick && row != IterationScene::kNone)
    choose(row);
}

void IterationView::mouseDoubleClickEvent(QMouseEvent *event) {
  const uint32_t row = rowAt(event->position());
  if (event->button() == Qt::LeftButton && row != IterationScene::kNone)
    Q_EMIT rowActivated(row);
}

std::vector<IterationView::RowFact> IterationView::factsOf(const IterationRow &row) {
  if (row.isUnfinished)
    return {{tr("wait"), row.isUncertain     ? "uncertain"
                         : row.isWaitUnknown ? "not recorded"
                                             : "none"}};
  std::vector<RowFact> facts = {{tr("issue"), formatExact(row.issueEnd - row.issueBegin)},
                                {row.isReadyBefore ? tr("in flight, at most") : tr("in flight"),
                                 formatExact(row.waitExit - row.issueBegin)},
                                {tr("waited for"), formatExact(row.exposed.median)}};
  if (row.visits > 1)
    facts.push_back({tr("waited for, 5 to 95 %"),
                     formatExact(row.exposed.low) + " .. " + formatExact(row.exposed.high)});
  facts.push_back({tr("work after the wait"), row.workEnd > row.waitExit
                                                  ? formatExact(row.workEnd - row.waitExit)
                                                  : std::string(kUnknownText)});
  facts.push_back({tr("waits"), countText(row.visits)});
  return facts;
}

QString IterationView::describe(const IterationRow &row) const {
  QString lines;
  for (const RowFact &fact : factsOf(row))
    lines += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td align=right>%2</td></tr>")
                 .arg(fact.name, toQString(fact.value).toHtmlEscaped());
  return QStringLiteral("<b>k=%1, %2</b><table>%3</table>")
      .arg(toQString(formatCount(row.instance)), QLatin1String(iterationPartName(row.part)), lines);
}

bool IterationView::viewportEvent(QEvent *event) {
  if (event->type() == QEvent::ToolTip) {
    const auto *help = static_cast<QHelpEvent *>(event);
    const uint32_t row = rowAt(help->pos());
    if (row == IterationScene::kNone)
      QToolTip::hideText();
    else
      QToolTip::showText(help->globalPos(), describe(m_rows[row]), this);
    return true;
  }
  if (event->type() == QEvent::Leave && m_hovered != IterationScene::kNone) {
    m_hovered = IterationScene::kNone;
    viewport()->update();
  }
  return QAbstractScrollArea::viewportEvent(event);
}

} // namespace pstudio
