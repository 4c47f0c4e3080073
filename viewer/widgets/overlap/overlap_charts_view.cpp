// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/overlap/overlap_charts_view.h"

#include <QLabel>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <QtCharts/QChartView>

#include <algorithm>
#include <cmath>

#include "viewer/widgets/chart_view.h"

namespace pstudio {
OverlapChartsView::OverlapChartsView(QWidget *parent) : QWidget(parent) {
  setObjectName(QStringLiteral("overlapCharts"));
  setAccessibleName(tr("Charts of the overlap"));
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  m_stages = addChart(*layout, "stageChart", makeHeading(tr(kStageChartTitle)));
  m_hidden = addChart(*layout, "hiddenChart",
                      makeHeading(tr("Hidden share by iteration, median, 5\u201395 %")));
  m_depthHeading = makeHeading(QString());
  m_depth = addChart(*layout, "depthChart", m_depthHeading);
  layout->addStretch(1);
  m_hidden->viewport()->installEventFilter(this);
  m_hidden->viewport()->setCursor(Qt::PointingHandCursor);
  makeCharts();
}

OverlapChartsView::~OverlapChartsView() = default;

void OverlapChartsView::setNumbers(Numbers numbers) {
  m_numbers = std::move(numbers);
  m_marked.reset();
  makeCharts();
}

void OverlapChartsView::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  makeCharts();
}

void OverlapChartsView::makeCharts() {
  const Theme &theme = Theme::of(m_theme);
  showChart(*m_stages, makeStageChart(m_numbers.stages, theme), theme);
  m_stages->setFixedHeight(stageChartHeight(m_numbers.stages.size()));
  showChart(*m_hidden, makeHiddenChart(m_numbers.hidden, theme), theme);
  showChart(*m_depth, makeDepthChart(m_numbers.depth, theme), theme);
  m_depthHeading->setText(m_numbers.depthOf.isEmpty()
                              ? tr("In flight over time")
                              : tr("In flight over time, %1").arg(m_numbers.depthOf));
  setMarked(m_marked);
}

void OverlapChartsView::setMarked(std::optional<int64_t> instance) {
  m_marked = instance;
  const auto found = std::ranges::find_if(m_numbers.hidden, [&](const HiddenPoint &point) {
    return instance && point.instance == *instance;
  });
  markIteration(*m_hidden->chart(), found == m_numbers.hidden.end() ? nullptr : &*found,
                Theme::of(m_theme));
}

bool OverlapChartsView::eventFilter(QObject *watched, QEvent *event) {
  if (event->type() != QEvent::MouseButtonPress || m_numbers.hidden.empty())
    return QWidget::eventFilter(watched, event);
  const auto *press = static_cast<QMouseEvent *>(event);
  const QPointF scene = m_hidden->mapToScene(press->pos());
  const double x = m_hidden->chart()->mapToValue(m_hidden->chart()->mapFromScene(scene)).x();
  const auto nearest =
      std::ranges::min_element(m_numbers.hidden, {}, [x](const HiddenPoint &point) {
        return std::abs(static_cast<double>(point.instance) - x);
      });
  Q_EMIT iterationChosen(nearest->instance);
  return true;
}

} // namespace pstudio
