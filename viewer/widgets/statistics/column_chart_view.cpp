// SPDX-License-Identifier: Apache-2.0
// A chart whose columns can be chosen by mouse and keyboard.
#include "viewer/widgets/statistics/column_chart_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

#include "viewer/widgets/chart_view.h"

namespace pstudio {
namespace {

constexpr int kMinColumnChart = 90; // [px]
constexpr int kBandTint = 60;
constexpr double kMarkSize = 5; // [px]

} // namespace

ColumnChartView::ColumnChartView(QWidget *parent) : QChartView(parent) {
  setFrameShape(QFrame::NoFrame);
  setRenderHint(QPainter::Antialiasing);
  setMinimumHeight(kMinColumnChart);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
  setFocusPolicy(Qt::StrongFocus);
}

void ColumnChartView::setColumns(ChartPtr chart, QStringList toolTips, const Theme &theme) {
  m_theme = theme.kind();
  m_toolTips = std::move(toolTips);
  m_current = m_marked = -1;
  showChart(*this, std::move(chart), theme);
}

void ColumnChartView::setCurrentColumn(int column) {
  m_current = column < m_toolTips.size() ? column : -1;
  if (m_current >= 0)
    setAccessibleDescription(m_toolTips[m_current]);
  viewport()->update();
}

void ColumnChartView::setMarkedColumn(int column) {
  m_marked = column < m_toolTips.size() ? column : -1;
  viewport()->update();
}

QRectF ColumnChartView::columnRect(int column) const {
  if (!chart() || chart()->series().isEmpty())
    return {};
  QAbstractSeries *series = chart()->series().constFirst();
  const double left = chart()->mapToPosition(QPointF(column - 0.5, 0), series).x();
  const double right = chart()->mapToPosition(QPointF(column + 0.5, 0), series).x();
  const QRectF plot = chart()->plotArea();
  return {left, plot.top(), right - left, plot.height()};
}

QPointF ColumnChartView::columnCentre(int column) const {
  return mapFromScene(chart()->mapToScene(columnRect(column).center()));
}

int ColumnChartView::columnAt(QPoint position) const {
  if (!chart() || chart()->series().isEmpty())
    return -1;
  const QPointF at = chart()->mapFromScene(mapToScene(position));
  if (at.x() < chart()->plotArea().left() || at.x() > chart()->plotArea().right())
    return -1;
  const int column = qRound(chart()->mapToValue(at, chart()->series().constFirst()).x());
  return column >= 0 && column < m_toolTips.size() ? column : -1;
}

void ColumnChartView::choose(int column) {
  setCurrentColumn(column);
  Q_EMIT columnChosen(m_current);
}

void ColumnChartView::mousePressEvent(QMouseEvent *event) {
  const int column = columnAt(event->pos());
  if (event->button() == Qt::LeftButton && column >= 0)
    choose(column);
  event->accept();
}

void ColumnChartView::keyPressEvent(QKeyEvent *event) {
  const int last = static_cast<int>(m_toolTips.size()) - 1;
  switch (event->key()) {
  case Qt::Key_Left:
    return choose(std::max(0, m_current < 0 ? last : m_current - 1));
  case Qt::Key_Right:
    return choose(std::min(last, m_current + 1));
  case Qt::Key_Home:
    return choose(0);
  case Qt::Key_End:
    return choose(last);
  case Qt::Key_Escape:
    if (m_current >= 0)
      return choose(-1);
    break;
  default:
    break;
  }
  event->ignore();
}

bool ColumnChartView::viewportEvent(QEvent *event) {
  if (event->type() != QEvent::ToolTip)
    return QChartView::viewportEvent(event);
  const auto *help = static_cast<QHelpEvent *>(event);
  const int column = columnAt(help->pos());
  QToolTip::showText(help->globalPos(), column < 0 ? QString() : m_toolTips[column], this);
  return true;
}

void ColumnChartView::drawForeground(QPainter *painter, const QRectF &) {
  const Theme &theme = Theme::of(m_theme);
  const auto rectOf = [this](int column) { return chart()->mapRectToScene(columnRect(column)); };
  painter->save();
  if (m_current >= 0) {
    QColor fill = theme.color(ColorToken::Accent);
    painter->setPen(QPen(fill, 1));
    fill.setAlpha(kBandTint);
    painter->setBrush(fill);
    painter->drawRect(rectOf(m_current));
  }
  if (m_marked >= 0) {
    const QRectF column = rectOf(m_marked);
    const QPointF tip(column.center().x(), column.top() + 2 * kMarkSize);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.color(ColorToken::Selection));
    painter->drawPolygon(QPolygonF{tip, tip + QPointF(-kMarkSize, -1.6 * kMarkSize),
                                   tip + QPointF(kMarkSize, -1.6 * kMarkSize)});
  }
  painter->restore();
}

} // namespace pstudio
